import { HoldfastError } from "../../../session/error.ts"
import type { Loss } from "../../../session/event/session.ts"
import { ownerPath } from "../../../session/view/owner-path.ts"
import { prepare } from "../../admission.ts"
import type { Lease, NewOwner } from "../../contract.ts"
import { livenessOf, type ProcessIdentity } from "../../owner.ts"
import type { Core } from "../core.ts"
import type { Database } from "../database.ts"
import { appendEvents } from "../log/append.ts"
import { locateLog } from "../log/event-rows.ts"
import { sessionFor } from "../log/session.ts"
import { noteChange } from "../search/change-note.ts"

/** Who holds a lease, as stored beside it; and when each host asked whether it lives, by the clock of that host. */
export type Holder = {
  type: string
  path: string
  process: ProcessIdentity
  asked?: Record<string, number>
  subRun?: boolean
  /** With how many sessions, this one included, the owner was lost. */
  lostWith?: number
}

type LeaseRow = { epoch: number; owner: string | null; asked_at: number | null }

/** What the lease of a session says, if there is one. */
export type StoredLease = { id: string; epoch: number | null; owner: string | null; asked_at: number | null }

/**
 * Takes the lease in a new epoch and records the owner in the log, or says who has it. Runs inside a transaction.
 * A dead owner on this host is free at once; a remote one is asked whether it lives and has until the TTL to answer. The
 * clocks of two hosts are never compared: the process that takes over has measured the wait itself.
 */
export function takeLease(core: Core, id: string, owner: NewOwner): Lease | HoldfastError {
  const session = sessionFor(core, id)
  const { n } = session.place
  const row = core.writer.get<LeaseRow>("SELECT epoch, owner, asked_at FROM leases WHERE session = ?", n)
  const holder = holderOf(row?.owner)
  const verdict = holder ? judge(core, holder, row?.asked_at ?? null) : "free"
  if (holder && verdict !== "free") {
    if (verdict === "ask") ask(core, n, holder, row?.asked_at ?? null)
    return owned(id, holder, verdict === "mine" ? "this process" : `process ${holder.process.pid}`)
  }
  const epoch = (row?.epoch ?? 0) + 1
  const path = owner.path ?? ownerPath(owner.type)
  const taken: Holder = { type: owner.type, path, process: core.identity, ...(owner.subRun ? { subRun: true } : {}) }
  const { host, pid } = core.identity
  const lost = owner.lost ?? (holder ? lossOf(core, holder) : undefined)
  const data = { ownerType: owner.type, ownerPath: path, host, pid, epoch, ...(lost ? { lost } : {}) }
  appendEvents(core, id, prepare([{ type: "session.owned", data }], { kind: "owner", name: path }), "store")
  core.writer.run(
    `INSERT INTO leases (session, epoch, owner, beat_at, asked_at) VALUES (?, ?, ?, ?, NULL)
     ON CONFLICT (session) DO UPDATE SET epoch = excluded.epoch, owner = excluded.owner, beat_at = excluded.beat_at, asked_at = NULL`,
    n,
    epoch,
    JSON.stringify(taken),
    Date.now(),
  )
  const known = core.sessions.get(id)
  if (known) core.sessions.set(id, { ...known, epoch })
  return { session: id, epoch, owner: { type: owner.type, path } }
}

/** How the dead owner of a lease was lost; undefined where that cannot be seen from here. */
function lossOf(core: Core, holder: Holder): Loss | undefined {
  const { host, boot } = holder.process
  if (host !== core.identity.host || boot === "" || core.identity.boot === "") return undefined
  if (boot !== core.identity.boot) return "host-restart"
  return (holder.lostWith ?? countLost(core, holder)) > 1 ? "with-others" : "alone"
}

/**
 * Counts the sessions that a process drove when it was lost, and notes the number with each of their leases: they are
 * taken over one after the other, and the last one was not alone either. A sub-run is lost with its session, as one.
 */
function countLost(core: Core, { process }: Holder): number {
  const key = JSON.stringify(process)
  const together = core.writer
    .all<{ session: number; owner: string }>("SELECT session, owner FROM leases WHERE owner IS NOT NULL")
    .flatMap(({ session, owner }) => {
      const holder = holderOf(owner)
      return holder && JSON.stringify(holder.process) === key ? [{ session, holder }] : []
    })
  const lostWith = together.filter(({ holder }) => !holder.subRun).length
  for (const { session, holder } of together) {
    const noted = JSON.stringify({ ...holder, lostWith } satisfies Holder)
    core.writer.run("UPDATE leases SET owner = ? WHERE session = ?", noted, session)
  }
  return lostWith
}

/** Releases a lease; the epoch stays, so that the next one is higher. Runs inside a transaction. */
export function dropLease(core: Core, { session, epoch }: Pick<Lease, "session" | "epoch">): void {
  const place = locateLog(core.writer, session)
  if (!place) return
  const held = "SELECT 1 FROM leases WHERE session = ? AND epoch = ? AND owner IS NOT NULL"
  if (!core.writer.get(held, place.n, epoch)) return
  core.writer.run("UPDATE leases SET owner = NULL, asked_at = NULL WHERE session = ? AND epoch = ?", place.n, epoch)
  core.sessions.delete(session)
  noteChange(core, session)
}

/** Answers other hosts that ask whether our leases live. Costs a read, and a write only if one asked. */
export function answerAsked(core: Core): void {
  for (const [id, epoch] of core.leases) {
    const place = locateLog(core.writer, id)
    if (!place) continue
    core.writer.run(
      "UPDATE leases SET asked_at = NULL, beat_at = ? WHERE session = ? AND epoch = ? AND asked_at IS NOT NULL",
      Date.now(),
      place.n,
      epoch,
    )
  }
}

/** Whether a process drives the session now, as far as it can be seen from here. */
function isDriven(core: Core, { owner, asked_at }: StoredLease): boolean {
  const holder = holderOf(owner)
  return holder !== undefined && judge(core, holder, asked_at) !== "free"
}

/** Whether this store has released a lease that is still on the disk. */
export function isReleasePending(core: Core, id: string, epoch: number | null): boolean {
  return epoch !== null && core.unreleased.get(id) === epoch
}

/** The same for many sessions at one moment: one process drives many, and is looked at once. */
export function lookAtOwners(core: Core): (lease: StoredLease) => boolean {
  const verdicts = new Map<string, boolean>()
  return (lease) => {
    if (isReleasePending(core, lease.id, lease.epoch)) return false
    const key = `${lease.asked_at} ${lease.owner}`
    const verdict = verdicts.get(key) ?? isDriven(core, lease)
    verdicts.set(key, verdict)
    return verdict
  }
}

/** Throws while a process drives the session. */
export function assertUndriven(core: Core, { n, id }: { n: number; id: string }, what: string): void {
  const lease = core.writer.get<LeaseRow>("SELECT epoch, owner, asked_at FROM leases WHERE session = ?", n)
  if (!lease || isReleasePending(core, id, lease.epoch) || !isDriven(core, { id, ...lease })) return
  throw new HoldfastError("owned", `Session ${id} is being driven: ${what}.`, { details: { session: id } })
}

/** The leases that a database says are held, as far as their holders can be read. */
export function leasesIn(db: Database): Array<{ session: string; holder: Holder }> {
  const sql = "SELECT id AS session, owner FROM leases JOIN sessions ON n = session WHERE owner IS NOT NULL"
  return db.all<{ session: string; owner: string }>(sql).flatMap(({ session, owner }) => {
    const holder = holderOf(owner)
    return holder ? [{ session, holder }] : []
  })
}

export function holderOf(owner: string | null | undefined): Holder | undefined {
  try {
    return owner ? (JSON.parse(owner) as Holder) : undefined
  } catch {
    return undefined // damaged: no owner can be named; a take-over gets a new epoch
  }
}

function judge(core: Core, holder: Holder, askedAt: number | null): "free" | "mine" | "held" | "ask" {
  switch (livenessOf(holder.process, core.identity)) {
    case "dead":
      return "free"
    case "alive":
      return holder.process.pid === core.identity.pid ? "mine" : "held"
    case "elsewhere": {
      // The owner answers by emptying `asked_at`: what was asked before is over.
      const asked = askedAt === null ? undefined : holder.asked?.[clockOf(core.identity)]
      const waited = asked === undefined ? -1 : core.clock() - asked
      if (waited < 0) return "ask"
      return waited >= core.leaseTtlMs ? "free" : "held"
    }
  }
}

function ask(core: Core, n: number, holder: Holder, askedAt: number | null): void {
  const others = askedAt === null ? {} : holder.asked
  const asked = { ...others, [clockOf(core.identity)]: core.clock() }
  core.writer.run(
    "UPDATE leases SET owner = ?, asked_at = ? WHERE session = ?",
    JSON.stringify({ ...holder, asked }),
    Date.now(),
    n,
  )
}

/** Which clock a process reads: it restarts with each boot. */
const clockOf = ({ host, boot }: ProcessIdentity) => `${host} ${boot}`

function owned(id: string, holder: Holder, who: string): HoldfastError {
  const { pid, host } = holder.process
  return new HoldfastError(
    "owned",
    `Session ${id} is driven by ${holder.path} (${who}). Follow it, or send an input: its driver will receive it.`,
    { details: { session: id, owner: { type: holder.type, path: holder.path, pid, host } } },
  )
}
