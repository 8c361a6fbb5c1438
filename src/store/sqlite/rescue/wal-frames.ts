import { existsSync, readFileSync } from "node:fs"
import { endianness } from "node:os"

/** A page that a transaction wrote. `commit` marks the last one of its transaction; `sound` that its checksum is right. */
export type WalFrame = { page: number; commit: boolean; data: Buffer; sound: boolean }

/** Why a WAL is known to have lost committed transactions: the first frame (from 1) that is wrong, 0 for the header. */
export type WalDamage = { frame: number; frames: number; hidden: number }

export type Wal = {
  /** The frames of the transactions that SQLite replays: up to the last commit before anything is wrong. */
  replayed: WalFrame[]
  /** The frames behind them, up to the last commit. Of a transaction that was never finished, unless something is damaged. */
  behind: WalFrame[]
  /**
   * Set where frames behind the first wrong one prove that it was on the disk once. A torn last transaction is no damage:
   * it was never acknowledged.
   */
  damage: WalDamage | null
}

/**
 * Reads a write-ahead log without SQLite, which ignores everything from the first wrong frame on
 * (sqlite.org/fileformat2.html, "WAL File Format").
 *
 * Each transaction is synced before the next one begins, so that a crash can leave at most one unfinished transaction at
 * the end, its frames in any order. A frame that follows a commit, by its salt and by the checksum of that commit, is
 * therefore proof that everything before it was complete.
 */
export function readWal(path: string): Wal {
  const first = interpret(bytesOf(path))
  if (!first.damage) return first
  // A process that writes meanwhile may have been seen half-way: what is damaged looks the same again.
  const again = interpret(bytesOf(path))
  return again.damage && again.damage.frame === first.damage.frame ? again : { ...again, damage: null }
}

/**
 * Whether a WAL may be damaged, by the salts of its frames alone: there are some of this WAL behind those that SQLite
 * replays. Costs no checksum, for every opening.
 */
export function hasFramesBehind(path: string, replayed: number): boolean {
  const log = bytesOf(path)
  const { frames, salt, isSound } = contentOf(log)
  return frames.length > 0 && (!isSound || frames.slice(replayed).some((frame) => frame.salt === salt))
}

/** The size of the pages that SQLite makes in a new file. The header of a damaged one may say something else. */
export const pageSize = 4096

const headerBytes = 32
const frameHeaderBytes = 24
const magicNumber = 0x377f0682

function bytesOf(path: string): Buffer {
  // Not a Buffer of Node's pool, which may begin anywhere: see wordsOf.
  return existsSync(path) ? Buffer.from(new Uint8Array(readFileSync(path)).buffer) : Buffer.alloc(0)
}

function interpret(log: Buffer): Wal {
  const { frames, salt, sum, bigEndian, isSound } = contentOf(log)
  if (frames.length === 0) return { replayed: [], behind: [], damage: null }
  return isSound ? follow(frames, salt, sum, bigEndian) : behindHeader(frames, sum)
}

function contentOf(log: Buffer) {
  const size = frameHeaderBytes + pageSize
  const count = Math.max(0, Math.floor((log.length - headerBytes) / size))
  const header = log.length < headerBytes ? Buffer.alloc(headerBytes) : log
  const bigEndian = (header.readUInt32BE(0) & 1) === 1
  const sum = sumAt(header, 24)
  return {
    frames: Array.from({ length: count }, (_, index) => rawFrame(log, headerBytes + index * size)),
    salt: header.toString("latin1", 16, 24),
    sum,
    bigEndian,
    isSound:
      (header.readUInt32BE(0) & ~1) === magicNumber &&
      header.readUInt32BE(8) === pageSize &&
      isSame(checksum([0, 0], header.subarray(0, 24), bigEndian), sum),
  }
}

/** Follows the chain of checksums from a sound header. */
function follow(frames: readonly RawFrame[], salt: string, start: Sum, bigEndian: boolean): Wal {
  const known = frames.map((frame) => frame.salt === salt)
  const sound: boolean[] = []
  let sum = start
  let replayable = 0
  for (const [index, frame] of frames.entries()) {
    if (!known[index] || !isSame(sumOf(sum, frame, bigEndian), frame.sum)) break
    sound.push(true)
    sum = frame.sum
    if (frame.commit) replayable = index + 1
  }
  const wrong = sound.length
  const bad = frames[wrong]
  let proof = 0
  // Where only the checksum or the salt of the wrong frame rotted, the next one follows from what it should be.
  const computed = bad && sumOf(sum, bad, bigEndian)
  for (let index = wrong + 1; index < frames.length; index++) {
    const frame = frames[index]
    const before = frames[index - 1]
    if (!frame || !before || !known[index]) continue
    const followsComputed = index === wrong + 1 && computed && isSame(sumOf(computed, frame, bigEndian), frame.sum)
    const follows = followsComputed || isSame(sumOf(before.sum, frame, bigEndian), frame.sum)
    if (!follows) continue
    sound[index] = true
    if (followsComputed) sound[wrong] = true
    if (before.commit && (known[index - 1] || followsComputed)) proof = index
  }
  return split(frames, { salt, sound, replayable, wrong: wrong + 1, isProven: proof > 0 })
}

/** The header is synced before the first frame is written: frames that follow each other prove that it was sound. */
function behindHeader(frames: readonly RawFrame[], start: Sum): Wal {
  for (const bigEndian of [false, true]) {
    const sound = frames.map((frame, index) => {
      const before = frames[index - 1]
      if (before && before.salt !== frame.salt) return false
      return isSame(sumOf(before?.sum ?? start, frame, bigEndian), frame.sum)
    })
    const first = sound.indexOf(true)
    const salt = frames[first]?.salt
    if (salt !== undefined) return split(frames, { salt, sound, replayable: 0, wrong: 0, isProven: true })
  }
  return { replayed: [], behind: [], damage: null }
}

type Reading = { salt: string; sound: readonly boolean[]; replayable: number; wrong: number; isProven: boolean }

function split(raw: readonly RawFrame[], { salt, sound, replayable, wrong, isProven }: Reading): Wal {
  const frames = raw.map(({ page, commit, data }, index) => ({ page, commit, data, sound: sound[index] ?? false }))
  const lastCommit = raw.findLastIndex((frame) => frame.salt === salt && frame.commit) + 1
  // The mark of the last commit may be what rotted.
  const end = lastCommit > replayable ? lastCommit : raw.findLastIndex((frame) => frame.salt === salt) + 1
  const behind = frames.slice(replayable, Math.max(replayable, end))
  const hidden = behind.filter(({ commit }) => commit).length
  return {
    replayed: frames.slice(0, replayable),
    behind,
    damage: isProven ? { frame: wrong, frames: end, hidden } : null,
  }
}

type RawFrame = { page: number; commit: boolean; salt: string; sum: Sum; header: Buffer; data: Buffer }

function rawFrame(log: Buffer, at: number): RawFrame {
  return {
    page: log.readUInt32BE(at),
    commit: log.readUInt32BE(at + 4) !== 0,
    salt: log.toString("latin1", at + 8, at + 16),
    sum: sumAt(log, at + 16),
    header: log.subarray(at, at + 8),
    data: log.subarray(at + frameHeaderBytes, at + frameHeaderBytes + pageSize),
  }
}

type Sum = readonly [number, number]

const sumAt = (bytes: Buffer, at: number): Sum => [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)]
const isSame = (a: Sum, b: Sum) => a[0] === b[0] && a[1] === b[1]

function sumOf(before: Sum, { header, data }: RawFrame, bigEndian: boolean): Sum {
  return checksum(checksum(before, header, bigEndian), data, bigEndian)
}

function checksum([first, second]: Sum, bytes: Buffer, bigEndian: boolean): Sum {
  const words = wordsOf(bytes, bigEndian)
  let a = first | 0
  let b = second | 0
  for (let at = 0; at < words.length; at += 2) {
    a = (a + (words[at] ?? 0) + b) | 0
    b = (b + (words[at + 1] ?? 0) + a) | 0
  }
  return [a >>> 0, b >>> 0]
}

const isBigEndianHere = endianness() === "BE"

// Everything in a WAL lies at a multiple of eight bytes: it can be read as words where it is.
function wordsOf(bytes: Buffer, bigEndian: boolean): Int32Array {
  if (bigEndian === isBigEndianHere) return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
  return new Int32Array(new Uint8Array(Buffer.from(bytes).swap32()).buffer)
}
