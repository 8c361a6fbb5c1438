/**
 * What went wrong, as a closed list. Faces map a code to an exit code or an HTTP status; people read the message.
 */
export const errorCodes = [
  // the request
  "invalid", // malformed input: nothing was written
  "not-found", // no such session, event or blob
  "erased", // it was here and was erased on purpose
  "exists", // an id that is already taken
  "illegal", // the event does not fit the state of the session
  "key-reused", // an idempotency key that was used with another body
  "no-model", // no model is named, and none was found
  "has-forks", // erase needs the consent of the forks
  // who may write
  "owned", // someone else drives the session
  "fenced", // the lease is of an older epoch
  "behind", // the log has moved on: fold and decide again
  "stopped", // the turn has its stop record already
  "answered", // the ask has its answer already
  "read-only", // the session or the store cannot be written
  // what is on the disk
  "damaged", // stored bytes do not match their hash
  "newer", // written by a newer Holdfast
  "low-space", // too little free space to start something new
  "storage-full",
  "storage-io",
  "storage-access",
  "storage-busy",
  "storage-missing",
  "closed", // the store was closed
] as const

export type ErrorCode = (typeof errorCodes)[number]

const marker: unique symbol = Symbol.for("holdfast.error") as never

/** The one error of the edges: what happened, to what, and what to do next. */
export class HoldfastError extends Error {
  override readonly name = "HoldfastError"
  readonly [marker] = true
  readonly code: ErrorCode
  /** Facts for programs: the owner of a lease, the earlier answer, the damaged seq. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: ErrorCode, message: string, more: { cause?: unknown; details?: Record<string, unknown> } = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.code = code
    this.details = more.details ?? {}
  }
}

/** True for errors of any copy of this package. */
export function isHoldfastError(error: unknown): error is HoldfastError {
  return typeof error === "object" && error !== null && marker in error
}
