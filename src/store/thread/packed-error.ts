import { type ErrorCode, HoldfastError, isHoldfastError } from "../../session/error.ts"

/** An error as it goes from one thread to another: what is thrown there is no instance of a class here. */
export type PackedError = {
  name: string
  message: string
  stack: string | null
  cause: PackedError | null
  refusal: { code: ErrorCode; details: Record<string, unknown> } | null
}

export function packError(error: unknown): PackedError {
  if (!(error instanceof Error))
    return { name: "Error", message: String(error), stack: null, cause: null, refusal: null }
  return {
    name: error.name,
    message: error.message,
    stack: error.stack ?? null,
    cause: error.cause === undefined ? null : packError(error.cause),
    refusal: isHoldfastError(error) ? { code: error.code, details: { ...error.details } } : null,
  }
}

export function unpackError({ name, message, stack, cause, refusal }: PackedError): Error {
  const because = cause ? { cause: unpackError(cause) } : {}
  const error = refusal
    ? new HoldfastError(refusal.code, message, { ...because, details: refusal.details })
    : Object.assign(new Error(message, because), { name })
  if (stack !== null) error.stack = stack
  return error
}
