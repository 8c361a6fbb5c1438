import { plain } from "../../agent/text/plain.ts"
import type { Terminal } from "../terminal.ts"
import { cut, lastColumns, widthOf, wrap } from "../text/width.ts"
import { textFlow } from "./flow.ts"

/** What is going on, and since when or until when, in milliseconds since the epoch. */
type Busy = { what: string; since: number } | { what: string; until: number }

/** A line that is being typed, and where in it the cursor is. */
export type Draft = { prompt: string; text: string; cursor: number }

/** Where a turn is told: in a terminal as it happens, elsewhere line by line. */
export type Screen = {
  /** Whole lines; in a terminal those without paint are broken to fit. */
  line(...lines: readonly string[]): Promise<void>
  /** A line about something else: text that streams continues below it. */
  notice(line: string): Promise<void>
  /** Text as it is streamed. */
  stream(kind: "text" | "reasoning", text: string): Promise<void>
  /** Ends the line that is being streamed. */
  settle(): Promise<void>
  /** A whole text of the model: the answer that ends its work, or something said in between. */
  said(role: "answer" | "between", text: string): Promise<void>
  busy(what: Busy | null): void
  /** What is being typed, on the last line; null for nothing. */
  typed(draft: Draft | null): void
  /** Stops what moves. */
  close(): void
}

export function screenFor(terminal: Terminal): Screen {
  return terminal.width === undefined ? plainScreen(terminal) : liveScreen(terminal)
}

/** Standard output gets the answer and nothing else, so that it can be piped; the rest is on standard error. */
function plainScreen(terminal: Terminal): Screen {
  let draft: Draft | null = null
  const note = (line: string) => {
    if (draft) terminal.progress("")
    terminal.note(line)
    drawDraft()
  }
  const drawDraft = () => {
    if (draft) drawTyped(terminal, draft, fallbackWidth)
  }
  return {
    line: async (...lines) => {
      for (const line of lines) if (line !== "") note(line)
    },
    notice: async (line) => note(line),
    stream: nothing,
    settle: nothing,
    said: async (role, text) => {
      if (role === "answer") return terminal.print(plain(text).trimEnd())
      note(plain(text).trimEnd())
    },
    busy: () => undefined,
    typed(next) {
      if (draft && !next) terminal.progress("")
      draft = next
      drawDraft()
    },
    close: () => undefined,
  }
}

const nothing = async () => undefined

const frameMs = 100

// Long lines of prose are hard to read.
const readable = 100
const fallbackWidth = 80

function liveScreen(terminal: Terminal): Screen {
  const { paint, spinner } = terminal
  const width = () => terminal.width ?? fallbackWidth
  const flow = textFlow(() => Math.min(width(), readable))
  let streaming: "text" | "reasoning" | null = null
  let afterLine = false
  let busy: Busy | null = null
  let draft: Draft | null = null
  let frame = 0
  let timer: NodeJS.Timeout | undefined
  /** What the last line shows of ours: a status in its place, or a draft below the text that streams. */
  let shown: "nothing" | "status" | "below" = "nothing"
  const clear = () => {
    if (shown === "status") terminal.progress("")
    if (shown === "below") terminal.backFromBelow(flow.column % width())
    shown = "nothing"
  }
  const draw = () => {
    if (streaming && !draft) return clear()
    if (streaming && shown === "nothing") terminal.below()
    if (draft) drawTyped(terminal, draft, width())
    else if (busy)
      terminal.progress(cut(`${spinner[frame++ % spinner.length]} ${busy.what}${timeOf(busy)}`, width() - 1))
    else return clear()
    shown = streaming ? "below" : "status"
  }
  const painted = (text: string) => (streaming === "reasoning" ? eachLine(text, paint.dim) : text)
  const settle = async () => {
    if (!streaming) return
    clear()
    const { rest, midLine } = flow.end()
    const last = `${painted(rest)}${midLine ? "\n" : ""}`
    afterLine = streaming === "reasoning"
    streaming = null
    if (last) await terminal.write(last)
    draw()
  }
  const line = async (...lines: readonly string[]) => {
    await settle()
    if (lines.length === 0) return
    clear()
    await terminal.print(...lines.flatMap((each) => fitted(each, width())))
    afterLine = lines.at(-1) !== ""
    draw()
  }
  return {
    settle,
    line,
    async notice(text) {
      if (!streaming) return line(text)
      clear()
      const before = flow.breakLine() ? [""] : []
      await terminal.write([...before, ...fitted(text, width()), ""].join("\n"))
      draw()
    },
    async stream(kind, text) {
      if (streaming !== kind) await settle()
      clear()
      if (streaming !== kind) {
        streaming = kind
        // Prose stands apart from the lines of tools, and the answer from what led to it.
        if (afterLine) await terminal.write("\n")
        afterLine = false
        // Colour alone must not tell it from the answer.
        if (kind === "reasoning") await terminal.write(painted(flow.add("Thinking: ")))
      }
      const written = painted(flow.add(plain(text)))
      if (written) await terminal.write(written)
      if (draft) draw()
    },
    said: settle,
    busy(what) {
      busy = what
      if (!streaming) draw()
      clearInterval(timer)
      timer = undefined
      if (!what) return
      timer = setInterval(() => streaming || draw(), frameMs)
      // What only moves must not keep the process alive.
      timer.unref()
    },
    typed(next) {
      draft = next
      draw()
    },
    close() {
      clearInterval(timer)
      timer = undefined
      busy = null
      draft = null
      clear()
    },
  }
}

/** The line that is being typed: of one that is too long, the part around the cursor. */
function drawTyped(terminal: Terminal, { prompt, text, cursor }: Draft, width: number): void {
  const before = plain(text.slice(0, cursor))
  const after = plain(text.slice(cursor))
  const room = Math.max(1, width - widthOf(prompt) - 2)
  const start = widthOf(before) > room ? `…${lastColumns(before, room - 1)}` : before
  const end = cut(after, Math.max(0, room - widthOf(start)))
  terminal.progress(`${prompt}${start}${end}`, { back: widthOf(end) })
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
