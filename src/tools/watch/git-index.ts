import { createHash } from "node:crypto"

/** A file as an index has it. */
export type IndexEntry = {
  path: string
  /** In octal, as git shows it. */
  mode: string
  object: string
  /** Whether git was told not to look at it, or has not settled what it is. */
  isOverlooked: boolean
}

/**
 * The entries of a git index, in the order of their bytes; none where git has written none. Undefined for what is not all there: one that is split or sparse,
 * damaged, or of a version that is not known. See gitformat-index(5).
 */
export function readIndex(bytes: Buffer): readonly IndexEntry[] | undefined {
  if (bytes.length === 0) return []
  const hashBytes = hashBytesOf(bytes)
  if (hashBytes === undefined || bytes.toString("latin1", 0, 4) !== "DIRC") return undefined
  const [version, count] = [bytes.readUInt32BE(4), bytes.readUInt32BE(8)]
  if (version < 2 || version > 4) return undefined
  const entries: IndexEntry[] = []
  let at = 12
  let before: Buffer = Buffer.alloc(0)
  for (let read = 0; read < count; read++) {
    const object = at + statBytes
    const flags = bytes.readUInt16BE(object + hashBytes)
    const isExtended = (flags & extended) !== 0
    const more = isExtended ? bytes.readUInt16BE(object + hashBytes + 2) : 0
    let start = object + hashBytes + (isExtended ? 4 : 2)
    let kept = 0
    if (version === 4) {
      const cut = variableNumber(bytes, start)
      start = cut.end
      kept = before.length - cut.value
    }
    const end = bytes.indexOf(0, start)
    const path =
      kept > 0 ? Buffer.concat([before.subarray(0, kept), bytes.subarray(start, end)]) : bytes.subarray(start, end)
    before = path
    entries.push({
      path: path.toString("utf8"),
      mode: bytes
        .readUInt32BE(at + modeAt)
        .toString(8)
        .padStart(6, "0"),
      object: bytes.toString("hex", object, object + hashBytes),
      isOverlooked: (flags & (assumedValid | stages)) !== 0 || (more & (skipped | intended)) !== 0,
    })
    at = version === 4 ? end + 1 : at + Math.ceil((end - at + 1) / 8) * 8
  }
  return isWhole(bytes, at, hashBytes) ? entries : undefined
}

const statBytes = 40
const modeAt = 24
const [assumedValid, extended, stages] = [0x8000, 0x4000, 0x3000]
const [skipped, intended] = [0x4000, 0x2000]

/** An index ends with its checksum, by the hash that its repository uses; git may be told to leave it out. */
function hashBytesOf(bytes: Buffer): number | undefined {
  for (const [name, length] of hashes) {
    const sum = bytes.subarray(-length)
    if (bytes.length < 12 + length) continue
    if (sum.equals(createHash(name).update(bytes.subarray(0, -length)).digest())) return length
  }
  return undefined
}

const hashes = [
  ["sha1", 20],
  ["sha256", 32],
] as const

/** Extensions with a name in small letters change what the entries mean. */
function isWhole(bytes: Buffer, from: number, hashBytes: number): boolean {
  let at = from
  while (at + 8 <= bytes.length - hashBytes) {
    if (/[a-z]/.test(bytes.toString("latin1", at, at + 1))) return false
    at += 8 + bytes.readUInt32BE(at + 4)
  }
  return at === bytes.length - hashBytes
}

function variableNumber(bytes: Buffer, at: number): { value: number; end: number } {
  let byte = bytes.readUInt8(at)
  let value = byte & 0x7f
  let end = at + 1
  while (byte & 0x80) {
    byte = bytes.readUInt8(end)
    end += 1
    value = (value + 1) * 128 + (byte & 0x7f)
  }
  return { value, end }
}
