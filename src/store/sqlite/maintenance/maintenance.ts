import { setImmediate } from "node:timers/promises"
import type { Commit } from "../commit/commit.ts"
import type { Core } from "../core.ts"
import { sealNext } from "../log/seal.ts"
import { indexNext, isIndexDue } from "../search/search.ts"
import { warnOf } from "../warning.ts"
import { clearSpared } from "./pending-erasures.ts"
import { refreshSnapshots } from "./refresh-snapshots.ts"

/** Maintenance waits for a quiet moment, but no longer than until this much has gathered. */
const limits = { quietMs: 2_000, unindexedEvents: 16384, hotTimes: 4 } as const
const indexBatch = 256

export type Maintenance = {
  /** Tells that events were written to a session. */
  noteAppend(id: string, events: number, hotBytes: number): void
  /**
   * Does what is due, and settles when it is done. Where the store closes, a few events are left to be indexed later: a
   * search looks through them all the same, and a commit would take longer.
   */
  run(options?: { closes?: boolean }): Promise<void>
  stop(): void
}

/** Indexing and sealing, off the hot path: in transactions of their own, when enough has gathered or all is quiet. */
export function maintenance(core: Core, commit: Commit): Maintenance {
  let waiting = 0
  const large = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  const work = async (closes: boolean) => {
    waiting = 0
    // What is sealed must be in the index.
    if (!closes || large.size > 0 || isIndexDue(core, indexBatch)) {
      while ((await commit(() => indexNext(core, indexBatch))) === indexBatch) await setImmediate()
    }
    for (const id of [...large]) {
      large.delete(id)
      while (await commit(() => sealNext(core, id))) await setImmediate()
    }
    await clearSpared(core, commit)
    // What was given to a full disk is kept back again once there is space.
    core.space.reserve()
  }

  const run = async ({ closes = false } = {}): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    if (running) await running
    running = work(closes).finally(() => {
      running = undefined
      // What came in meanwhile was not put on the clock.
      if (waiting > 0 || large.size > 0) later(limits.quietMs)
    })
    await running
  }

  // A timer that is put off by every append would cost more than it saves: it looks at the clock when it fires.
  let dueAt = 0
  let firesAt = 0
  const later = (ms: number) => {
    dueAt = performance.now() + ms
    if (!timer || dueAt < firesAt) arm(ms)
  }
  const arm = (ms: number) => {
    clearTimeout(timer)
    firesAt = performance.now() + ms
    timer = setTimeout(fire, ms).unref()
  }
  const fire = () => {
    timer = undefined
    const left = dueAt - performance.now()
    if (left > 1) arm(left)
    else void run().catch(warnOf("tend its store"))
  }

  // Not at once: a command that is over in a moment has something else to do.
  const upkeep = setTimeout(() => {
    void refreshSnapshots(core, commit).catch(warnOf("tend its store"))
  }, limits.quietMs).unref()

  return {
    noteAppend(id, events, hotBytes) {
      waiting += events
      if (hotBytes >= core.rotateAfterBytes) large.add(id)
      const overdue = waiting >= limits.unindexedEvents || hotBytes >= core.rotateAfterBytes * limits.hotTimes
      if (!running) later(overdue ? 0 : limits.quietMs)
    },
    run,
    stop() {
      clearTimeout(timer)
      clearTimeout(upkeep)
    },
  }
}
