import type { Item } from "../../src/session/view/transcript/item.ts"
import type { TranscriptItem } from "../../src/session/view/transcript.ts"
import type { Letter } from "../live/outbox.ts"
import { keyOf } from "./list-items.ts"

/** One row of the list. `day` is set on the first of a day. */
export type Row =
  | { kind: "item"; key: string; item: TranscriptItem; day: string | null }
  | { kind: "retries"; key: string; failed: readonly Item<"answer">[]; day: string | null }
  | { kind: "letter"; key: string; letter: Letter; day: null }

/**
 * The rows of a transcript: its items, then what is being sent. The first item of a page has no day above it: which one
 * begins there is known only with what came before. What is queued stands in the queue until it is taken up.
 */
export function rowsOf(
  items: readonly TranscriptItem[],
  letters: readonly Letter[],
  { first, dayOf, queued = false }: { first: number; dayOf: (at: string) => string; queued?: boolean },
): Row[] {
  const shown = queued ? items.filter((item) => !waits(item)) : items
  const asked = new Set(items.flatMap((item) => (item.kind === "ask" && item.as === "question" ? [callOf(item)] : [])))
  const said = shown.filter(saysSomething).filter(isLastOfRewinds).filter(isNoQuestion(asked))
  let today = first > 1 && said[0] ? dayOf(said[0].at) : null
  const there = new Set<string>()
  const rows = said.map((item): Row => {
    // A log from elsewhere may use the id of an input again.
    const key = there.has(keyOf(item)) ? `${keyOf(item)}@${item.seq}` : keyOf(item)
    there.add(key)
    const day = dayOf(item.at)
    const isNew = day !== today
    today = day
    return { kind: "item", key, item, day: isNew ? item.at : null }
  })
  const merged = withRetries(rows)
  const sent = letters
    .map((letter): Row => ({ kind: "letter", key: `input:${letter.key}`, letter, day: null }))
    .filter(({ key }) => !there.has(key) && !items.some((item) => keyOf(item) === key))
  return [...merged, ...sent]
}

/** Calls of the model that failed one after the other, and were to be tried again, are one row. */
function withRetries(rows: readonly Row[]): Row[] {
  const merged: Row[] = []
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

const waits = (item: TranscriptItem) => item.kind === "input" && item.state === "waiting"

// The model may call tools without a word: the cards of the tools say it. That it works is what it does by itself.
function saysSomething(item: TranscriptItem): boolean {
  if (item.kind === "mode") return item.mode !== "execute" || item.isTold
  return item.kind !== "answer" || item.state !== "whole" || item.text !== "" || item.reasoning !== ""
}

// The card of a question says all that its call does.
const isNoQuestion = (asked: ReadonlySet<string>) => (item: TranscriptItem) =>
  item.kind !== "tool" || item.name !== "ask" || !asked.has(callOf(item))

// Models use the ids of calls again.
const callOf = ({ turn, call }: { turn: string | null; call: string | null }) => `${turn} ${call}`

// Who went back more than once sees it said once.
function isLastOfRewinds(item: TranscriptItem, at: number, all: readonly TranscriptItem[]): boolean {
  return item.kind !== "rewind" || all[at + 1]?.kind !== "rewind"
}

/** How many items began after an event. */
export function newSince(rows: readonly Row[], seq: number): number {
  return seq === 0 ? 0 : rows.filter((row) => (seqOf(row) ?? 0) > seq).length
}

function seqOf(row: Row): number | null {
  if (row.kind === "item") return row.item.seq
  return row.kind === "retries" ? (row.failed.at(-1)?.seq ?? null) : null
}

const days = new Map<string, string>()

/** The calendar day of a time, where the reader is. Asked of every item at every event: each quarter of an hour is worked out once. */
export function localDay(at: string): string {
  // No clock of the world differs from others by less than that.
  const quarter = `${at.slice(0, 14)}${Math.floor(Number(at.slice(14, 16)) / 15)}`
  const known = days.get(quarter)
  if (known) return known
  const day = new Date(at).toDateString()
  days.set(quarter, day)
  return day
}

/** How high a row will be, before it is measured: near enough that little moves when it is. */
export function estimateOf({ kind, ...row }: Row, width: number): number {
  if (kind === "letter" || !("item" in row)) return 80
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
