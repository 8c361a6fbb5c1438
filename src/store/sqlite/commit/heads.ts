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
 * is written after each commit, so that it is never ahead of the disk, and synced by the clock and when the store closes.
 */
export type HeadsFile = {
  /** Notes what was just committed. Warns instead of throwing: the commit holds, and an older mark only shows less. */
  note(heads: Heads): void
  /** Takes in what other processes have noted. */
  refresh(): void
  close(): void
}

const limits = { sessions: 256, slotBytes: 16_384, syncAfterMs: 1000 } as const

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
  let { turn, heads } = newest(bytesOf(handle))
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
  return {
    note(committed) {
      if (committed.size === 0) return
      for (const [session, head] of committed) {
        const known = heads.get(session) ?? 0
        // The newest last, so that the oldest is the first to go.
        heads.delete(session)
        heads.set(session, Math.max(head, known))
      }
      for (const session of heads.keys()) {
        if (heads.size <= limits.sessions) break
        heads.delete(session)
      }
      try {
        turn += 1
        // In turns, so that one of the two is whole when the power fails in the middle of a write.
        writeSync(handle, packed(turn, heads), 0, undefined, (turn % 2) * limits.slotBytes)
        timer ??= setTimeout(sync, limits.syncAfterMs).unref()
      } catch (error) {
        report(error)
      }
    },
    refresh() {
      const noted = newest(bytesOf(handle))
      if (noted.turn <= turn) return
      for (const [session, head] of heads) {
        if (head > (noted.heads.get(session) ?? 0)) noted.heads.set(session, head)
      }
      ;({ turn, heads } = noted)
    },
    close() {
      clearTimeout(timer)
      try {
        if (timer) fdatasyncSync(handle)
      } catch (error) {
        report(error)
      }
      closeSync(handle)
    },
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

type Slot = { turn: number; heads: Map<string, number> }

function newest(bytes: Buffer): Slot {
  const slots = [0, limits.slotBytes].map((at) => unpacked(bytes.subarray(at, at + limits.slotBytes)))
  return slots.reduce((best, slot) => (slot.turn > best.turn ? slot : best))
}

const prefixBytes = 16

function packed(turn: number, heads: Heads): Buffer {
  const body = JSON.stringify({ turn, heads: [...heads] })
  const prefix = [crc32(body), Buffer.byteLength(body)].map((value) => value.toString(16).padStart(8, "0")).join("")
  return Buffer.from(prefix + body)
}

function unpacked(slot: Buffer): Slot {
  const [sum = 0, length = 0] = [0, 8].map((at) => Number.parseInt(slot.toString("latin1", at, at + 8), 16))
  const body = slot.subarray(prefixBytes, prefixBytes + length)
  if (!(length > 0) || body.length !== length || crc32(body) !== sum) return { turn: 0, heads: new Map() }
  const { turn, heads } = JSON.parse(body.toString()) as { turn: number; heads: Array<[string, number]> }
  return { turn, heads: new Map(heads) }
}

function bytesOf(handle: number): Buffer {
  const bytes = Buffer.alloc(Math.min(fstatSync(handle).size, 2 * limits.slotBytes))
  readSync(handle, bytes, 0, bytes.length, 0)
  return bytes
}
