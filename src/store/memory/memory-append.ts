import { HoldfastError } from "../../session/error.ts"
import type { Event } from "../../session/event.ts"
import { foldBranch, inRanges } from "../../session/fold.ts"
import { openPartials } from "../../session/partial.ts"
import { blobsOf } from "../../session/policy.ts"
import type { SessionState } from "../../session/state.ts"
import { ownerPath } from "../../session/view/owner-path.ts"
import { admit, assertAuthority, beginWith, type Prepared, prepare } from "../admission.ts"
import type { Appended, Authority, Lease, NewOwner, NewSession } from "../contract.ts"
import { assertSameBody } from "../idempotency.ts"
import { thisProcess } from "../owner.ts"
import {
  decode,
  type Keyed,
  logOf,
  type MemoryData,
  type MemoryLog,
  missing,
  newLog,
  noteChange,
  put,
  stateAt,
} from "./memory-data.ts"

/** Begins a log, or a fork of one. */
export function openLog(data: MemoryData, id: string, prepared: Prepared, session: NewSession): void {
  if (data.logs.has(id)) throw new HoldfastError("exists", `There is a session ${id} already.`)
  if (data.tombstones.has(id)) throw missing(data, id)
  const log = newLog(data, id)
  if (session.parent) inherit(data, log, session.parent)
  const { state, events } = beginWith(log.state, prepared)
  data.logs.set(id, log)
  write(data, log, events, prepared.bodies, state)
}

/** Appends prepared events to a log, or refuses all of them. */
export function appendTo(data: MemoryData, log: MemoryLog, prepared: Prepared, by: Authority | "store"): Appended {
  if (by !== "store") assertAuthority(log.id, by, log.holder ? log.epoch : 0, log.state.seq)
  const { state, events } = admit(log.state, prepared.events, {
    refold: (ranges) => foldBranch(log.id, log.events.filter(({ seq }) => inRanges(ranges, seq)).map(decode)),
    hasStarted: ({ kind, id }) => log.startedItems.has(`${kind} ${id}`),
  })
  for (const event of events) {
    for (const blob of blobsOf(event)) if (!data.blobs.has(blob)) throw notStored(event, blob)
  }
  write(data, log, events, prepared.bodies, state)
  return { seq: state.seq, events }
}

/** Does the work once for each key; a repetition gets what came of it the first time. */
export function once(keys: Map<string, Keyed>, key: string | undefined, digest: string, work: () => string): string {
  const before = key === undefined ? undefined : keys.get(key)
  if (key !== undefined && before) {
    assertSameBody(key, before.digest, digest)
    return before.result
  }
  const result = work()
  if (key !== undefined) keys.set(key, { digest, result })
  return result
}

/** Takes the lease in a new epoch and records the owner, or says who has it. */
export function takeLease(data: MemoryData, id: string, owner: NewOwner, store: symbol): Lease {
  const log = logOf(data, id)
  const { host, pid } = thisProcess()
  if (log.holder) {
    const { type, path } = log.holder
    throw new HoldfastError(
      "owned",
      `Session ${id} is driven by ${path} (this process). Follow it, or send an input: its driver will receive it.`,
      { details: { session: id, owner: { type, path, pid, host } } },
    )
  }
  const epoch = log.epoch + 1
  const path = owner.path ?? ownerPath(owner.type)
  const owned = {
    ownerType: owner.type,
    ownerPath: path,
    host,
    pid,
    epoch,
    ...(owner.lost ? { lost: owner.lost } : {}),
  }
  appendTo(data, log, prepare([{ type: "session.owned", data: owned }], { kind: "owner", name: path }), "store")
  log.epoch = epoch
  log.holder = { type: owner.type, path, store }
  return { session: id, epoch, owner: { type: owner.type, path } }
}

function inherit(data: MemoryData, log: MemoryLog, { session, seq }: { session: string; seq: number }): void {
  const parent = logOf(data, session)
  log.parent = session
  log.base = seq
  log.foreignThrough = Math.min(seq, parent.foreignThrough)
  put(log, parent.events.slice(0, seq))
  log.state = { ...stateAt(parent, seq), id: log.id }
}

function write(
  data: MemoryData,
  log: MemoryLog,
  events: readonly Event[],
  bodies: readonly string[],
  state: SessionState,
): void {
  put(
    log,
    events.map(({ session, seq }, index) => ({ n: data.next(), session, seq, body: bodies[index] ?? "" })),
  )
  log.state = state
  // The outcome takes the place of its partial.
  log.partials = openPartials(log.partials, state)
  noteChange(data, log.id)
}

function notStored(event: Event, blob: string): HoldfastError {
  return new HoldfastError("not-found", `${event.type} names the blob ${blob}, which is not stored. Put it first.`)
}
