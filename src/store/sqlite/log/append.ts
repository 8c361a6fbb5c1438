import { emptyState } from "../../../session/empty-state.ts"
import { HoldfastError } from "../../../session/error.ts"
import type { Event } from "../../../session/event.ts"
import { openIntents } from "../../../session/partial.ts"
import { blobsOf } from "../../../session/policy.ts"
import type { SessionState } from "../../../session/state.ts"
import { admit, assertAuthority, beginWith, type Prepared } from "../../admission.ts"
import type { Appended, Authority } from "../../contract.ts"
import { assertSpace } from "../commit/low-space.ts"
import type { Core, Session } from "../core.ts"
import { rewriteRow, updateRow } from "../search/list-row.ts"
import { nameBlob } from "./blobs.ts"
import { genesis, sealForNow } from "./chain.ts"
import { hashAt, type LogLocation, locateLog } from "./event-rows.ts"
import { hasStarted, rememberKey, rememberStarted, repeatOf } from "./keys.ts"
import { missing, remember, sessionFor } from "./session.ts"
import { loadState, refoldBranch, saveSnapshot } from "./snapshot.ts"

/** Appends prepared events. Runs inside a transaction; refuses before it writes. */
export function appendEvents(
  core: Core,
  id: string,
  prepared: Prepared,
  by: Authority | "store",
  key?: string,
): Appended {
  const session = sessionFor(core, id)
  if (key !== undefined) {
    const repeated = repeatOf(core, session.place.n, key, prepared.digest)
    if (repeated !== undefined) return { seq: Number(repeated), events: [] }
  }
  if (by !== "store") assertAuthority(id, by, session.epoch, session.state.seq)
  // What ends or settles something is always let through.
  if (prepared.events.some(({ type }) => type === "turn.started" || type === "input.accepted")) assertSpace(core)
  const { state, events } = admit(session.state, prepared.events, {
    refold: (ranges) => refoldBranch(core.writer, session.place, ranges),
    hasStarted: (item) => hasStarted(core.writer, session.place, item),
  })
  assertBlobs(core, events)
  writeEvents(core, session, events, prepared.bodies, state)
  if (key !== undefined) rememberKey(core.writer, session.place.n, key, prepared.digest, String(state.seq))
  return { seq: state.seq, events }
}

/** Writes the first events of a session, and its row. Runs inside a transaction. */
export function openSession(
  core: Core,
  id: string,
  prepared: Prepared,
  parent: { session: string; seq: number } | undefined,
): void {
  // Only what is inherited is looked at: a damaged session can be forked before the damage.
  const origin = parent && locateLog(core.writer, parent.session)
  if (parent && !origin) throw missing(core, parent.session)
  if (origin && parent && (parent.seq < 1 || parent.seq > origin.head)) {
    throw new HoldfastError("not-found", `Session ${parent.session} has no event ${parent.seq} to fork from.`)
  }
  const base = parent?.seq ?? 0
  const chain = origin ? hashAt(core.writer, origin, base) : genesis(id)
  if (!chain)
    throw new HoldfastError("damaged", `Session ${parent?.session} cannot be forked at seq ${base}: it is damaged.`)
  const before = origin ? { ...loadState(core.writer, origin, base).state, id } : emptyState(id)
  const { state, events } = beginWith(before, prepared)
  const { log } = state
  core.writer.run(
    `INSERT INTO sessions (id, parent, base, head, hash, opened_at, updated_at, project, workspace, foreign_through)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?,
       min(?, coalesce((SELECT foreign_through FROM sessions WHERE n = ?), 0)))`,
    id,
    origin?.n ?? null,
    base,
    base,
    chain,
    Date.parse(log.openedAt),
    Date.parse(log.updatedAt),
    log.project,
    log.workspace,
    // Law: privilege. What is foreign stays foreign in a fork.
    base,
    origin?.n ?? null,
  )
  const place = locateLog(core.writer, id) as LogLocation
  const session: Session = {
    place,
    state: before,
    epoch: 0,
    hotBytes: 0,
    snapshotAt: base,
  }
  remember(core, id, session)
  writeEvents(core, session, events, prepared.bodies, state)
  // A fork begins with the tags that it inherits.
  rewriteRow(core, id)
}

function assertBlobs(core: Core, events: readonly Event[]): void {
  for (const event of events) {
    for (const hash of blobsOf(event)) {
      if (core.writer.get("SELECT 1 FROM blobs WHERE hash = ?", hash)) continue
      throw new HoldfastError("not-found", `${event.type} names the blob ${hash}, which is not stored. Put it first.`)
    }
  }
}

function writeEvents(
  core: Core,
  session: Session,
  events: readonly Event[],
  bodies: readonly string[],
  state: SessionState,
): void {
  const { place } = session
  core.touched.add(place.id)
  let chain = place.hash
  let bytes = 0
  for (const [index, event] of events.entries()) {
    const { body, hash } = sealForNow(chain, place.id, bodies[index] ?? "")
    core.writer.run(
      "INSERT INTO events (n, session, seq, body, hash) VALUES (?, ?, ?, ?, ?)",
      core.nextEvent(),
      place.n,
      event.seq,
      body,
      hash,
    )
    chain = hash
    bytes += body.length
    for (const blob of blobsOf(event)) {
      nameBlob(core.writer, place, blob)
    }
    rememberStarted(core.writer, place.n, event)
  }
  if (state.log.intents !== session.state.log.intents) dropPartials(core, place.n, session.state, state)
  const hotBytes = session.hotBytes + bytes
  updateRow(core, { n: place.n, head: state.seq, hash: chain, hotBytes }, session.state, state)
  // A rewind is folded from far back: it is done once.
  const due = state.seq - session.snapshotAt >= core.snapshotAfterEvents || state.live !== session.state.live
  const next: Session = {
    ...session,
    place: { ...place, head: state.seq, hash: chain },
    state,
    hotBytes,
    snapshotAt: due ? state.seq : session.snapshotAt,
  }
  if (due) saveSnapshot(core.writer, next.place, state, chain)
  remember(core, place.id, next)
}

// The outcome takes the place of its partial in the same transaction.
function dropPartials(core: Core, n: number, before: SessionState, now: SessionState): void {
  const open = openIntents(now)
  for (const intent of openIntents(before)) {
    if (!open.has(intent)) core.writer.run("DELETE FROM partials WHERE session = ? AND intent = ?", n, intent)
  }
}
