import { hash } from "node:crypto"

/** Half a SHA-256: enough to find bit rot and careless edits, at half the bytes a row. */
const hashBytes = 16

/** What the first event of a log is chained to: it binds the log to the id of its session. */
export function genesis(root: string): Buffer {
  return hash("sha256", root, "buffer").subarray(0, hashBytes)
}

/**
 * The hash of an event: over the hash before it, the session that it was written in and its stored bytes. Its number is
 * its place in the chain, so that nothing of an event can change unnoticed.
 */
export function link(before: Uint8Array, session: string, body: Uint8Array): Buffer {
  return checksum(Buffer.concat([before, Buffer.from(session), body]))
}

/** The stored bytes of an event and its hash, at the cost of one pass over the text. */
export function seal(before: Uint8Array, session: string, text: string): { body: Buffer; hash: Buffer } {
  const start = hashBytes + Buffer.byteLength(session)
  const bytes = Buffer.allocUnsafe(start + Buffer.byteLength(text))
  bytes.set(before)
  bytes.write(session, hashBytes)
  bytes.write(text, start)
  return { body: bytes.subarray(start), hash: hash("sha256", bytes, "buffer").subarray(0, hashBytes) }
}

/** The checksum of bytes that stand alone: a segment, a snapshot. */
export function checksum(data: Uint8Array): Buffer {
  return hash("sha256", data, "buffer").subarray(0, hashBytes)
}

/** Whether two hashes are equal. A damaged row may hold something else in the place of one. */
export function same(a: unknown, b: unknown): boolean {
  return a instanceof Uint8Array && b instanceof Uint8Array && Buffer.compare(a, b) === 0
}
