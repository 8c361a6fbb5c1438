import type { Message } from "../../models/contract.ts"
import { isLongResult, shortResult } from "../../session/view/short-result.ts"
import type { Told } from "../conversation.ts"
import { estimateMessages } from "./estimate.ts"
import { planCompaction, type Size } from "./plan.ts"
import { contextPolicy } from "./policy.ts"

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
 * Whether a request fits, or how it comes to fit: long results that are old are told in short, and where that is not
 * enough the context is compacted. What cannot be helped is sent as it is: the provider has the last word. Pure.
 */
export function fitContext(size: Size & { window: number | null; trimmed: number }): Fit {
  const { told, window, keep = contextPolicy.kept } = size
  const limit = size.own?.threshold ?? size.limit
  const before = tokensOf(told, size)
  if (before < limit) return asked(told, size, null)
  const newest = told.slice(-keep)
  // Where the newest messages alone are too much, nothing that is done to the older ones helps.
  if (tokensOf(newest, size) >= limit) {
    const all = trimmedThrough(told, size)
    if (all && all.tokens < limit) return asked(all.told, size, all)
  }
  const old = trimmedThrough(told.slice(0, -keep), size, told)
  if (old && old.tokens < contextPolicy.trimmedTo * limit) return asked(old.told, size, old)
  if (planCompaction(size)) return { ...asked(told, size, null), do: "compact" }
  const all = window !== null && before >= contextPolicy.full * window ? trimmedThrough(told, size) : null
  return asked(all?.told ?? told, size, all)
}

/** What is told, and what was done to it. */
export type Shortened = { told: readonly Told[]; trim: Trim }

/** The conversation with all long results in short, the newest as well; null where none is long. */
export function shortened(size: Size & { trimmed: number }): Shortened | null {
  const all = trimmedThrough(size.told, size)
  return all && { told: all.told, trim: trimOf(all) }
}

type Trimmed = { told: readonly Told[]; tokens: number; through: number; before: number }

function asked(told: readonly Told[], size: Size, trimmed: Trimmed | null): Fit {
  const messages = told.map(({ message }) => message)
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
  some: readonly Told[],
  size: Size & { trimmed: number },
  all: readonly Told[] = some,
): Trimmed | null {
  const long = some.flatMap(({ message, seen }) =>
    seen && message.role === "tool" && isLongResult(message.text) ? [seen.seq] : [],
  )
  const through = Math.max(0, ...long)
  if (through <= size.trimmed) return null
  const told = all.map((one) => inShort(one, through))
  return { told, tokens: tokensOf(told, size), through, before: tokensOf(all, size) }
}

function inShort({ message, seen }: Told, through: number): Told {
  if (message.role !== "tool" || seen?.role !== "tool" || seen.seq > through) return { message, seen }
  const text = shortResult(message.text, seen.whole)
  return { message: { ...message, text }, seen: { ...seen, text } }
}

function tokensOf(told: readonly Told[], { fixed, calibration }: Size): number {
  return calibration * (fixed + estimateMessages(told.map(({ message }) => message)))
}
