import { truncateToWidth, wrapTextWithAnsi } from "@earendil-works/pi-tui"
import { counted } from "../../../base/amount-text.ts"
import { oneLine, plain } from "../../../base/plain-words.ts"
import { endLine, endOf } from "../../../session/view/turn-end.ts"
import { askLines, askOf, factLines, titleOf } from "../../live/asking.ts"
import { checkLines } from "../../live/workflow-lines.ts"
import { answerWords } from "../../session/answer-words.ts"
import type { Paint } from "../../text/paint.ts"
import type { Entry } from "./entries.ts"
import { proseLines, readable } from "./prose.ts"
import { outputLines, runningLines, toolLines } from "./tool-lines.ts"

/** What entries are drawn with. */
export type Drawing = { paint: Paint; width: number; workspace: string; now: number; spinner: string }

const shown = { input: 12, reasoning: 6 } as const

/** The lines of an entry, none wider than the screen. */
export function entryLines(entry: Entry, drawing: Drawing): string[] {
  return linesOf(entry, drawing).map((line) => truncateToWidth(line, drawing.width, "…"))
}

function linesOf(entry: Entry, drawing: Drawing): string[] {
  const { paint, width } = drawing
  switch (entry.kind) {
    case "input": {
      // What a command of the person's stands for is for the model.
      const typed = entry.item.text.slice(0, entry.item.typed ?? undefined)
      const lines = wrapped(typed, Math.min(width, readable) - 2)
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
    case "output":
      return outputLines(entry.item, drawing)
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

export function wrapped(text: string, width: number): string[] {
  return wrapTextWithAnsi(plain(text), Math.max(8, width))
}
