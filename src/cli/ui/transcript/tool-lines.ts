import { truncateToWidth } from "@earendil-works/pi-tui"
import { counted } from "../../../base/amount-text.ts"
import { oneLine, plain } from "../../../base/plain-words.ts"
import { mainArgument, outcomeBody, outcomeWords } from "../../live/tool-text.ts"
import type { Entry } from "./entries.ts"
import type { Drawing } from "./entry-lines.ts"

type Tool = Extract<Entry, { kind: "tool" }>["item"]

const shown = { output: 4, running: 5, opened: 2_000 } as const

/** A call with what came of it: the diff of an edit, the first lines of an output, the last ones of a failure. */
export function toolLines(item: Tool, drawing: Drawing): string[] {
  const { paint, width, workspace } = drawing
  const { name, state, output, exitCode, durationMs } = item
  const what = mainArgument(item.arguments, workspace)
  if (state === "running" || state === "called") {
    return runningLines({ name: oneLine(name), what, since: item.since ?? item.at, output }, drawing)
  }
  const edits = isEdit(item) ? "edit" : "other"
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
  return [head, ...(ok && edits === "other" ? firstLines(output, drawing) : outcomeBody(outcome, edits, drawing))]
}

type Running = { name: string; what: string; since: string; output: string }

/** What runs, for how long, and the last lines that it printed. */
export function runningLines(
  { name, what, since, output }: Running,
  { paint, width, now, spinner }: Drawing,
): string[] {
  const time = clockOf(now - Date.parse(since))
  const room = Math.max(8, width - name.length - time.length - 6)
  return [
    `${paint.yellow(spinner)} ${paint.cyan(name)} ${truncateToWidth(what, room, "…")}  ${paint.dim(time)}`,
    ...linesIn(output.slice(-4000))
      .slice(-shown.running)
      .map((line) => paint.dim(truncateToWidth(`  ${line}`, width, "…"))),
  ]
}

/** All of an output. */
export function outputLines(item: Tool, { paint, width, workspace }: Drawing): string[] {
  const what = mainArgument(item.arguments, workspace)
  const lines = linesIn(item.output)
  const more = lines.length - shown.opened
  return [
    truncateToWidth(
      `${paint.cyan(oneLine(item.name))} ${what}  ${paint.dim(counted(lines.length, "line"))}`,
      width,
      "…",
    ),
    ...lines.slice(0, shown.opened).map((line) => paint.dim(truncateToWidth(`  ${line}`, width, "…"))),
    ...(more > 0 ? [paint.dim(`  … ${counted(more, "more line")}`)] : []),
  ]
}

/** Whether an output has more lines than are shown of it. */
export function isShortened(item: Tool): boolean {
  const most = item.state === "ok" ? shown.output : 8
  return item.state !== "running" && item.state !== "called" && !isEdit(item) && linesIn(item.output).length > most
}

const isEdit = ({ changed, job, name }: Tool) =>
  changed.length > 0 && job === null && !/^(?:memory|notepad)_/.test(name)

function firstLines(output: string, { paint, width }: Drawing): string[] {
  const lines = linesIn(output)
  const kept = lines.slice(0, shown.output).map((line) => paint.dim(truncateToWidth(`  ${line}`, width, "…")))
  const more = lines.length - kept.length
  return more > 0 ? [...kept, paint.dim(`  … ${counted(more, "more line")}, Ctrl-O shows all`)] : kept
}

/** Its lines, without what the model is told of an exit code that the first line names already. */
function linesIn(output: string): string[] {
  return plain(output)
    .trimEnd()
    .split("\n")
    .filter((line) => line.trim() !== "" && !/^(?:It printed nothing\. )?Exit code \d+\.$/.test(line))
}

/** `7 s`, `2:05`. */
export function clockOf(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`
}
