import { setTimeout as delay } from "node:timers/promises"
import type { Engine, EngineStatus } from "./engine.ts"

/** A place on an engine: who is on it, who of them is a suspect, and how many may be while one is. */
export type Seat = { engine: Engine; driving: Set<string>; suspects: Set<string>; room: number }

/** The engines, started as they are needed. */
export type Pool = {
  /** Begins an engine before there is anything to do. */
  warm(): void
  /**
   * Seats a session on the least loaded engine. One of several that were on an engine that was lost may be why: they are
   * given engines of their own, so that the faulty one takes down fewer each time, and at last none, and the others
   * continue at once. Null: there is no room now; `onRoom` says when to ask again.
   */
  seat(session: string, options: { suspectAmong: number }): Seat | null
  /** The session has shown that it is harmless: others may come beside it. */
  trust(seat: Seat, session: string): void
  leave(seat: Seat, session: string): void
  status(): EngineStatus[]
  /** Has all engines leave in order, and ends at the deadline what has not. */
  stop(options: { deadlineMs: number }): Promise<void>
}

/** What a thread gets to end that is ended; one that hangs in the system may never. */
const endMs = 500

/** How many engines more than usual there may be for suspects. */
const more = 2

/** How long to wait before an engine is started again that failed to start. */
const restart = { firstMs: 200, mostMs: 30_000 } as const

export function openPool({ open, size, onRoom }: { open(): Engine; size: number; onRoom(): void }): Pool {
  const seats = new Set<Seat>()
  let failures = 0
  let paused: NodeJS.Timeout | undefined
  let stopping = false

  const begin = (): Seat | null => {
    if (paused || stopping) return null
    const seat: Seat = { engine: open(), driving: new Set(), suspects: new Set(), room: Number.POSITIVE_INFINITY }
    seats.add(seat)
    void seat.engine.gone.then(() => forget(seat))
    return seat
  }
  const forget = (seat: Seat) => {
    seats.delete(seat)
    if (stopping) return
    failures = seat.engine.hasStarted ? 0 : failures + 1
    if (failures === 0) return onRoom()
    const waitMs = Math.min(restart.mostMs, restart.firstMs * 2 ** (failures - 1))
    clearTimeout(paused)
    paused = setTimeout(() => {
      paused = undefined
      onRoom()
    }, waitMs)
    paused.unref()
  }
  const shared = () => [...seats].filter(({ suspects }) => suspects.size === 0)

  /** Parted so, one of `among` is alone before the log calls an innocent one crashed: that is after three resumes. */
  const roomFor = (among: number) => Math.ceil(among / (size + more))
  const apart = (among: number): Seat | null => {
    const empty = [...seats].find(({ driving }) => driving.size === 0)
    if (empty) return empty
    const watched = [...seats].filter(({ suspects }) => suspects.size > 0)
    const fresh = watched.length < size + more ? begin() : null
    if (fresh) return fresh
    const open = watched.filter(({ driving, room }) => driving.size < Math.min(room, roomFor(among)))
    return open.sort((a, b) => a.driving.size - b.driving.size)[0] ?? null
  }
  const clear = (seat: Seat, session: string) => {
    seat.suspects.delete(session)
    if (seat.suspects.size === 0) seat.room = Number.POSITIVE_INFINITY
  }
  const beside = (): Seat | null => {
    const [least] = shared().sort((a, b) => a.driving.size - b.driving.size)
    if (least && (least.driving.size === 0 || shared().length >= size)) return least
    return begin() ?? least ?? null
  }

  return {
    warm: () => void begin(),
    seat(session, { suspectAmong }) {
      const seat = suspectAmong > 0 ? apart(suspectAmong) : beside()
      seat?.driving.add(session)
      if (seat && suspectAmong > 0) {
        seat.suspects.add(session)
        seat.room = Math.min(seat.room, roomFor(suspectAmong))
      }
      return seat
    },
    trust: clear,
    leave(seat, session) {
      seat.driving.delete(session)
      clear(seat, session)
      const isSpare = seat.driving.size === 0 && seats.size > size
      if (!isSpare || !seats.delete(seat)) return
      seat.engine.leave()
    },
    status: () => [...seats].map(({ engine }) => engine.status()),
    async stop({ deadlineMs }) {
      stopping = true
      clearTimeout(paused)
      const late = Promise.withResolvers<void>()
      const timer = setTimeout(late.resolve, deadlineMs)
      const leaving = [...seats]
      for (const { engine } of leaving) {
        if (engine.hasStarted) engine.leave()
        else void engine.end()
      }
      await Promise.race([Promise.all(leaving.map(({ engine }) => engine.gone)), late.promise])
      clearTimeout(timer)
      // The store is closed after this: leases that go with their thread are released before.
      const ends = leaving.map(({ engine }) => engine.end())
      await Promise.race([Promise.all(ends), delay(endMs, undefined, { ref: false })])
    },
  }
}
