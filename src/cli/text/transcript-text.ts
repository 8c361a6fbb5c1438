import { counted } from "../../base/amount-text.ts"
import { oneLine, plain } from "../../base/plain-words.ts"
import { shortId } from "../../base/short-id.ts"
import { clock, day } from "../../base/time-text.ts"
import { artifactName, restoreText } from "../../present/item-text.ts"
import type { EventType } from "../../session/event.ts"
import type { TranscriptItem } from "../../session/view/transcript.ts"
import { endLine, endOf } from "../../session/view/turn-end.ts"
import type { Terminal } from "../terminal.ts"
import { cut, wrap } from "./width.ts"

/** The transcript for a terminal, with long outputs truncated. */
export function transcriptLines(items: readonly TranscriptItem[], going: Going, terminal: Terminal): string[] {
  let date = ""
  const shown = items.filter(isShown)
  return shown.flatMap((item) => {
    const newDay = day(item.at) !== date
    date = day(item.at)
    return [...(newDay ? ["", terminal.paint.dim(date)] : []), "", ...itemLines(item, going, terminal)]
  })
}

function isShown(item: TranscriptItem): boolean {
  switch (item.kind) {
    // Summary notes are part of the compaction item.
    case "answer":
      return item.purpose !== "compact" || item.state !== "whole"
    // A turn's initial mode says little; a change is shown.
    case "mode":
      return item.as !== "route"
    // The todo tool's own item shows it.
    case "todos":
      return false
    default:
      return true
  }
}

/** Whether the session has a driver: open work is then running, otherwise interrupted. */
type Going = "on" | "off"

/** Whether an event starts a message, as `show` counts them. */
export function startsMessage({ type }: { type: string }): boolean {
  return beginnings.has(type)
}

const beginnings: ReadonlySet<string> = new Set([
  "input.accepted",
  "model.asked",
  "tool.called",
  "ask.opened",
  "done.verification-started",
] satisfies EventType[])

const outputLines = 6

function itemLines(item: TranscriptItem, going: Going, terminal: Terminal): string[] {
  const { paint } = terminal
  const time = paint.dim(`  ${clock(item.at).slice(0, 5)}  #${item.seq}`)
  const line = (text: string) => [terminal.width === undefined ? text : cut(text, terminal.width)]
  switch (item.kind) {
    case "input": {
      const state = item.state === "consumed" ? "" : ` (${item.state})`
      return [`${paint.bold(oneLine(item.by.name))}${state}${time}`, ...body(item.text, terminal)]
    }
    case "answer": {
      const what = item.state === "streaming" ? openStates[going] : answerStates[item.state]
      const purpose = item.purpose === "turn" ? "" : ` (${item.purpose})`
      const note = item.note ? `: ${oneLine(item.note)}` : ""
      return [
        `${paint.bold("agent")}${purpose}${what ? paint.yellow(` ${what}${note}`) : ""}${time}`,
        ...body(item.text || (item.state === "whole" ? "(no text)" : ""), terminal),
      ]
    }
    case "tool": {
      const changed = item.changed.map(({ path }) => oneLine(path)).join(", ")
      const name = oneLine(item.name) || "tool"
      const given = oneLine(argumentsText(item.arguments))
      const room =
        (terminal.width ?? Number.POSITIVE_INFINITY) -
        name.length -
        item.state.length -
        `  00:00  #${item.seq}`.length -
        2
      return [
        `${paint.cyan(name)} ${cut(given, Math.max(room, 8))} ${toolState(item.state, paint)}${time}`,
        ...(changed ? [`  ${paint.dim(`changed ${changed}`)}`] : []),
        ...body(item.output, terminal, outputLines).map(paint.dim),
      ]
    }
    case "ask": {
      const answer = item.state === "answered" ? `answered: ${oneLine(item.answer ?? "")}` : item.state
      const colour = item.state === "open" ? paint.yellow : paint.dim
      return [`${paint.bold("asks you")} ${colour(`(${answer})`)}${time}`, ...body(item.question, terminal)]
    }
    case "check":
      return [
        `${paint.cyan("check")} ${oneLine(item.command)} ${item.state}${time}`,
        ...body(item.output, terminal, outputLines).map(paint.dim),
      ]
    case "todos":
      return []
    case "artifact": {
      const who = item.edited ? oneLine(item.by.name) : "agent"
      return line(`-- ${who} wrote version ${item.version} of the ${artifactName(item.artifact)}`).map(paint.dim)
    }
    case "mode":
      return line(`-- ${item.mode}: ${oneLine(item.summary)}`).map(paint.dim)
    case "push-back":
      return line(`-- ${oneLine(item.text)}`).map(paint.dim)
    case "owner":
      return line(`-- resumed by ${oneLine(item.owner.type)} on ${oneLine(item.owner.host)}`).map(paint.dim)
    case "restore":
      return [
        ...line(`-- ${oneLine(restoreText(item))}`),
        ...item.left.flatMap(({ path, why }) => line(`   left ${oneLine(path)}: ${oneLine(why)}`)),
      ].map(paint.dim)
    case "saved":
      return line(`-- ${oneLine(item.by.name)} saved ${oneLine(item.change.path)}`).map(paint.dim)
    case "compaction":
      return line(`-- ${counted(item.removed, "message")} before this are summarized for the model`).map(paint.dim)
    case "trim": {
      const [before, after] = [item.tokensBefore, item.tokensAfter].map((tokens) => tokens.toLocaleString("en-US"))
      return line(`-- old results are shortened for the model: ${before} tokens are now ${after}`).map(paint.dim)
    }
    case "kept":
      return line(`-- not compacted: ${oneLine(item.because)}`).map(paint.dim)
    case "fork":
      return line(`-- forked from ${shortId(item.parent.session)} at ${item.parent.seq}`).map(paint.dim)
    case "rewind":
      return line(`-- went back to ${item.to}`).map(paint.dim)
    case "stop":
      return line(`-- ${oneLine(endLine(endOf(item, item.facts ?? {})))}`).map(paint.dim)
    case "unknown":
      return line(`-- ${oneLine(item.type)}, of a newer Holdfast`).map(paint.dim)
  }
  return item satisfies never
}

const answerStates = { whole: "", failed: "failed", interrupted: "interrupted" } as const
const openStates = { on: "is answering", off: "was interrupted" } as const

function toolState(state: string, paint: Terminal["paint"]): string {
  if (state === "ok") return paint.green("ok")
  return state === "called" || state === "running" ? paint.yellow(state) : paint.red(state)
}

// A single argument is shown without its name.
function argumentsText(given: Record<string, unknown>): string {
  const entries = Object.entries(given)
  const [first] = entries
  if (entries.length === 1 && typeof first?.[1] === "string") return first[1]
  return entries.length === 0 ? "" : JSON.stringify(given)
}

function body(text: string, { width }: Terminal, maxLines = Number.POSITIVE_INFINITY): string[] {
  const clean = plain(text).trimEnd()
  if (clean === "") return []
  const lines = width === undefined ? clean.split("\n") : wrap(clean, Math.min(width, readable) - 2)
  const shown = lines.slice(0, maxLines).map((line) => `  ${line}`.trimEnd())
  return lines.length > maxLines ? [...shown, `  … ${counted(lines.length - maxLines, "more line")}`] : shown
}

// Prose is wrapped at a readable width.
const readable = 100
