import type { TranscriptItem } from "../../../session/view/transcript.ts"
import { purposeText } from "../../live/purpose-text.ts"
import { blocksOf } from "./markdown-blocks.ts"

type Item<K extends TranscriptItem["kind"]> = Extract<TranscriptItem, { kind: K }>

/** What the transcript of the terminal shows, one below the other. */
export type Entry =
  | { kind: "input"; item: Item<"input"> }
  | { kind: "reasoning"; text: string }
  /** A finished part of an answer, or the one that is being written. */
  | { kind: "prose"; text: string }
  | { kind: "tool"; item: Item<"tool"> }
  /** All that a tool printed, where a person asked for it. */
  | { kind: "output"; item: Item<"tool"> }
  | { kind: "check"; item: Item<"check"> }
  | { kind: "ask"; item: Item<"ask"> }
  | { kind: "answered"; item: Item<"ask"> }
  | { kind: "stop"; item: Item<"stop"> }
  /** One grey line, of the workflow or of this program. */
  | { kind: "note"; text: string; tone: "quiet" | "warn" | "plain" }

/** `live`: it may still change. */
export type Placed = { key: string; entry: Entry; live: boolean }

/** The entries of a transcript, in its order. */
export function entriesOf(items: readonly TranscriptItem[], noteOf: (item: TranscriptItem) => string | null): Placed[] {
  return items.flatMap((item) => placed(item, noteOf))
}

function placed(item: TranscriptItem, noteOf: (item: TranscriptItem) => string | null): Placed[] {
  const key = `${item.kind}:${item.seq}`
  switch (item.kind) {
    // It may move until it is consumed: until then it is listed with the waiting ones.
    case "input":
      return item.state === "consumed"
        ? [{ key: `input:${item.input}`, entry: { kind: "input", item }, live: false }]
        : []
    case "answer":
      return answerEntries(key, item)
    case "tool":
      return isShown(item) ? [{ key, entry: { kind: "tool", item }, live: item.state === "running" }] : []
    case "check":
      return [{ key, entry: { kind: "check", item }, live: item.state === "running" }]
    case "ask": {
      const asked: Placed = { key, entry: { kind: "ask", item }, live: false }
      return item.state === "open"
        ? [asked]
        : [asked, { key: `${key}=`, entry: { kind: "answered", item }, live: false }]
    }
    case "stop":
      return [{ key, entry: { kind: "stop", item }, live: false }]
    case "todos":
      return []
    default: {
      const text = noteOf(item)
      return text === null ? [] : [{ key, entry: { kind: "note", text, tone: "quiet" }, live: false }]
    }
  }
}

function answerEntries(key: string, item: Item<"answer">): Placed[] {
  if (purposeText(item.purpose as Parameters<typeof purposeText>[0])) return []
  const isStreaming = item.state === "streaming"
  const blocks = blocksOf(item.text)
  const reasoning: Placed[] =
    item.reasoning.trim() === ""
      ? []
      : [
          {
            key: `${key}?`,
            entry: { kind: "reasoning", text: item.reasoning },
            live: isStreaming && blocks.length === 0,
          },
        ]
  const prose = blocks.map<Placed>((text, at) => ({
    key: `${key}#${at}`,
    entry: { kind: "prose", text },
    live: isStreaming && at === blocks.length - 1,
  }))
  const cut: Placed[] =
    item.state === "interrupted" || (item.state === "failed" && item.text !== "")
      ? [{ key: `${key}!`, entry: { kind: "note", text: interruptedText(item), tone: "warn" }, live: false }]
      : []
  return [...reasoning, ...prose, ...cut]
}

function interruptedText({ interrupted, state }: Item<"answer">): string {
  if (state === "failed") return "The connection was lost here."
  switch (interrupted?.reason) {
    case "cancelled":
    case "superseded":
      return "You stopped the answer here."
    case "time-limit":
      return "The time limit stopped the answer here."
    case "left":
      return "Holdfast exited here."
    case "crashed":
    case "unknown":
    case undefined:
      return "The answer was interrupted here."
  }
}

/** The todo list and questions have places of their own. */
function isShown({ name, state }: Item<"tool">): boolean {
  if (state === "called") return false
  return !((name === "todo" || name === "ask") && (state === "ok" || state === "running"))
}
