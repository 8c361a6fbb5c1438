import { plain } from "../../base/plain-words.ts"
import type { Terminal } from "../terminal.ts"
import { cut, lastColumns, widthOf, wrap } from "../text/width.ts"
import { textFlow } from "./flow.ts"
import { type ProseFlow, proseFlow } from "./prose-flow.ts"

/** The current activity, with its start or end in milliseconds since the epoch. */
type Busy = { what: string; since: number } | { what: string; until: number }

/** The line being typed, and its cursor. */
export type Draft = { prompt: string; text: string; cursor: number }

/** Output for a running turn: live in a terminal, line by line in a pipe. */
export type Screen = {
  /** Whole lines; a terminal wraps those without colours. */
  line(...lines: readonly string[]): Promise<void>
  /** A line about something else; streamed text continues below it. */
  notice(line: string): Promise<void>
  stream(kind: "text" | "reasoning", text: string): Promise<void>
  settle(): Promise<void>
  /** A complete text of the model: the final answer or one in between. */
  said(role: "answer" | "between", text: string): Promise<void>
  busy(what: Busy | null): void
  /** Shows the draft on the last line; null hides it. */
  typed(draft: Draft | null): void
  close(): void
}

export function screenFor(terminal: Terminal): Screen {
  return terminal.width === undefined ? plainScreen(terminal) : liveScreen(terminal)
}

/** Only the answer goes to standard output, so that it can be piped; everything else to standard error. */
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

// Prose is wrapped at a readable width.
const readable = 100
const fallbackWidth = 80

function liveScreen(terminal: Terminal): Screen {
  const { paint, spinner } = terminal
  const width = () => terminal.width ?? fallbackWidth
  const flow = textFlow(() => Math.min(width(), readable))
  let streaming: "text" | "reasoning" | null = null
  /** The answer that is being written: a block of Markdown is shown when it is whole. */
  let prose: ProseFlow | null = null
  let afterLine = false
  let busy: Busy | null = null
  let draft: Draft | null = null
  let frame = 0
  let timer: NodeJS.Timeout | undefined
  /** What the last line shows: a status, or a draft below streamed text. */
  let shown: "nothing" | "status" | "below" = "nothing"
  const clear = () => {
    if (shown === "status") terminal.progress("")
    if (shown === "below") terminal.backFromBelow(flow.column % width())
    shown = "nothing"
  }
  const draw = () => {
    if (prose && !draft) {
      terminal.progress(cut(`${spinner[frame++ % spinner.length]} ${prose.preview(width() - 3)}`, width() - 1))
      shown = "status"
      return
    }
    if (streaming && !prose && !draft) return clear()
    if (streaming && !prose && shown === "nothing") terminal.below()
    if (draft) drawTyped(terminal, draft, width())
    else if (busy)
      terminal.progress(cut(`${spinner[frame++ % spinner.length]} ${busy.what}${timeOf(busy)}`, width() - 1))
    else return clear()
    shown = streaming && !prose ? "below" : "status"
  }
  const painted = (text: string) => (streaming === "reasoning" ? eachLine(text, paint.dim) : text)
  const settle = async () => {
    if (!streaming) return
    clear()
    const written = await prose?.end()
    prose = null
    if (written?.length) await terminal.write(`${written.join("\n")}\n`)
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
      if (prose) {
        await terminal.write(`${fitted(text, width()).join("\n")}\n`)
        return draw()
      }
      const before = flow.breakLine() ? [""] : []
      await terminal.write([...before, ...fitted(text, width()), ""].join("\n"))
      draw()
    },
    async stream(kind, text) {
      if (streaming !== kind) await settle()
      clear()
      if (streaming !== kind) {
        streaming = kind
        // A blank line separates prose from tool lines, and the answer from what precedes it.
        if (afterLine) await terminal.write("\n")
        afterLine = false
        // Reasoning must be recognizable without colour.
        if (kind === "reasoning") await terminal.write(painted(flow.add("Thinking: ")))
      }
      if (kind === "text") {
        prose ??= proseFlow({ paint, width })
        const blocks = await prose.add(text)
        if (blocks.length > 0) await terminal.write(`${blocks.join("\n")}\n`)
        return draw()
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
      // An animation must not keep the process alive.
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

/** The draft; if it is too long, the part around the cursor. */
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

// Coloured lines were already fitted to the width.
function fitted(line: string, width: number): string[] {
  return line.includes("\x1b") ? [line] : wrap(line, width)
}
