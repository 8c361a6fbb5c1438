import { zstdCompressSync } from "node:zlib"
import type { Database } from "../database.ts"
import { checksum, link, same } from "./chain.ts"
import { unpackBytes } from "./unpack.ts"

/** A sealed, compressed range of old events. `before` and `after` are the chain's hashes at its ends. */
export type SegmentRow = {
  session: number
  first: number
  last: number
  before: Uint8Array
  after: Uint8Array
  origin: string | null
  bytes: number
  hash: Uint8Array
  data: Uint8Array
}

export type OpenedSegment = { row: SegmentRow; bodies: Uint8Array[]; hashes: Uint8Array[] }

const newline = 0x0a

/** Packs the bodies of consecutive events; a body is JSON on one line, so that lines are the framing. */
function packSegment(bodies: readonly Uint8Array[]): { data: Buffer; hash: Buffer; bytes: number } {
  const raw = Buffer.concat(bodies.flatMap((body) => [body, Buffer.of(newline)]))
  const data = zstdCompressSync(raw)
  return { data, hash: checksum(data), bytes: raw.length }
}

/** Stores consecutive events as a segment of a session. Runs inside a transaction. */
export function writeSegment(
  db: Database,
  place: Pick<SegmentRow, "session" | "first" | "last" | "before" | "after" | "origin">,
  bodies: readonly Uint8Array[],
): void {
  putSegment(db, { ...place, ...packSegment(bodies) })
}

/** Stores a segment as it is. Runs inside a transaction. */
export function putSegment(db: Database, row: SegmentRow): void {
  db.run(
    `INSERT INTO segments (session, first, last, before, after, origin, bytes, hash, data)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row.session,
    row.first,
    row.last,
    row.before,
    row.after,
    row.origin,
    row.bytes,
    row.hash,
    row.data,
  )
}

/** The events of a segment, or nothing if the chain does not lead through them from its one end to the other. */
export function openSegment(row: SegmentRow, session: string): OpenedSegment | undefined {
  const opened = unpackSegment(row, session)
  return opened && same(opened.hashes.at(-1), row.after) ? opened : undefined
}

/** The events of a segment and their hashes, as far as its bytes can be unpacked: nothing is proven by that. */
export function unpackSegment(row: SegmentRow, session: string): OpenedSegment | undefined {
  if (!(row.data instanceof Uint8Array && row.before instanceof Uint8Array)) return undefined
  const key = [session, row.first, row.last, ...[row.before, checksum(row.data)].map(hexOf)].join(" ")
  const known = recent.get(key)
  if (known) return { ...known, row }
  const bodies = unpack(row)
  if (!bodies || bodies.length === 0 || bodies.length !== row.last - row.first + 1) return undefined
  let hash = row.before
  const hashes = bodies.map((body) => (hash = link(hash, session, body)))
  const opened = { row, bodies, hashes }
  remember(key, opened)
  return opened
}

/** The checksum and the size that belong to the bytes of a segment. */
export function descriptionOf({ bodies, row }: OpenedSegment): Pick<SegmentRow, "hash" | "bytes"> {
  return { hash: checksum(row.data), bytes: bodies.reduce((size, body) => size + body.length + 1, 0) }
}

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex")

function unpack({ data, bytes }: SegmentRow): Uint8Array[] | undefined {
  let raw: Buffer
  try {
    raw = unpackBytes(data, bytes)
  } catch {
    return undefined // the caller reports it as damage, with the place
  }
  const bodies: Uint8Array[] = []
  for (let start = 0; start < raw.length; ) {
    const end = raw.indexOf(newline, start)
    if (end === -1) return undefined
    bodies.push(raw.subarray(start, end))
    start = end + 1
  }
  return bodies
}

// Paging through a segment opens it once. Bounded, and keyed by what the bytes are now, so that it can never be stale.
const recentLimit = 8
const recent = new Map<string, OpenedSegment>()

function remember(key: string, opened: OpenedSegment): void {
  recent.set(key, opened)
  const [oldest] = recent.keys()
  if (recent.size > recentLimit && oldest !== undefined) recent.delete(oldest)
}
