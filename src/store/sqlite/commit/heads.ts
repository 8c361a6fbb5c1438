import {
  closeSync,
  constants,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from "node:fs"
import { crc32 } from "node:zlib"
import { warnOf } from "../warning.ts"

/** The seq of the last event that was acknowledged, by session. */
export type Heads = ReadonlyMap<string, number>

/** The file beside the store's that holds them. */
export const headsSuffix = "-heads"

/**
 * A high-water mark outside the database and its WAL: what was acknowledged, of the sessions that were written to last. It
 * is written after each commit, so that it is never ahead of the disk, and synced by the clock and when the store closes
 * with a WAL left: what it says then cannot be seen in the WAL itself.
 */
export type HeadsFile = {
  /** Notes what was just committed. Warns instead of throwing: the commit holds, and an older mark only shows less. */
  note(heads: Heads): void
  /** Takes in what other processes have noted. */
  refresh(): void
  /** `isFolded`: all that it tells of is in the database file, synced, and there is no WAL to compare. */
  close(options?: { isFolded: boolean }): void
}

/**
 * The file: two places for a whole list of heads, used in turns so that one is whole when the power fails in the middle of a
 * write, and behind them one for each with what came after it. A commit adds what it wrote, and only a full place costs a
 * whole list. Each record has the number after that of the record before: what is left of earlier ones continues nothing.
 */
const limits = { sessions: 256, placeBytes: 16_384, syncAfterMs: 1000 } as const

const wholeAt = (place: number) => place * limits.placeBytes
const laterAt = (place: number) => (2 + place) * limits.placeBytes

/** Opens the mark of a store, or nothing where the disk refuses that: the store is whole without. */
export function openHeads(file: string): HeadsFile | undefined {
  try {
    return headsIn(openSync(file + headsSuffix, constants.O_RDWR | constants.O_CREAT, 0o600))
  } catch (error) {
    warn(error)
    return undefined
  }
}

const warn = warnOf("note what it acknowledges")

function headsIn(handle: number): HeadsFile {
  let { turn, place, end, heads } = newest(bytesOf(handle))
  // At first, and after others have written: what they add in the same moment may lie in the same place.
  let isWholeDue = true
  let timer: NodeJS.Timeout | undefined
  let isFailing = false

  // Once for each time that it begins to fail: a full disk refuses every commit's mark.
  const report = (error: unknown) => {
    if (error && !isFailing) warn(error)
    isFailing = Boolean(error)
  }
  const sync = () => {
    timer = undefined
    fdatasync(handle, report)
  }
  const write = (record: Buffer, at: number) => {
    const written = writeSync(handle, record, 0, undefined, at)
    if (written < record.length) throw new Error(`${written} of ${record.length} bytes were written`)
  }
  const writeWhole = () => {
    place = 1 - place
    end = 0
    write(packed(turn, heads), wholeAt(place))
    isWholeDue = false
  }
  return {
    note(committed) {
      if (committed.size === 0) return
      take(heads, committed)
      turn += 1
      const record = isWholeDue ? undefined : packed(turn, committed)
      try {
        if (!record || end + record.length > limits.placeBytes) {
          writeWhole()
        } else {
          write(record, laterAt(place) + end)
          end += record.length
        }
        timer ??= setTimeout(sync, limits.syncAfterMs).unref()
      } catch (error) {
        // The next one brings along what this one could not tell.
        isWholeDue = true
        report(error)
      }
    },
    refresh() {
      isWholeDue = true
      const noted = newest(bytesOf(handle))
      if (noted.turn <= turn) return
      const own = heads
      ;({ turn, place, end, heads } = noted)
      take(heads, own)
    },
    close({ isFolded } = { isFolded: false }) {
      clearTimeout(timer)
      try {
        if (timer && !isFolded) fdatasyncSync(handle)
      } catch (error) {
        report(error)
      }
      closeSync(handle)
    },
  }
}

function take(heads: Map<string, number>, newer: Heads): void {
  for (const [session, head] of newer) {
    const known = heads.get(session) ?? 0
    // The newest last, so that the oldest is the first to go.
    heads.delete(session)
    heads.set(session, Math.max(head, known))
  }
  for (const session of heads.keys()) {
    if (heads.size <= limits.sessions) return
    heads.delete(session)
  }
}

/** What was noted beside a store's file; nothing where that is missing or damaged itself. */
export function readHeads(file: string): Heads {
  try {
    return newest(readFileSync(file + headsSuffix)).heads
  } catch {
    return new Map() // a store from before there were any, or a backup
  }
}

/** A list of heads: the number of its last record, and where that lies. */
type Noted = { turn: number; place: number; end: number; heads: Map<string, number> }

function newest(bytes: Buffer): Noted {
  const [first, second] = [0, 1].map((place) => ({ place, ...recordAt(bytes, wholeAt(place)) }))
  const { place, turn, heads } = second && first && second.turn > first.turn ? second : (first ?? nothing)
  const noted: Noted = { place, turn, end: 0, heads: new Map(heads) }
  while (noted.turn > 0) {
    const later = recordAt(bytes.subarray(0, laterAt(place) + limits.placeBytes), laterAt(place) + noted.end)
    if (later.turn !== noted.turn + 1) break
    take(noted.heads, new Map(later.heads))
    noted.turn = later.turn
    noted.end += later.length
  }
  return noted
}

type HeadsRecord = { turn: number; heads: Array<[string, number]>; length: number }

const nothing = { place: 0, turn: 0, heads: [], length: 0 }

const prefixBytes = 16

function packed(turn: number, heads: Heads): Buffer {
  const body = JSON.stringify({ turn, heads: [...heads] })
  const prefix = [crc32(body), Buffer.byteLength(body)].map((value) => value.toString(16).padStart(8, "0")).join("")
  return Buffer.from(prefix + body)
}

function recordAt(bytes: Buffer, at: number): HeadsRecord {
  const [sum = 0, length = 0] = [at, at + 8].map((from) =>
    Number.parseInt(bytes.toString("latin1", from, from + 8), 16),
  )
  const body = bytes.subarray(at + prefixBytes, at + prefixBytes + length)
  if (!(length > 0) || body.length !== length || crc32(body) !== sum) return nothing
  return { ...(JSON.parse(body.toString()) as Omit<HeadsRecord, "length">), length: prefixBytes + length }
}

function bytesOf(handle: number): Buffer {
  const bytes = Buffer.alloc(Math.min(fstatSync(handle).size, laterAt(2)))
  readSync(handle, bytes, 0, bytes.length, 0)
  return bytes
}
