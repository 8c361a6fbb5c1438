import type { ShownDiff, ShownPrompt, ShownSection } from "../../agent/prompt/shown-prompt.ts"
import { bytes, counted } from "../../base/amount-text.ts"
import { plain } from "../../base/plain-words.ts"
import { shortId } from "../../base/short-id.ts"
import { diffPaint } from "../live/tool-text.ts"
import type { Terminal } from "../terminal.ts"
import { cut, wrap } from "./width.ts"

/** A prompt for people: its format, size and named sections. */
export function promptLines(shown: ShownPrompt, { paint, width }: Terminal): string[] {
  const fitting = (line: string) => (width === undefined ? [line] : wrap(line, width))
  const stable = shown.sections.filter((part) => part.stable)
  const head = [
    `${what(shown)}: ${shown.format} tool format, ${shown.mode} mode${shown.brief ? ", in few words" : ""}`,
    `${counted(shown.sections.length, "section")}, ${bytes(shown.bytes)}, about ${counted(shown.tokens, "token")}; the first ${stable.length} stay as they are until the next compaction`,
    "No model was asked.",
  ]
  return [
    ...head.flatMap(fitting).map((line, index) => (index === 0 ? paint.bold(line) : line)),
    ...shown.sections.flatMap((part) => [
      "",
      paint.cyan(`[${plain(part.name)}] ${part.stable ? "stable" : "dynamic"}, ${sizeOf(part)}`),
      ...plain(part.text).split("\n").flatMap(fitting),
    ]),
  ]
}

function what({ session, sent }: ShownPrompt): string {
  if (session === null) return "Prompt of a new session here"
  return sent === null ? `Prompt of ${shortId(session)} now` : `Prompt last sent in ${shortId(session)} (event ${sent})`
}

const sizeOf = (part: ShownSection) => `${bytes(part.bytes)}, about ${counted(part.tokens, "token")}`

/** The differences of two prompts, most important first. */
export function promptDiffLines(
  { session, from, to, highlights, sections }: ShownDiff & { from: number },
  terminal: Terminal,
): string[] {
  const { paint, width } = terminal
  const fitting = (line: string) => (width === undefined ? plain(line) : cut(plain(line), width))
  return [
    paint.bold(`Prompt of ${shortId(session)}: event ${from} → event ${to}`),
    ...highlights.map((line) => `- ${plain(line)}`),
    ...sections.flatMap(({ name, change, because, added, removed, lines }) => [
      "",
      paint.cyan(`[${plain(name)}] ${change} (+${added} -${removed}): ${because}`),
      ...lines.map((line) => diffPaint(line, paint)(fitting(line))),
    ]),
  ]
}
