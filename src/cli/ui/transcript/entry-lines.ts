import { Markdown, truncateToWidth, wrapTextWithAnsi } from "@earendil-works/pi-tui"
import { counted } from "../../../base/amount-text.ts"
import { oneLine, plain } from "../../../base/plain-words.ts"
import { endLine, endOf } from "../../../session/view/turn-end.ts"
import { askLines, askOf, factLines, titleOf } from "../../live/asking.ts"
import { mainArgument, outcomeBody, outcomeWords } from "../../live/tool-text.ts"
import { checkLines } from "../../live/workflow-lines.ts"
import { answerWords } from "../../session/answer-words.ts"
import type { Paint } from "../../text/paint.ts"
import { markdownTheme } from "../screen/theme.ts"
import type { Entry } from "./entries.ts"

/** What entries are drawn with. */
export type Drawing = { paint: Paint; width: number; workspace: string; now: number; spinner: string }

const shown = { input: 12, output: 4, running: 5, reasoning: 6 } as const

/** Prose is wrapped at a readable width. */
const readable = 100

/** The lines of an entry, none wider than the screen. */
export function entryLines(entry: Entry, drawing: Drawing): string[] {
  return linesOf(entry, drawing).map((line) => truncateToWidth(line, drawing.width, "…"))
}

function linesOf(entry: Entry, drawing: Drawing): string[] {
  const { paint, width } = drawing
  switch (entry.kind) {
    case "input": {
      const lines = wrapped(entry.item.text, Math.min(width, readable) - 2)
      const [first = "", ...rest] = lines.slice(0, shown.input)
      const more =
        lines.length > shown.input ? [paint.dim(`  … ${counted(lines.length - shown.input, "more line")}`)] : []
      const files = entry.item.attachments.map(({ name }) => paint.dim(`  + ${oneLine(name)}`))
      return [
        `${paint.cyan("›")} ${paint.bold(first)}`,
        ...rest.map((line) => `  ${paint.bold(line)}`),
        ...more,
        ...files,
      ]
    }
    case "reasoning": {
      const lines = wrapped(`Thinking: ${entry.text.trim()}`, Math.min(width, readable))
      const kept = lines.slice(-shown.reasoning)
      return [...(kept.length < lines.length ? [paint.dim("Thinking: …")] : []), ...kept.map(paint.dim)]
    }
    case "prose":
      return proseLines(entry.text, drawing)
    case "tool":
      return toolLines(entry.item, drawing)
    case "check": {
      const { command, state, summary, output } = entry.item
      if (state === "running") {
        return runningLines({ name: "check", what: oneLine(command), since: entry.item.at, output }, drawing)
      }
      const outcome = { status: state, summary: summary ?? "", output: { text: output } }
      return checkLines(command, outcome, drawing)
    }
    case "ask": {
      const { as: kind } = entry.item
      const about = askOf(entry.item)
      const title = wrapped(`? ${titleOf(about)}`, width).map(paint.yellow)
      // How to approve is for the panel to say.
      return [...title, ...(kind === "question" ? askLines : factLines)(about, drawing)]
    }
    case "answered": {
      const { state, reason, verdict, scope, answer } = entry.item
      if (state === "expired" || verdict === null)
        return [paint.dim(`  Question withdrawn: ${oneLine(reason ?? "the turn ended")}`)]
      const text = verdict === "approve" ? {} : { text: answer === verdict ? "" : (answer ?? "") }
      const choice = verdict === "choice" ? { choice: answer ?? "" } : {}
      return [paint.dim(`  ${answerWords({ answer: verdict, ...(scope ? { scope } : {}), ...text, ...choice })}`)]
    }
    case "stop": {
      const end = endOf(entry.item, entry.item.facts ?? {})
      const colour =
        { good: paint.green, bad: paint.red, warn: paint.yellow }[end.tone as "good" | "bad" | "warn"] ?? paint.dim
      const isQuiet = end.tone === "good" && end.reason === null && end.points.length === 0
      const mark = end.tone === "good" ? "✓" : "■"
      return wrapped(`${mark} ${oneLine(endLine(end))}`, width).map(isQuiet ? paint.dim : colour)
    }
    case "note": {
      const colour = { quiet: paint.dim, warn: paint.yellow, plain: (text: string) => text }[entry.tone]
      return entry.text
        .split("\n")
        .flatMap((line) => wrapped(line, width))
        .map(colour)
    }
  }
}

function proseLines(text: string, { paint, width }: Drawing): string[] {
  const options = { preserveOrderedListMarkers: true, renderLatex: false }
  const markdown = new Markdown(plain(text), 0, 0, markdownTheme(paint), undefined, options)
  return withoutBlanks(markdown.render(Math.min(width, readable)).map((line) => line.trimEnd()))
}

function toolLines(item: Extract<Entry, { kind: "tool" }>["item"], drawing: Drawing): string[] {
  const { paint, width, workspace } = drawing
  const { name, state, output, exitCode, durationMs, changed, job } = item
  const what = mainArgument(item.arguments, workspace)
  if (state === "running" || state === "called") {
    return runningLines({ name: oneLine(name), what, since: item.since ?? item.at, output }, drawing)
  }
  const edits = changed.length > 0 && job === null && !/^(?:memory|notepad)_/.test(name) ? "edit" : "other"
  const outcome = {
    status: state,
    output: { text: output },
    ...(exitCode === null ? {} : { exitCode }),
    ...(durationMs === null ? {} : { durationMs }),
  }
  const words = outcomeWords(outcome, edits)
  const ok = state === "ok"
  const room = Math.max(8, width - name.length - words.length - 6)
  const mark = paint[ok ? "green" : "red"](ok ? "✓" : "✗")
  const head = `${mark} ${paint.cyan(oneLine(name))} ${truncateToWidth(what, room, "…")}  ${ok ? paint.dim(words) : paint.red(words)}`
  const body = outcomeBody(outcome, edits, drawing)
  return [head, ...(ok && edits === "other" ? firstLines(output, drawing) : body)]
}

/** The first lines of the output of a tool. */
function firstLines(output: string, { paint, width }: Drawing): string[] {
  const lines = plain(output)
    .trimEnd()
    .split("\n")
    .filter((line) => line.trim() !== "")
  const kept = lines.slice(0, shown.output).map((line) => paint.dim(truncateToWidth(`  ${line}`, width, "…")))
  const more = lines.length - kept.length
  return more > 0 ? [...kept, paint.dim(`  … ${counted(more, "more line")}`)] : kept
}

type Running = { name: string; what: string; since: string; output: string }

function runningLines({ name, what, since, output }: Running, { paint, width, now, spinner }: Drawing): string[] {
  const time = clockOf(now - Date.parse(since))
  const room = Math.max(8, width - name.length - time.length - 6)
  const said = plain(output.slice(-4000))
    .trimEnd()
    .split("\n")
    .filter((line) => line.trim() !== "")
  return [
    `${paint.yellow(spinner)} ${paint.cyan(name)} ${truncateToWidth(what, room, "…")}  ${paint.dim(time)}`,
    ...said.slice(-shown.running).map((line) => paint.dim(truncateToWidth(`  ${line}`, width, "…"))),
  ]
}

/** `7 s`, `2:05`. */
export function clockOf(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`
}

export function wrapped(text: string, width: number): string[] {
  return wrapTextWithAnsi(plain(text), Math.max(8, width))
}

function withoutBlanks(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => line !== "")
  const last = lines.findLastIndex((line) => line !== "")
  return first === -1 ? [] : lines.slice(first, last + 1)
}
