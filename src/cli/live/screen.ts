import { plain } from "../../agent/text/plain.ts"
import type { Terminal } from "../terminal.ts"
import { cut, wrap } from "../text/width.ts"
import { textFlow } from "./flow.ts"

/** What is going on, and since when or until when, in milliseconds since the epoch. */
type Busy = { what: string; since: number } | { what: string; until: number }

/** Where a turn is told: in a terminal as it happens, elsewhere line by line. */
export type Screen = {
  /** Whole lines; in a terminal those without paint are broken to fit. */
  line(...lines: readonly string[]): Promise<void>
  /** Text as it is streamed. */
  stream(kind: "text" | "reasoning", text: string): Promise<void>
  /** Ends the line that is being streamed. */
  settle(): Promise<void>
  /** A whole text of the model: the answer that ends its work, or something said in between. */
  said(role: "answer" | "between", text: string): Promise<void>
  busy(what: Busy | null): void
  /** Stops what moves. */
  close(): void
}

export function screenFor(terminal: Terminal): Screen {
  return terminal.width === undefined ? plainScreen(terminal) : liveScreen(terminal, terminal.width)
}

/** Standard output gets the answer and nothing else, so that it can be piped; the rest is on standard error. */
function plainScreen(terminal: Terminal): Screen {
  return {
    line: async (...lines) => {
      for (const line of lines) if (line !== "") terminal.note(line)
    },
    stream: nothing,
    settle: nothing,
    said: async (role, text) => {
      if (role === "answer") return terminal.print(plain(text).trimEnd())
      terminal.note(plain(text).trimEnd())
    },
    busy: () => undefined,
    close: () => undefined,
  }
}

const nothing = async () => undefined

const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] as const
const frameMs = 100

// Long lines of prose are hard to read.
const readable = 100

function liveScreen(terminal: Terminal, width: number): Screen {
  const { paint } = terminal
  const flow = textFlow(Math.min(width, readable))
  let streaming: "text" | "reasoning" | null = null
  let afterLine = false
  let busy: Busy | null = null
  let frame = 0
  let timer: NodeJS.Timeout | undefined
  const draw = () => {
    if (!busy || streaming) return
    const spinner = frames[frame++ % frames.length] ?? ""
    terminal.progress(cut(`${spinner} ${busy.what}${timeOf(busy)}`, width - 1))
  }
  const clear = () => {
    if (busy) terminal.progress("")
  }
  const painted = (text: string) => (streaming === "reasoning" ? eachLine(text, paint.dim) : text)
  const settle = async () => {
    if (!streaming) return
    const { rest, midLine } = flow.end()
    const last = `${painted(rest)}${midLine ? "\n" : ""}`
    streaming = null
    if (last) await terminal.write(last)
  }
  return {
    settle,
    async line(...lines) {
      await settle()
      clear()
      if (lines.length === 0) return draw()
      await terminal.print(...lines.flatMap((line) => fitted(line, width)))
      afterLine = lines.at(-1) !== ""
      draw()
    },
    async stream(kind, text) {
      if (streaming !== kind) {
        await settle()
        clear()
        streaming = kind
        // Prose stands apart from the lines of tools.
        if (afterLine) await terminal.write("\n")
        afterLine = false
      }
      const written = painted(flow.add(plain(text)))
      if (written) await terminal.write(written)
    },
    said: settle,
    busy(what) {
      if (!what) clear()
      busy = what
      timer ??= setInterval(draw, frameMs)
      // What only moves must not keep the process alive.
      timer.unref()
      if (!what) {
        clearInterval(timer)
        timer = undefined
      } else draw()
    },
    close() {
      clear()
      clearInterval(timer)
      timer = undefined
      busy = null
    },
  }
}

function timeOf(busy: Busy): string {
  const now = Date.now()
  if ("until" in busy) return ` ${Math.max(0, Math.ceil((busy.until - now) / 1000))} s`
  const seconds = Math.floor((now - busy.since) / 1000)
  return seconds < 1 ? "" : `  ${seconds} s`
}

const eachLine = (text: string, paint: (line: string) => string) => text.split("\n").map(paint).join("\n")

// Painted lines are made to fit by whoever paints them.
function fitted(line: string, width: number): string[] {
  return line.includes("\x1b") ? [line] : wrap(line, width)
}
