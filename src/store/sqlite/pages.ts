import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from "node:fs"

/** The pages of a database file, as the last commit left them, read without SQLite: the file may be damaged. */
export type Pages = {
  size: number
  count: number
  /** The bytes of a page (from 1), or nothing where the file ends before. */
  page(number: number): Buffer | undefined
  close(): void
}

/** Opens a database file and the write-ahead log beside it, or the file as it is without. */
export function openPages(file: string, size = pageSizeOf(file), options: { log?: "applied" | "ignored" } = {}): Pages {
  const handle = openSync(file, "r")
  const inLog = options.log === "ignored" ? new Map<number, Buffer>() : committed(`${file}-wal`, size)
  let count = Math.floor(fstatSync(handle).size / size)
  for (const number of inLog.keys()) count = Math.max(count, number)
  return {
    size,
    count,
    page(number) {
      const logged = inLog.get(number)
      if (logged) return logged
      const bytes = Buffer.alloc(size)
      return readSync(handle, bytes, 0, size, (number - 1) * size) === size ? bytes : undefined
    },
    close: () => closeSync(handle),
  }
}

/** What SQLite makes here; the header of a damaged file may say something else. */
export const usualPageSize = 4096

/** The page size that the header of a file tells, if it is one at all. */
export function pageSizeOf(file: string): number {
  const handle = openSync(file, "r")
  try {
    const header = Buffer.alloc(100)
    readSync(handle, header, 0, header.length, 0)
    const told = header.readUInt16BE(16)
    const size = told === 1 ? 65536 : told
    return size >= 512 && (size & (size - 1)) === 0 ? size : usualPageSize
  } finally {
    closeSync(handle)
  }
}

const logHeaderBytes = 32
const frameHeaderBytes = 24

// sqlite.org/fileformat2.html, "WAL File Format": frames count up to the last one that ends a commit and whose
// checksum, which runs on from the header, is right.
function committed(file: string, size: number): Map<number, Buffer> {
  const pages = new Map<number, Buffer>()
  if (!existsSync(file)) return pages
  const log = readFileSync(file)
  const magic = log.length >= logHeaderBytes ? log.readUInt32BE(0) : 0
  if ((magic & ~1) !== 0x377f0682 || log.readUInt32BE(8) !== size) return pages
  const bigEndian = (magic & 1) === 1
  let sum = checksum([0, 0], log.subarray(0, 24), bigEndian)
  if (sum[0] !== log.readUInt32BE(24) || sum[1] !== log.readUInt32BE(28)) return pages
  const salt = log.subarray(16, 24)
  const open = new Map<number, Buffer>()
  const frame = frameHeaderBytes + size
  for (let at = logHeaderBytes; at + frame <= log.length; at += frame) {
    const header = log.subarray(at, at + frameHeaderBytes)
    const page = log.subarray(at + frameHeaderBytes, at + frame)
    if (!header.subarray(8, 16).equals(salt)) break
    sum = checksum(checksum(sum, header.subarray(0, 8), bigEndian), page, bigEndian)
    if (sum[0] !== header.readUInt32BE(16) || sum[1] !== header.readUInt32BE(20)) break
    open.set(header.readUInt32BE(0), page)
    if (header.readUInt32BE(4) === 0) continue
    for (const [number, bytes] of open) pages.set(number, bytes)
    open.clear()
  }
  return pages
}

function checksum([first, second]: readonly [number, number], bytes: Buffer, bigEndian: boolean): [number, number] {
  let a = first
  let b = second
  for (let at = 0; at < bytes.length; at += 8) {
    a = (a + (bigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) + b) >>> 0
    b = (b + (bigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)) + a) >>> 0
  }
  return [a, b]
}
