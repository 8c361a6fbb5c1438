import { type ErrorCode, isHoldfastError } from "../../session/error.ts"
import { EngineLost } from "./engine.ts"

/** What follows when a session could not be driven. */
export type Setback =
  /** Another process drives it: look again when its row changes. */
  | { do: "stand-aside" }
  /** `suspectAmong`: with how many, itself included, it was on an engine that was lost; 0 when it is no suspect. */
  | { do: "try-again"; inMs: number; suspectAmong: number }
  /** Trying again would change nothing: a person has to. */
  | { do: "give-up" }

/** `tries`: how often in a row it has failed before. */
export function setbackOf(error: unknown, tries: number): Setback {
  if (error instanceof EngineLost)
    return tries < most.lost ? { do: "try-again", inMs: 0, suspectAmong: error.among } : giveUp
  if (!isHoldfastError(error)) return tries < most.unexpected ? tryAgain(tries, waits.unexpected) : giveUp
  switch (codes[error.code]) {
    case "aside":
      return { do: "stand-aside" }
    case "storage":
      return tryAgain(tries, waits.storage)
    case "final":
      return giveUp
  }
}

/**
 * The log ends a turn that crashes again and again at one point; these are for what comes before a turn is there.
 * What the storage lacks comes back one day: that is tried for ever.
 */
const most = { lost: 8, unexpected: 5 } as const

const waits = {
  unexpected: { firstMs: 200, mostMs: 10_000 },
  storage: { firstMs: 1_000, mostMs: 60_000 },
} as const

const giveUp: Setback = { do: "give-up" }

function tryAgain(tries: number, { firstMs, mostMs }: { firstMs: number; mostMs: number }): Setback {
  return { do: "try-again", inMs: Math.min(mostMs, firstMs * 2 ** tries), suspectAmong: 0 }
}

const codes = {
  owned: "aside",
  fenced: "aside",
  behind: "aside",
  "low-space": "storage",
  "storage-full": "storage",
  "storage-io": "storage",
  "storage-access": "storage",
  "storage-busy": "storage",
  "storage-missing": "storage",
  invalid: "final",
  "not-found": "final",
  erased: "final",
  exists: "final",
  illegal: "final",
  "key-reused": "final",
  "no-model": "final",
  "has-forks": "final",
  stopped: "final",
  answered: "final",
  "read-only": "final",
  damaged: "final",
  newer: "final",
  closed: "final",
} as const satisfies Record<ErrorCode, "aside" | "storage" | "final">
