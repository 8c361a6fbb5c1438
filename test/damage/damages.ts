import { readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { type Random, randomFrom } from "../crash/random.ts"
import { storeFile } from "./fixture.ts"
import { flipsIn } from "./flips.ts"

/** One way to damage the files of a store. */
export type DamageCase = { name: string; apply(directory: string): void }

const walHeaderBytes = 32
const frameHeaderBytes = 24
const frameBytes = frameHeaderBytes + 4096

/** Thirty ways to damage the WAL: bits in each field, lost blocks, a cut, and the loss of the whole. */
export function walDamages(directory: string): DamageCase[] {
  const size = readFileSync(join(directory, wal)).length
  const frames = Math.floor((size - walHeaderBytes) / frameBytes)
  const at = (frame: number, offset: number) => walHeaderBytes + frame * frameBytes + offset
  const middle = Math.floor(frames / 2)
  const bit = (name: string, offset: number, mask = 1): DamageCase => ({
    name: `WAL ${name}`,
    apply: (copy) => change(join(copy, wal), (bytes) => flip(bytes, offset, mask)),
  })
  const fill = (name: string, from: number, to: number, value = 0): DamageCase => ({
    name: `WAL ${name}`,
    apply: (copy) => change(join(copy, wal), (bytes) => bytes.fill(value, from, Math.min(to, bytes.length))),
  })
  const random = randomFrom(3)
  return [
    bit("header: magic number", 3, 4),
    bit("header: page size", 10, 16),
    bit("header: salt", 17),
    bit("header: checksum", 29, 8),
    bit("first frame: page number", at(0, 3)),
    bit("first frame: salt", at(0, 9)),
    bit("first frame: checksum", at(0, 17)),
    bit("first frame: page", at(0, 500)),
    bit("second frame: page", at(1, 2000)),
    bit("frame in the middle: page number", at(middle, 3)),
    bit("frame in the middle: size of the commit", at(middle, 7)),
    bit("frame in the middle: salt", at(middle, 13)),
    bit("frame in the middle: checksum", at(middle, 20)),
    bit("frame in the middle: page", at(middle, 3900)),
    bit("frame before the last: page", at(frames - 2, 1000)),
    bit("last frame: page", at(frames - 1, 4000)),
    bit("last frame: checksum", at(frames - 1, 18)),
    bit("last frame: size of the commit", at(frames - 1, 7), 128),
    ...Array.from({ length: 4 }, (_, index) => bit(`random bit ${index}`, random.between(0, size - 1), 1 << index)),
    fill("a frame is zero", at(middle, 0), at(middle + 1, 0)),
    fill("a block of the disk is zero", 8 * 4096, 9 * 4096),
    fill("64 KiB are overwritten", 65_536, 131_072, 0xa5),
    fill("the second half is zero", Math.floor(size / 2), size),
    {
      name: "WAL is cut in the middle",
      apply: (copy) => truncateSync(join(copy, wal), at(middle, 100)),
    },
    { name: "WAL lost its last frame", apply: (copy) => truncateSync(join(copy, wal), at(frames - 1, 0)) },
    { name: "WAL is empty", apply: (copy) => truncateSync(join(copy, wal), 0) },
    { name: "WAL is gone", apply: (copy) => rmSync(join(copy, wal)) },
  ]
}

/** Bits of the WAL that rot, all over it. */
export function walFlips(directory: string, count: number, random: Random): DamageCase[] {
  const { length } = readFileSync(join(directory, wal))
  return Array.from({ length: count }, () => {
    const at = random.between(0, length - 1)
    const mask = random.chance(0.5) ? 1 << random.between(0, 7) : random.between(1, 255)
    return {
      name: `WAL byte ${at}, mask ${mask}`,
      apply: (copy) => change(join(copy, wal), (bytes) => flip(bytes, at, mask)),
    }
  })
}

/** Thirty ways to damage the file: bits of the place of an event, and flips all over. */
export function fileDamages(directory: string): DamageCase[] {
  const bit = (name: string, offset: number, mask: number): DamageCase => ({
    name: `file ${name}`,
    apply: (copy) => change(join(copy, storeFile), (bytes) => flip(bytes, offset, mask)),
  })
  const seqs = seqOffsets(join(directory, storeFile))
  return [
    ...Array.from({ length: 10 }, (_, index) => {
      const offset = seqs[Math.floor((index * seqs.length) / 10)] ?? 0
      return bit(`events.seq, bit ${index % 6}`, offset, 1 << (index % 6))
    }),
    ...flipsIn(directory, 20, randomFrom(5)).map(({ kind, at, mask }, index) => bit(`${kind} (${index})`, at, mask)),
  ]
}

const wal = `${storeFile}-wal`

function change(file: string, edit: (bytes: Buffer) => void): void {
  const bytes = readFileSync(file)
  edit(bytes)
  writeFileSync(file, bytes)
}

function flip(bytes: Buffer, offset: number, mask: number): void {
  bytes[offset] = (bytes[offset] ?? 0) ^ mask
}

/** Where the seqs of events lie in the file: the byte before the body of each, as a column of one byte. */
function seqOffsets(file: string): number[] {
  const bytes = readFileSync(file)
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const rows = database.prepare("SELECT seq, body FROM events WHERE seq > 1").all() as Array<{
      seq: number
      body: Uint8Array
    }>
    return rows.flatMap(({ seq, body }) => {
      const at = bytes.indexOf(body) - 1
      return at > 0 && bytes[at] === seq ? [at] : []
    })
  } finally {
    database.close()
  }
}
