import type { Lease } from "../../contract.ts"
import type { Commit } from "../commit/commit.ts"
import type { Core } from "../core.ts"
import type { Streams } from "../log/partials.ts"
import { dropLease } from "./lease.ts"

/** How soon a release that the storage refused is retried. */
const againMs = 1000

/** Leases that this store has released, but that are still on the disk. */
export type PendingReleases = {
  /**
   * Releases a lease. From this moment this store no longer drives, whether or not the disk takes the release. If the
   * storage fails, the promise rejects and the release is retried until it succeeds.
   */
  release(lease: Lease): Promise<void>
  /** Forgets a lease that was released together with an append. */
  note(session: string, epoch: number): void
  /** Settles when no release of a session is pending: only then may it be acquired again. */
  settle(session: string): Promise<void>
  settleAll(): Promise<void>
  stop(): void
}

export function pendingReleases(core: Core, commit: Commit, streaming: Streams): PendingReleases {
  const underWay = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  // The text first, in its own epoch: while the lease is on the disk no other process can have continued.
  const releaseNow = async (session: string, epoch: number) => {
    await streaming.finish(session)
    await commit(() => dropLease(core, { session, epoch }))
    core.unreleased.delete(session)
    streaming.drop(session)
  }

  const settle = (session: string): Promise<void> => {
    const epoch = core.unreleased.get(session)
    if (epoch === undefined) return Promise.resolve()
    const known = underWay.get(session)
    if (known) return known
    const giving = releaseNow(session, epoch)
      .catch((error: unknown) => {
        later()
        throw error
      })
      .finally(() => underWay.delete(session))
    underWay.set(session, giving)
    return giving
  }

  const settleAll = async () => {
    const settled = await Promise.allSettled([...core.unreleased.keys()].map(settle))
    for (const outcome of settled) if (outcome.status === "rejected") throw outcome.reason
  }

  const later = () => {
    if (stopped || timer) return
    timer = setTimeout(() => {
      timer = undefined
      // The caller of the release got the reason; another failure schedules the next attempt.
      void settleAll().catch(() => undefined)
    }, againMs).unref()
  }

  return {
    async release(lease) {
      const { session, epoch } = lease
      if (core.leases.get(session) === epoch) {
        core.leases.delete(session)
        core.unreleased.set(session, epoch)
      }
      if (core.unreleased.get(session) === epoch) await settle(session)
      else await commit(() => dropLease(core, lease))
    },
    note(session, epoch) {
      if (core.leases.get(session) !== epoch) return
      core.leases.delete(session)
      streaming.drop(session)
    },
    settle,
    settleAll,
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
