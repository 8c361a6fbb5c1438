import type { Row } from "../../src/server/contract/common.ts"
import { type StopCode, stopCodes } from "../../src/session/event/turn.ts"
import type { SessionState } from "../../src/session/state.ts"

/** A session's status at a glance. */
export type SessionStatus =
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

/** The colour of each status, always accompanied by a word, at least for screen readers. */
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
} as const satisfies Record<SessionStatus, Tone>

/** A session's status from its row; a followed state is more current. Only the row knows whether there is a driver. */
export function sessionStatusOf(row: Row, state?: SessionState): SessionStatus {
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

/** The status at an event. Drivers of the past are unknown, so an open turn counts as running. */
export function sessionStatusAt({ log, branch }: SessionState): SessionStatus {
  if (log.newer) return "newer"
  if (log.asks.open.length > 0) return "waits"
  return log.turn === null ? afterStop(branch.stop?.code ?? null) : "working"
}

/** Whether there are unread events; a session never opened here does not count. */
export function isUnread(row: Row): boolean {
  return row.readSeq !== null && row.readSeq < row.seq && row.status !== "running"
}

/** Whether the session waits for the user. */
export function wantsPerson(status: SessionStatus): boolean {
  return status === "waits" || status === "trouble" || status === "interrupted"
}

function afterStop(code: string | null): SessionStatus {
  if (code === null) return "new"
  // Finished without problems, but also without evidence.
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
