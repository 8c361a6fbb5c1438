import type { Item } from "../../src/session/view/transcript/item.ts"
import type { TranscriptItem } from "../../src/session/view/transcript.ts"
import type { OutboxEntry } from "../live/outbox-entries.ts"
import { keyOf } from "./list-items.ts"

/** A row of the transcript. `day` is set on the first row of a day. */
export type ListRow =
  | { kind: "item"; key: string; item: TranscriptItem; day: string | null }
  | { kind: "retries"; key: string; failed: readonly Item<"answer">[]; day: string | null }
  | { kind: "outbox"; key: string; entry: OutboxEntry; day: null }

/**
 * The rows of a transcript: items, then unsent messages. The first item gets no day, which depends on earlier events.
 * Queued inputs are shown in the queue until consumed.
 */
export function rowsOf(
  items: readonly TranscriptItem[],
  entries: readonly OutboxEntry[],
  { first, dayOf, queued = false }: { first: number; dayOf: (at: string) => string; queued?: boolean },
): ListRow[] {
  const shown = items.filter((item) => !isWithdrawn(item) && !(queued && waits(item)))
  const asked = new Set(items.flatMap((item) => (item.kind === "ask" && item.as === "question" ? [callOf(item)] : [])))
  const said = shown.filter(saysSomething).filter(isLastOfRewinds).filter(isNoQuestion(asked))
  let today = first > 1 && said[0] ? dayOf(said[0].at) : null
  const there = new Set<string>()
  const rows = said.map((item): ListRow => {
    // An imported log may repeat an input id.
    const key = there.has(keyOf(item)) ? `${keyOf(item)}@${item.seq}` : keyOf(item)
    there.add(key)
    const day = dayOf(item.at)
    const isNew = day !== today
    today = day
    return { kind: "item", key, item, day: isNew ? item.at : null }
  })
  const merged = withRetries(rows)
  const sent = entries
    .map((entry): ListRow => ({ kind: "outbox", key: `input:${entry.key}`, entry, day: null }))
    .filter(({ key }) => !there.has(key) && !items.some((item) => keyOf(item) === key))
  return [...merged, ...sent]
}

/** Merges consecutive failed model calls that were retried. */
function withRetries(rows: readonly ListRow[]): ListRow[] {
  const merged: ListRow[] = []
  for (const row of rows) {
    const failed = row.kind === "item" && row.item.kind === "answer" && row.item.state === "failed" ? row.item : null
    const before = merged.at(-1)
    if (failed && before?.kind === "retries" && before.failed.at(-1)?.turn === failed.turn) {
      merged[merged.length - 1] = { ...before, failed: [...before.failed, failed] }
    } else if (failed?.failure?.retry) merged.push({ kind: "retries", key: row.key, failed: [failed], day: row.day })
    else merged.push(row)
  }
  return merged
}

// Withdrawn: its words are back in the composer.
const isWithdrawn = (item: TranscriptItem) => item.kind === "input" && item.state === "withdrawn"

const waits = (item: TranscriptItem) => item.kind === "input" && item.state === "waiting"

// An answer without text: the tool cards say enough. Execute mode is the default and not worth a row.
function saysSomething(item: TranscriptItem): boolean {
  if (item.kind === "mode") return item.mode !== "execute" || item.isSentToModel
  return item.kind !== "answer" || item.state !== "whole" || item.text !== "" || item.reasoning !== ""
}

// The ask's card replaces the call's.
const isNoQuestion = (asked: ReadonlySet<string>) => (item: TranscriptItem) =>
  item.kind !== "tool" || item.name !== "ask" || !asked.has(callOf(item))

// Models reuse call ids.
const callOf = ({ turn, call }: { turn: string | null; call: string | null }) => `${turn} ${call}`

// Show only the last of consecutive rewinds.
function isLastOfRewinds(item: TranscriptItem, at: number, all: readonly TranscriptItem[]): boolean {
  return item.kind !== "rewind" || all[at + 1]?.kind !== "rewind"
}

/** How many items start after an event. */
export function newSince(rows: readonly ListRow[], seq: number): number {
  return seq === 0 ? 0 : rows.filter((row) => (seqOf(row) ?? 0) > seq).length
}

function seqOf(row: ListRow): number | null {
  if (row.kind === "item") return row.item.seq
  return row.kind === "retries" ? (row.failed.at(-1)?.seq ?? null) : null
}

const days = new Map<string, string>()

/** The local calendar day of a time, cached per quarter of an hour, since it runs for every item at every event. */
export function localDay(at: string): string {
  // All time zone offsets are multiples of it.
  const quarter = `${at.slice(0, 14)}${Math.floor(Number(at.slice(14, 16)) / 15)}`
  const known = days.get(quarter)
  if (known) return known
  const day = new Date(at).toDateString()
  days.set(quarter, day)
  return day
}

/** The estimated height of a row before it is measured. */
export function estimateOf({ kind, ...row }: ListRow, width: number): number {
  if (kind === "outbox" || !("item" in row)) return 80
  return heightOf(row.item, width) + (row.day ? 40 : 0)
}

const lineHeight = 24

function heightOf(item: TranscriptItem, width: number): number {
  switch (item.kind) {
    case "input":
      return 64 + lineHeight * linesOf(item.text, width)
    case "answer":
      return 48 + lineHeight * linesOf(item.text, width)
    case "tool":
    case "check":
      return 52
    case "ask":
      return item.state === "open" ? 220 : 72
    case "stop":
      return 120
    default:
      return 44
  }
}

function linesOf(text: string, width: number): number {
  const perLine = Math.max(30, Math.min(width, 736) / 7.4)
  let lines = 0
  for (let from = 0; from <= text.length && lines < 400; ) {
    const end = text.indexOf("\n", from)
    const to = end === -1 ? text.length : end
    lines += Math.max(0.5, Math.ceil((to - from) / perLine))
    from = to + 1
  }
  return lines
}
