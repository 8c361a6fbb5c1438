import { type SessionSignals, sessionSignals } from "../../session-signals.ts"
import { oneSlotSignal, type Signal } from "../../signal.ts"
import type { Core } from "../core.ts"
import type { Commit } from "./commit.ts"

/** How soon a write of another process is seen. Looking costs a few microseconds and no I/O. */
const lookEveryMs = 20

/** How often those who listen to the list look at the owners of running sessions: the death of one is no write. */
const rowsEveryMs = 1000

/** What wakes those who listen: a commit of this store tells which sessions it wrote, one of others only that it was. */
export type Watch = {
  sessions: SessionSignals
  /** Raised when the row of any session may have changed. */
  rows: Signal
  stop(): void
}

export function watch(core: Core, commit: Commit): Watch {
  let timer: NodeJS.Timeout | undefined
  let version: number | undefined
  let rowsRaisedAt = performance.now()

  const raiseAll = () => {
    sessions.raiseAll()
    rows.raise()
  }
  const look = () => {
    const seen = dataVersion()
    if (seen === undefined || seen !== version) raiseAll()
    version = seen
    if (performance.now() - rowsRaisedAt >= rowsEveryMs) {
      rowsRaisedAt = performance.now()
      rows.raise()
    }
    if (!sessions.awaited && !rows.awaited) halt()
  }
  // Of the writing connection: what that one commits itself leaves the version as it is.
  const dataVersion = () => {
    try {
      core.inPlace.glance()
      return core.writer.get<{ data_version: number }>("PRAGMA data_version")?.data_version
    } catch {
      return undefined // a follower is woken, meets the same disk, and reports the problem
    }
  }
  const halt = () => {
    clearInterval(timer)
    timer = undefined
  }
  const onWait = () => {
    timer ??= setInterval(look, lookEveryMs)
  }
  const sessions = sessionSignals(onWait)
  const rows = oneSlotSignal(onWait)

  commit.onCommit((written) => {
    for (const id of written) sessions.raiseLog(id)
    if (written.size > 0) rows.raise()
  })
  return {
    sessions,
    rows,
    stop() {
      halt()
      raiseAll()
    },
  }
}
