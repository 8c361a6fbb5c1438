import type { Message } from "../../models/contract.ts"
import { isLongResult, shortResult } from "../../session/view/short-result.ts"
import { contextPolicy } from "./context-policy.ts"
import type { ConversationEntry } from "./conversation.ts"
import { estimateMessages } from "./estimate.ts"
import { planCompaction, type Size } from "./plan-compaction.ts"

export type Trim = { through: number; tokensBefore: number; tokensAfter: number }

/** What is to be done about the size of a request, and what is sent if it comes to that. */
export type Fit = {
  do: "ask" | "compact"
  messages: readonly Message[]
  /** The uncalibrated estimate of all that is sent. */
  tokens: number
  trim: Trim | null
}

/**
 * Whether a request fits, or how to make it fit: old long results are shortened, and where that is not
 * enough the context is compacted. What cannot be shortened is sent as it is: the provider has the last word. Pure.
 */
export function fitContext(size: Size & { window: number | null; trimmed: number }): Fit {
  const { entries, window, keep = contextPolicy.kept } = size
  const limit = size.own?.threshold ?? size.limit
  const before = tokensOf(entries, size)
  if (before < limit) return asked(entries, size, null)
  const newest = entries.slice(-keep)
  // Where the newest messages alone are too much, nothing that is done to the older ones helps.
  if (tokensOf(newest, size) >= limit) {
    const all = trimmedThrough(entries, size)
    if (all && all.tokens < limit) return asked(all.entries, size, all)
  }
  const old = trimmedThrough(entries.slice(0, -keep), size, entries)
  if (old && old.tokens < contextPolicy.trimmedTo * limit) return asked(old.entries, size, old)
  if (planCompaction(size)) return { ...asked(entries, size, null), do: "compact" }
  const all = window !== null && before >= contextPolicy.full * window ? trimmedThrough(entries, size) : null
  return asked(all?.entries ?? entries, size, all)
}

/** The shortened conversation, and how it was shortened. */
export type Shortened = { entries: readonly ConversationEntry[]; trim: Trim }

/** The conversation with all long results in short, the newest as well; null where none is long. */
export function shortened(size: Size & { trimmed: number }): Shortened | null {
  const all = trimmedThrough(size.entries, size)
  return all && { entries: all.entries, trim: trimOf(all) }
}

type Trimmed = { entries: readonly ConversationEntry[]; tokens: number; through: number; before: number }

function asked(entries: readonly ConversationEntry[], size: Size, trimmed: Trimmed | null): Fit {
  const messages = entries.map(({ message }) => message)
  return {
    do: "ask",
    messages,
    tokens: size.fixed + estimateMessages(messages),
    trim: trimmed && trimOf(trimmed),
  }
}

function trimOf({ through, before, tokens }: Trimmed): Trim {
  return { through, tokensBefore: Math.round(before), tokensAfter: Math.round(tokens) }
}

/** The conversation with the long ones of some results in short; null where none of them is long. */
function trimmedThrough(
  some: readonly ConversationEntry[],
  size: Size & { trimmed: number },
  all: readonly ConversationEntry[] = some,
): Trimmed | null {
  const long = some.flatMap(({ message, seen }) =>
    seen && message.role === "tool" && isLongResult(message.text) ? [seen.seq] : [],
  )
  const through = Math.max(0, ...long)
  if (through <= size.trimmed) return null
  const entries = all.map((one) => inShort(one, through))
  return { entries, tokens: tokensOf(entries, size), through, before: tokensOf(all, size) }
}

function inShort({ message, seen }: ConversationEntry, through: number): ConversationEntry {
  if (message.role !== "tool" || seen?.role !== "tool" || seen.seq > through) return { message, seen }
  const text = shortResult(message.text, seen.whole)
  return { message: { ...message, text }, seen: { ...seen, text } }
}

function tokensOf(entries: readonly ConversationEntry[], { fixed, calibration }: Size): number {
  return calibration * (fixed + estimateMessages(entries.map(({ message }) => message)))
}
