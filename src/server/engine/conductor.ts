import type { Loss } from "../../session/event/session.ts"
import type { Store } from "../../store/contract.ts"
import type { Log } from "../log.ts"
import type { Engine, EngineStatus } from "./engine.ts"
import { openPool, type Seat } from "./pool.ts"
import { setbackOf } from "./setback.ts"
import { waitForLease } from "./wait-for-lease.ts"

/** Sees to it that sessions with something to do are driven. */
export type Conductor = {
  /** Something was said to a session: it is driven until it rests. */
  wake(session: string): void
  driving(): readonly string[]
  /** How many sessions wait until another one rests. */
  waiting(): number
  engines(): readonly EngineStatus[]
  /** How many of those driven or in line were on an engine that was lost, and are watched: one of them may be why. */
  suspects(): number
  /** Whether a session is driven, or in line to be. */
  has(session: string): boolean
  /** Begins nothing more, lets what is under way come to a safe place, and settles at the deadline at the latest. */
  stop(options: { deadlineMs: number }): Promise<void>
}

export type ConductorOptions = {
  store: Pick<Store, "row" | "changes">
  /** Called when a session cannot be driven, and when it can again. */
  onTrouble(session: string, error: unknown): void
  openEngine(): Engine
  /** How many engines share the work. */
  size: number
  /** Whether to start the first one at once, so that the first request need not wait for it. */
  warm: boolean
  /** How many sessions may be driven at once. */
  driven(): Promise<number>
  /** For how long a session is watched that was on an engine that was lost, before others come beside it. */
  probationMs: number
  log: Log
}

/** Drives on engines: first come, first served, each session once at a time. It knows nothing that the log does not. */
export function createConductor(options: ConductorOptions): Conductor {
  const { store, log, probationMs } = options
  const line = new Set<string>()
  const driven = new Map<string, { again: boolean }>()
  /** With how many each was on an engine that was lost. */
  const suspects = new Map<string, number>()
  /** How the engine was lost that drove a session before. */
  const losses = new Map<string, Loss>()
  const tries = new Map<string, number>()
  const pauses = new Map<string, NodeJS.Timeout>()
  let stopped = false
  let most = 1

  const wake = (session: string) => {
    if (stopped) return
    const known = driven.get(session)
    if (known) {
      known.again = true
      return
    }
    clearTimeout(pauses.get(session))
    pauses.delete(session)
    aside.delete(session)
    line.add(session)
    advance()
  }
  const advance = onceAtATime(async () => {
    if (stopped) return
    most = await options.driven().catch((error: unknown) => {
      log.warn("how many sessions may be driven is not known: as many as before", { most, error })
      return most
    })
    for (const session of line) {
      if (stopped || driven.size >= most) return
      const seat = pool.seat(session, { suspectAmong: suspects.get(session) ?? 0 })
      if (!seat) continue
      line.delete(session)
      void drive(session, seat)
    }
  }, log)
  const pool = openPool({ open: options.openEngine, size: options.size, onRoom: advance })
  if (options.warm) pool.warm()
  const aside = waitForLease({ store, log, onFree: wake })

  const drive = async (session: string, seat: Seat) => {
    const entry = { again: false }
    driven.set(session, entry)
    const trusted = setTimeout(() => {
      suspects.delete(session)
      pool.trust(seat, session)
      advance()
    }, probationMs)
    trusted.unref()
    try {
      const lost = losses.get(session)
      losses.delete(session)
      await seat.engine.drive(session, { lost })
      forgive(session)
    } catch (error) {
      setBack(session, error)
    } finally {
      clearTimeout(trusted)
      driven.delete(session)
      pool.leave(seat, session)
    }
    // What was said while it came to rest: no wake is lost.
    if (entry.again) wake(session)
    else advance()
  }
  const forgive = (session: string) => {
    options.onTrouble(session, null)
    suspects.delete(session)
    tries.delete(session)
  }
  const setBack = (session: string, error: unknown) => {
    const failed = tries.get(session) ?? 0
    const setback = setbackOf(error, failed)
    if (stopped) return
    switch (setback.do) {
      case "stand-aside":
        log.debug("another process drives a session", { session })
        return aside.add(session)
      case "try-again":
        tries.set(session, failed + 1)
        if (setback.suspectAmong > 0) {
          suspects.set(session, setback.suspectAmong)
          losses.set(session, setback.suspectAmong > 1 ? "with-others" : "alone")
        }
        options.onTrouble(session, error)
        log.warn("a session is driven again", { session, tries: failed + 1, inMs: setback.inMs, error })
        return pause(session, setback.inMs)
      case "give-up":
        forgive(session)
        options.onTrouble(session, error)
        return log.error("a session cannot be driven", { session, error })
      default:
        setback satisfies never
    }
  }
  const has = (session: string) => driven.has(session) || line.has(session)
  const pause = (session: string, milliseconds: number) => {
    const timer = setTimeout(() => wake(session), milliseconds)
    timer.unref()
    pauses.set(session, timer)
  }

  return {
    wake,
    driving: () => [...driven.keys()],
    waiting: () => line.size,
    suspects: () => [...suspects.keys()].filter(has).length,
    engines: pool.status,
    has,
    async stop({ deadlineMs }) {
      stopped = true
      line.clear()
      for (const timer of pauses.values()) clearTimeout(timer)
      await Promise.all([aside.end(), pool.stop({ deadlineMs })])
    },
  }
}

/** Runs the work after the call; calls that come before it has started are one, and two never run at once. */
function onceAtATime(work: () => Promise<void>, log: Log): () => void {
  let running: Promise<void> = Promise.resolve()
  let queued = false
  return () => {
    if (queued) return
    queued = true
    running = running
      .then(() => {
        queued = false
        return work()
      })
      .catch((error: unknown) => log.error("sessions could not be given to engines", { error }))
  }
}
