import { isMarkedAsUntransferable } from "node:worker_threads"

/** Bytes in a buffer of their own, to be handed over: what is copied to another thread as a view takes all of its buffer along. */
export function copyToGive(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes)
}

/** The same for bytes that no other code holds: copied only where they share their buffer. */
export function given(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes
  const isWhole = buffer instanceof ArrayBuffer && bytes.byteLength === buffer.byteLength
  return isWhole && !isMarkedAsUntransferable(buffer) ? new Uint8Array(buffer) : copyToGive(bytes)
}
