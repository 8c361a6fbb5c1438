import { HoldfastError, isHoldfastError } from "../../../session/error.ts"
import { applyDelta, type Channel, deltasOf, noPartials, openIntents, type Partials } from "../../../session/partial.ts"
import type { Intents, SessionState } from "../../../session/state.ts"
import type { Lease, Piece } from "../../contract.ts"
import type { Commit } from "../commit/commit.ts"
import { storageFailure } from "../commit/failure.ts"
import { assertOpen, type Core } from "../core.ts"
import type { Database } from "../database.ts"
import { sessionFor } from "./session.ts"
import { addPiece, type StreamedText, type StreamedTexts, textFrom } from "./streamed-text.ts"

/**
 * When streamed text is written at the latest: half of what is promised, the other half is for the write itself. The bytes
 * are those of all sessions together.
 */
const flushAfterMs = 50
const flushAfterBytes = 2048

/** What is promised: text that a crash would take is never more than this ahead of the disk where it is shown. */
const shownAhead = { ms: 100, bytes: 4096 } as const

/** How much text a row is filled up to, in UTF-16 units. */
const longestRow = 1024

/** What is streamed of a session, and its intents that may stream: only the owner changes those. */
type Live = {
  texts: StreamedTexts
  open: ReadonlySet<number>
  intents: Intents
  /** When the first piece that the disk lacks came. */
  unwrittenSince: number | null
}

/** Streamed output of the sessions that this store drives, in memory and on its way to the disk. */
export type Streams = {
  checkpoint(lease: Lease, intent: number, piece: Piece): void
  /** The texts of a session that is driven here, fresh to the last character. */
  live(id: string): StreamedTexts | undefined
  /** Whether a checkpoint is late: no more than what is on the disk is shown then. Followers are woken when it is there. */
  isBehind(id: string): boolean
  /** Continues with what the owner before left behind. */
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
  let bytes = 0
  let failed = false
  let timer: NodeJS.Timeout | undefined

  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    bytes = 0
    try {
      await writeTogether()
      failed = false
    } catch (error) {
      failed = true
      // Nothing is gained by asking for each of them while another process writes.
      if (storageFailure(error, "write to", core.file)?.code === "storage-busy") throw error
      const written = await Promise.allSettled(waiting().map(flushSession))
      const refusal = written.find((outcome) => outcome.status === "rejected")
      if (refusal) throw refusal.reason
      failed = false
    }
  }

  // Text under a lease whose release is pending is retried by the clock: no append can do anything about it.
  const waiting = () =>
    [...live].flatMap(([id, { unwrittenSince }]) => (unwrittenSince === null || core.unreleased.has(id) ? [] : [id]))

  // Of many sessions there are a few words each: what a job of its own costs is as much as to write them.
  let together: Promise<void> | undefined
  const writeTogether = (): Promise<void> => {
    together ??= commit(() => {
      together = undefined
      const at = performance.now()
      return waiting().map((id) => ({ id, texts: writeTexts(core, id, live.get(id)), at }))
    }).then(
      (written) => {
        for (const { id, ...taken } of written) {
          noteWritten(live.get(id), taken)
          // What was held back may be shown now.
          changed(id)
        }
      },
      (error: unknown) => {
        together = undefined
        throw error
      },
    )
    return together
  }

  // What comes while a write waits for another process goes with it: the line does not grow with the text.
  const inLine = new Map<string, Promise<void>>()
  const flushSession = (id: string): Promise<void> => {
    const written = inLine.get(id) ?? writeSession(id)
    inLine.set(id, written)
    return written
  }

  // Each session is written or refused on its own: one that is damaged or gone does not hold up the others. Text counts as
  // written when it is on the disk: what is written twice is read as once, by its offsets.
  const writeSession = async (id: string) => {
    try {
      const taken = await commit(() => {
        inLine.delete(id)
        return { texts: writeTexts(core, id, live.get(id)), at: performance.now() }
      })
      noteWritten(live.get(id), taken)
    } catch (error) {
      inLine.delete(id)
      // What the session itself refuses can never be written; its next append reports why.
      const isRefused = isHoldfastError(error) && !error.code.startsWith("storage-")
      if (isRefused || !storageFailure(error, "write to", core.file)) {
        noteWritten(live.get(id), { texts: unwrittenOf(live.get(id)), at: performance.now() })
      }
      if (!isRefused) throw error
    }
    // What was held back may be shown now.
    changed(id)
  }

  const isBehind = (id: string) => {
    const here = live.get(id)
    if (!here || here.unwrittenSince === null) return false
    if (performance.now() - here.unwrittenSince > shownAhead.ms) return true
    const texts = unwrittenOf(here).map(({ text }) => textFrom(text, text.written))
    return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) > shownAhead.bytes
  }

  // What could not be written stays unwritten: the next append tries again, and reports it.
  const flushLater = () => void flush().catch(() => undefined)

  return {
    checkpoint({ session, epoch }, seq, piece) {
      assertOpen(core)
      const here = live.get(session)
      if (core.leases.get(session) !== epoch || !here?.open.has(seq)) return
      if (!addPiece(here.texts, { seq, ...piece })) {
        throw new HoldfastError(
          "invalid",
          `A checkpoint at ${piece.offset} leaves a gap in ${piece.channel} of ${seq}.`,
        )
      }
      here.unwrittenSince ??= performance.now()
      bytes += Buffer.byteLength(piece.text)
      if (bytes >= flushAfterBytes) flushLater()
      else timer ??= setTimeout(flushLater, flushAfterMs)
      changed(session)
    },
    // While the release of a lease is pending too: the text that the storage refused is nowhere else.
    live: (id) => (core.leases.has(id) || core.unreleased.has(id) ? live.get(id)?.texts : undefined),
    isBehind,
    begin(id, state, left) {
      const here = { texts: new Map(), open: openIntents(state), intents: state.log.intents, unwrittenSince: null }
      for (const delta of deltasOf(left)) addPiece(here.texts, delta)
      live.set(id, here)
      noteWritten(here, { texts: unwrittenOf(here), at: 0 })
    },
    settle(id, state) {
      const here = live.get(id)
      if (!here || here.intents === state.log.intents) return
      here.intents = state.log.intents
      here.open = openIntents(state)
      for (const [key, { seq }] of here.texts) if (!here.open.has(seq)) here.texts.delete(key)
    },
    drop: (id) => void live.delete(id),
    async finish(id) {
      if (unwrittenOf(live.get(id)).length > 0) await flushSession(id)
    },
    flush,
    flushIfFailed: () => (failed ? flush() : undefined),
  }
}

/** Texts as far as they were handed over to the disk, and when. */
type Taken = { texts: ReadonlyArray<{ text: StreamedText; length: number; row?: StreamedText["row"] }>; at: number }

function unwrittenOf(live: Live | undefined): Taken["texts"] {
  const texts = [...(live?.texts.values() ?? [])]
  return texts.filter(({ isWritten }) => !isWritten).map((text) => ({ text, length: text.length }))
}

// What came in while it was written waits for the next time; so does a text that was corrected, since that is another one.
function noteWritten(live: Live | undefined, { texts, at }: Taken): void {
  for (const { text, length, row } of texts) {
    text.row = row
    text.written = length
    text.isWritten = text.length === length
  }
  if (live) live.unwrittenSince = unwrittenOf(live).length > 0 ? at : null
}

/** The partials of a session as they are on the disk. */
export function storedPartials(db: Database, session: number): Partials {
  // As bytes: older versions of Node end a text at its first NUL.
  const rows = db.all<{ intent: number; channel: Channel; start: number; bytes: Uint8Array }>(
    "SELECT intent, channel, start, CAST(text AS BLOB) AS bytes FROM partials WHERE session = ? ORDER BY n",
    session,
  )
  return rows.reduce((partials, { intent, channel, start, bytes }) => {
    const text = Buffer.from(bytes).toString()
    return applyDelta(partials, { seq: intent, channel, offset: start, text })
  }, noPartials)
}

function writeTexts(core: Core, id: string, live: Live | undefined): Taken["texts"] {
  const session = sessionFor(core, id)
  const open = live?.intents === session.state.log.intents ? live.open : openIntents(session.state)
  const isDriven = session.epoch === (core.leases.get(id) ?? core.unreleased.get(id))
  return unwrittenOf(live).map(({ text, length }) => {
    const row = isDriven && open.has(text.seq) ? writeText(core.writer, session.place.n, text) : undefined
    return { text, length, row }
  })
}

/**
 * A row that is filled up where it lies: a row for each piece would be found by an index whose pages every session has its
 * own of. It is written as a whole, since what was written is only noted later, and may come again.
 */
function writeText(writer: Database, session: number, streamed: StreamedText): StreamedText["row"] {
  const { seq, channel, row, length } = streamed
  if (row && length - row.start <= longestRow) {
    const text = textFrom(streamed, row.start)
    const { changes } = writer.run(
      "UPDATE partials SET text = ?, at = ? WHERE n = ? AND session = ? AND intent = ? AND channel = ?",
      ...[text, Date.now(), row.n, session, seq, channel],
    )
    if (changes === 1) return row
  }
  const start = wholeFrom(streamed)
  const { lastInsertRowid } = writer.run(
    "INSERT INTO partials (session, intent, channel, start, text, at) VALUES (?, ?, ?, ?, ?, ?)",
    ...[session, seq, channel, start, textFrom(streamed, start), Date.now()],
  )
  return { n: Number(lastInsertRowid), start }
}

// SQLite keeps UTF-8, where half a pair becomes a replacement character: the other half brings the first along again.
function wholeFrom(streamed: StreamedText): number {
  const { written } = streamed
  const before = Math.max(0, written - 1)
  return /^[\ud800-\udbff][\udc00-\udfff]/.test(textFrom(streamed, before).slice(0, 2)) ? before : written
}
