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
  return sealIn(Buffer.allocUnsafe(start + Buffer.byteLength(text)), before, session, text)
}

/** The same, but the bytes are good only until the next call: an append hands them to SQLite, which copies them. */
export function sealForNow(before: Uint8Array, session: string, text: string): { body: Buffer; hash: Buffer } {
  // A UTF-16 unit takes three bytes at most.
  const isShort = hashBytes + 3 * (session.length + text.length) <= scratch.length
  return isShort ? sealIn(scratch, before, session, text) : seal(before, session, text)
}

const scratch = Buffer.allocUnsafeSlow(64 * 1024)

function sealIn(space: Buffer, before: Uint8Array, session: string, text: string): { body: Buffer; hash: Buffer } {
  space.set(before)
  const start = hashBytes + space.write(session, hashBytes)
  const end = start + space.write(text, start)
  return { body: space.subarray(start, end), hash: checksum(space.subarray(0, end)) }
}

/** The checksum of bytes that stand alone: a segment, a snapshot. */
export function checksum(data: Uint8Array): Buffer {
  const sum = Buffer.allocUnsafe(hashBytes)
  // By way of a text, which is half the work of a buffer with memory of its own.
  sum.write(hash("sha256", data, "binary"), 0, hashBytes, "latin1")
  return sum
}

/** Whether two hashes are equal. A damaged row may hold something else in the place of one. */
export function same(a: unknown, b: unknown): boolean {
  return a instanceof Uint8Array && b instanceof Uint8Array && Buffer.compare(a, b) === 0
}
