import { hash as digest } from "node:crypto"
import { HoldfastError } from "../../session/error.ts"
import type { Actor, Event } from "../../session/event.ts"
import { fold } from "../../session/fold.ts"
import { openPartials } from "../../session/partial.ts"
import { blobsOf } from "../../session/policy.ts"
import { prepare } from "../admission.ts"
import type { Adopted, ForeignLog } from "../contract.ts"
import { keyedAppends } from "../idempotency.ts"
import { plainEvent } from "../plain.ts"
import { blobRefsOf } from "../transfer/export-lines.ts"
import { bodyOf, checkLog, differs, withoutBlob } from "../transfer/foreign-log.ts"
import { uuidv7 } from "../uuid.ts"
import { appendTo } from "./memory-append.ts"
import { decode, type MemoryData, type MemoryLog, missing, newLog, noteChange, put } from "./memory-data.ts"

/** Takes in an exported log: new, the same, or longer than the one here; or as a copy under a new id. */
export function adoptLog(data: MemoryData, given: ForeignLog, options: { copy?: boolean; by: Actor }): Adopted {
  const log = { ...given, events: given.events.map(plainEvent) }
  const known = checkLog(log)
  if (data.tombstones.has(log.id)) throw missing(data, log.id)
  if (options.copy) return adoptCopy(data, log, known, options.by)
  const here = data.logs.get(log.id)
  if (here && !isSameHistory(here, log)) throw differs(log.id)
  const before = here?.state.seq ?? 0
  if (log.events.length <= before) return { id: log.id, outcome: "unchanged", events: 0 }
  if (here?.holder) {
    throw new HoldfastError("owned", `Session ${log.id} is being driven: it cannot be extended from a file now.`, {
      details: { session: log.id },
    })
  }
  insert(data, here ?? newLog(data, log.id), log, known)
  return { id: log.id, outcome: here ? "extended" : "imported", events: log.events.length - before }
}

function adoptCopy(data: MemoryData, log: ForeignLog, known: readonly Event[], by: Actor): Adopted {
  const copy = newLog(data, uuidv7())
  insert(data, copy, log, known)
  const { workspace, project } = copy.state.log
  const parent = { session: log.id, seq: log.events.length }
  appendTo(data, copy, prepare([{ type: "session.opened", data: { workspace, project, parent } }], by), "store")
  return { id: copy.id, outcome: "imported", events: log.events.length }
}

function insert(data: MemoryData, log: MemoryLog, foreign: ForeignLog, known: readonly Event[]): void {
  const brought = new Map(foreign.blobs.map(({ bytes }) => [digest("sha256", bytes, "hex"), bytes]))
  for (const event of known) {
    for (const blob of blobsOf(event)) {
      if (!brought.has(blob) && !data.blobs.has(blob)) throw withoutBlob(blob, event.seq)
    }
  }
  // What no event names could never be erased.
  const named = new Set(foreign.events.flatMap((event) => blobRefsOf(event).map(({ blob }) => blob)))
  for (const [blob, bytes] of brought) if (named.has(blob)) data.blobs.set(blob, bytes)
  const after = log.state.seq
  put(
    log,
    foreign.events.slice(after).map((event) => {
      return { n: data.next(), session: event.session, seq: event.seq, body: bodyOf(event) }
    }),
  )
  const keys = keyedAppends(log.id, ({ key, to, digest }) => {
    if (to > after) log.keys.set(key, { digest, result: String(to) })
  })
  for (const event of foreign.events) keys.see(event)
  keys.end(foreign.events.length)
  log.state = fold(log.id, log.events.map(decode))
  log.partials = openPartials(log.partials, log.state)
  log.foreignThrough = foreign.events.length
  data.logs.set(log.id, log)
  noteChange(data, log.id)
}

function isSameHistory(here: MemoryLog, log: ForeignLog): boolean {
  const common = log.events.slice(0, here.state.seq)
  return (
    here.events[0]?.session === log.events[0]?.session &&
    common.every((event, index) => here.events[index]?.body === bodyOf(event))
  )
}
