import { HoldfastError, isHoldfastError } from "../../session/error.ts"
import { applyDelta, type Channel, noPartials, openIntents, type Partials } from "../../session/partial.ts"
import type { Intents, SessionState } from "../../session/state.ts"
import type { Lease, Piece } from "../contract.ts"
import { addPiece, characterBefore, type ShownThrough, type Streamed, streamedFrom } from "../streamed-text.ts"
import type { Commit } from "./commit.ts"
import type { Core } from "./core.ts"
import type { Database } from "./database.ts"
import { storageFailure } from "./failure.ts"
import { sessionFor } from "./session.ts"

/**
 * When streamed text is written at the latest: half of what is promised, the other half is for the write itself. The bytes
 * are those of all sessions together.
 */
const flushAfterMs = 50
const flushAfterBytes = 2048

/** What is promised: text that a crash would take is never more than this ahead of the disk where it is shown. */
const shownAhead = { ms: 100, bytes: 4096 } as const

/** What was streamed of a session, and its intents that may stream: only the owner changes those. */
type Live = { streamed: Streamed; written: Written; open: ReadonlySet<number>; intents: Intents }

/** How far each text is on the disk. */
type Written = Map<string, number>

type Pending = Piece & { intent: number; epoch: number; since: number }

/** Streamed output of the sessions that this store drives, in memory and on its way to the disk. */
export type Streams = {
  checkpoint(lease: Lease, intent: number, piece: Piece): void
  /** The text of a session that is driven here, fresh to the last character. */
  live(id: string): Streamed | undefined
  /** Whether a checkpoint is late: no more than what is on the disk is shown then. Followers are woken when it is there. */
  isBehind(id: string): boolean
  /** How far the text of a session may be shown; undefined where all of it may. */
  shownThrough(id: string): ShownThrough | undefined
  /** Goes on with what the owner before left behind. */
  begin(id: string, state: SessionState, left: Partials): void
  settle(id: string, state: SessionState): void
  drop(id: string): void
  /** Writes what waits of one session. Throws where the storage fails: it is all still there then. */
  finish(id: string): Promise<void>
  /** Writes what waits; settles when it is on the disk. */
  flush(): Promise<void>
  /** The same, if the disk failed the last time. */
  flushIfFailed(): Promise<void> | undefined
}

export function streams(core: Core, commit: Commit, changed: (id: string) => void): Streams {
  const live = new Map<string, Live>()
  const pending = new Map<string, Pending[]>()
  let bytes = 0
  let failed = false
  let timer: NodeJS.Timeout | undefined

  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    bytes = 0
    // What was streamed under a lease that is owed is tried by the clock: nobody who appends can do anything about it.
    const driven = [...pending.keys()].filter((id) => !core.owed.has(id))
    const written = await Promise.allSettled(driven.map(flushSession))
    const refusal = written.find((outcome) => outcome.status === "rejected")
    failed = refusal !== undefined
    if (refusal) throw refusal.reason
  }

  // What comes while a write waits for another process goes with it: the line does not grow with the text.
  const inLine = new Map<string, Promise<void>>()
  const flushSession = (id: string): Promise<void> => {
    const written = inLine.get(id) ?? writeSession(id)
    inLine.set(id, written)
    return written
  }

  // Each session is written or refused on its own: one that is damaged or gone does not hold up the others. Text waits until
  // it is on the disk: what is written twice is read as once, by its offsets.
  const writeSession = async (id: string) => {
    let taken: ReadonlySet<Pending> = new Set()
    try {
      await commit(() => {
        inLine.delete(id)
        taken = new Set(pending.get(id))
        writePieces(core, id, taken)
      })
    } catch (error) {
      inLine.delete(id)
      // What the session itself refuses can never be written; its next append is told why.
      const isRefused = isHoldfastError(error) && !error.code.startsWith("storage-")
      if (isRefused || !storageFailure(error, "write to", core.file)) pending.delete(id)
      if (isRefused) return
      throw error
    }
    const left = pending.get(id)?.filter((piece) => !taken.has(piece)) ?? []
    if (left.length > 0) pending.set(id, left)
    else pending.delete(id)
    noteWritten(live.get(id)?.written, taken, left)
    // What was held back may be shown now.
    changed(id)
  }

  const isBehind = (id: string) => {
    const pieces = pending.get(id) ?? []
    const since = pieces[0]?.since ?? Number.POSITIVE_INFINITY
    const unwritten = pieces.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
    return unwritten > shownAhead.bytes || performance.now() - since > shownAhead.ms
  }

  // What could not be written stays pending: the next append tries again, and reports it.
  const flushLater = () => void flush().catch(() => undefined)

  return {
    checkpoint(lease, intent, piece) {
      if (core.leases.get(lease.session) !== lease.epoch) return
      const stream = live.get(lease.session)
      if (!stream?.open.has(intent)) return
      const first = characterBefore(stream.streamed, intent, piece.channel, piece.offset)
      if (!addPiece(stream.streamed, intent, piece)) {
        throw new HoldfastError(
          "invalid",
          `A checkpoint at ${piece.offset} leaves a gap in ${piece.channel} of ${intent}.`,
        )
      }
      // A correction: what is on the disk from there on is something else.
      const key = `${intent} ${piece.channel}`
      if (piece.offset < (stream.written.get(key) ?? 0)) stream.written.set(key, piece.offset)
      queue(pending, lease, intent, piece, first)
      bytes += Buffer.byteLength(piece.text)
      if (bytes >= flushAfterBytes) flushLater()
      else timer ??= setTimeout(flushLater, flushAfterMs)
      changed(lease.session)
    },
    // Of a lease that is owed too: what the storage refused of its text is nowhere else.
    live: (id) => (core.leases.has(id) || core.owed.has(id) ? live.get(id)?.streamed : undefined),
    isBehind,
    shownThrough(id) {
      const written = live.get(id)?.written
      return isBehind(id) ? (seq, channel) => written?.get(`${seq} ${channel}`) ?? 0 : undefined
    },
    begin(id, state, left) {
      const written: Written = new Map()
      for (const [seq, texts] of left) {
        for (const [channel, text] of Object.entries(texts)) written.set(`${seq} ${channel}`, text.length)
      }
      live.set(id, { streamed: streamedFrom(left), written, open: openIntents(state), intents: state.log.intents })
    },
    settle(id, state) {
      const stream = live.get(id)
      const { intents } = state.log
      if (!stream || stream.intents === intents) return
      const open = openIntents(state)
      for (const seq of stream.streamed.keys()) if (!open.has(seq)) stream.streamed.delete(seq)
      live.set(id, { ...stream, open, intents })
    },
    drop(id) {
      live.delete(id)
      pending.delete(id)
    },
    async finish(id) {
      if (pending.has(id)) await flushSession(id)
    },
    flush,
    flushIfFailed: () => (failed ? flush() : undefined),
  }
}

// What came in while it was written may correct it.
function noteWritten(written: Written | undefined, taken: Iterable<Pending>, left: Iterable<Pending>): void {
  for (const { intent, channel, offset, text } of taken) written?.set(`${intent} ${channel}`, offset + text.length)
  for (const { intent, channel, offset } of left) {
    const key = `${intent} ${channel}`
    written?.set(key, Math.min(offset, written.get(key) ?? 0))
  }
}

/** The partials of a session as they are on the disk. */
export function storedPartials(db: Database, session: number): Partials {
  const rows = db.all<{ intent: number; channel: Channel; start: number; text: string }>(
    "SELECT intent, channel, start, text FROM partials WHERE session = ? ORDER BY n",
    session,
  )
  return rows.reduce(
    (partials, { intent, channel, start, text }) => applyDelta(partials, { seq: intent, channel, offset: start, text }),
    noPartials,
  )
}

function queue(
  pending: Map<string, Pending[]>,
  { session, epoch }: Lease,
  intent: number,
  piece: Piece,
  first: string,
): void {
  const pieces = pending.get(session) ?? []
  const last = pieces.at(-1)
  const follows =
    last && last.intent === intent && last.channel === piece.channel && last.offset + last.text.length === piece.offset
  if (follows) pieces[pieces.length - 1] = { ...last, text: last.text + piece.text }
  else pieces.push({ ...withWholePair(first, piece), intent, epoch, since: performance.now() })
  pending.set(session, pieces)
}

// SQLite keeps UTF-8, where half a pair becomes a replacement character: the other half brings the first along again.
function withWholePair(first: string, piece: Piece): Piece {
  const isCut = /[\ud800-\udbff]$/.test(first) && /^[\udc00-\udfff]/.test(piece.text)
  return isCut ? { ...piece, offset: piece.offset - 1, text: first + piece.text } : piece
}

function writePieces(core: Core, id: string, pieces: Iterable<Pending>): void {
  const session = sessionFor(core, id)
  const open = openIntents(session.state)
  const at = Date.now()
  for (const { intent, epoch, channel, offset, text } of pieces) {
    if (epoch !== session.epoch || !open.has(intent)) continue
    core.writer.run(
      "INSERT INTO partials (session, intent, channel, start, text, at) VALUES (?, ?, ?, ?, ?, ?)",
      session.place.n,
      intent,
      channel,
      offset,
      text,
      at,
    )
  }
}
