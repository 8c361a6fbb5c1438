import type { Row } from "../../src/server/contract/common.ts"
import { type StopCode, stopCodes } from "../../src/session/event/turn.ts"
import type { SessionState } from "../../src/session/state.ts"

/** How a session stands, at a glance. */
export type Standing =
  | "damaged"
  | "newer"
  | "trouble"
  | "waits"
  | "working"
  | "interrupted"
  | "failed"
  | "unverified"
  | "stopped"
  | "finished"
  | "new"

export type Tone = "plain" | "accent" | "good" | "warn" | "bad"

/** The colour of each standing. It never speaks alone: the word stands beside it, or is told to screen readers. */
export const toneOf = {
  damaged: "bad",
  newer: "warn",
  trouble: "bad",
  waits: "warn",
  working: "accent",
  interrupted: "warn",
  failed: "bad",
  unverified: "warn",
  stopped: "plain",
  finished: "good",
  new: "plain",
} as const satisfies Record<Standing, Tone>

/**
 * How a session stands, from its row; the state, where it is followed, knows sooner. The row alone knows whether somebody
 * is at work on it.
 */
export function standingOf(row: Row, state?: SessionState): Standing {
  if (row.damage !== null) return "damaged"
  const isNewer = state !== undefined && state.seq >= row.seq
  if (state?.log.newer) return "newer"
  if (row.trouble) return "trouble"
  if (isNewer ? state.log.asks.open.length > 0 : row.status === "waiting") return "waits"
  if (isNewer ? state.log.turn !== null : row.status === "running" || row.status === "interrupted") {
    return row.status === "interrupted" ? "interrupted" : "working"
  }
  return afterStop(isNewer ? (state.branch.stop?.code ?? null) : row.stop)
}

/** How a session stood at an event. Who was at work on it then nobody knows: a turn that is open counts as worked on. */
export function standingThen({ log, branch }: SessionState): Standing {
  if (log.newer) return "newer"
  if (log.asks.open.length > 0) return "waits"
  return log.turn === null ? afterStop(branch.stop?.code ?? null) : "working"
}

/** Something happened in it that nobody has looked at. One that was never opened here is not called unread. */
export function isUnread(row: Row): boolean {
  return row.readSeq !== null && row.readSeq < row.seq && row.status !== "running"
}

/** Whether a person has to do something before it goes on. */
export function wantsPerson(standing: Standing): boolean {
  return standing === "waits" || standing === "trouble" || standing === "interrupted"
}

function afterStop(code: string | null): Standing {
  if (code === null) return "new"
  // Finished, and nothing speaks against it; but nothing shows that it works either.
  if (code === "completed-unverified") return "unverified"
  const exit = code in stopCodes ? stopCodes[code as StopCode] : 1
  switch (exit) {
    case 0:
      return "finished"
    case 4:
    case 130:
      return "stopped"
    case 1:
    case 5:
      return "failed"
  }
}
