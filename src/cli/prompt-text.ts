import type { ShownDiff, ShownPrompt, ShownSection } from "../agent/prompt/shown.ts"
import { bytes, counted, plain } from "../agent/text/plain.ts"
import { shortId } from "../agent/text/short-id.ts"
import { diffPaint } from "./live/tool-text.ts"
import type { Terminal } from "./terminal.ts"
import { cut, wrap } from "./text/width.ts"

/** A prompt for a person: what it is, how large, and each section with its name. */
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
  if (session === null) return "What a new session here would be told"
  return sent === null
    ? `What ${shortId(session)} would be told now`
    : `What ${shortId(session)} was told last (event ${sent})`
}

const sizeOf = (part: ShownSection) => `${bytes(part.bytes)}, about ${counted(part.tokens, "token")}`

/** What changed between two prompts, most telling first. */
export function promptDiffLines(
  { session, from, to, highlights, sections }: ShownDiff & { from: number },
  terminal: Terminal,
): string[] {
  const { paint, width } = terminal
  const fitting = (line: string) => (width === undefined ? plain(line) : cut(plain(line), width))
  return [
    paint.bold(`What ${shortId(session)} was told: event ${from} → event ${to}`),
    ...highlights.map((line) => `- ${plain(line)}`),
    ...sections.flatMap(({ name, change, because, added, removed, lines }) => [
      "",
      paint.cyan(`[${plain(name)}] ${change} (+${added} -${removed}): ${because}`),
      ...lines.map((line) => diffPaint(line, paint)(fitting(line))),
    ]),
  ]
}
