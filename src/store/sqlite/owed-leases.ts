import type { Lease } from "../contract.ts"
import type { Commit } from "./commit.ts"
import type { Core } from "./core.ts"
import { dropLease } from "./lease.ts"
import type { Streams } from "./partials.ts"

/** How soon it is tried again to give back what the storage has refused. */
const againMs = 1000

/** Leases that this store has let go of, until the disk says so too. */
export type OwedLeases = {
  /**
   * Gives a lease back. This store drives no more from this moment, whatever becomes of it on the disk; where the storage
   * fails it is tried again and again, and whoever waits here is told.
   */
  release(lease: Lease): Promise<void>
  /** Settles when nothing is owed of a session: only then it may be taken anew. */
  settle(session: string): Promise<void>
  settleAll(): Promise<void>
  stop(): void
}

export function owedLeases(core: Core, commit: Commit, streaming: Streams): OwedLeases {
  const underWay = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  // The text first, in the epoch that it belongs to: while the lease is on the disk nobody else can have gone on.
  const giveBack = async (session: string, epoch: number) => {
    await streaming.finish(session)
    await commit(() => dropLease(core, { session, epoch }))
    core.owed.delete(session)
    streaming.drop(session)
  }

  const settle = (session: string): Promise<void> => {
    const epoch = core.owed.get(session)
    if (epoch === undefined) return Promise.resolve()
    const known = underWay.get(session)
    if (known) return known
    const giving = giveBack(session, epoch)
      .catch((error: unknown) => {
        later()
        throw error
      })
      .finally(() => underWay.delete(session))
    underWay.set(session, giving)
    return giving
  }

  const settleAll = async () => {
    const settled = await Promise.allSettled([...core.owed.keys()].map(settle))
    for (const outcome of settled) if (outcome.status === "rejected") throw outcome.reason
  }

  const later = () => {
    if (stopped || timer) return
    timer = setTimeout(() => {
      timer = undefined
      // Whoever released it was told why; what fails again is put on the clock again.
      void settleAll().catch(() => undefined)
    }, againMs).unref()
  }

  return {
    async release(lease) {
      const { session, epoch } = lease
      if (core.leases.get(session) === epoch) {
        core.leases.delete(session)
        core.owed.set(session, epoch)
      }
      if (core.owed.get(session) === epoch) await settle(session)
      else await commit(() => dropLease(core, lease))
    },
    settle,
    settleAll,
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
