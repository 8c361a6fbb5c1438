import { isHoldfastError } from "../../session/error.ts"
import { redact } from "../../session/redact.ts"
import { type httpCodes, type Problem, type ProblemCode, statusOf } from "../contract/problem.ts"

/** A refusal that only the server makes. A HoldfastError is sent as it is. */
export class HttpProblem extends Error {
  override readonly name = "HttpProblem"
  readonly code: (typeof httpCodes)[number]
  readonly details: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: (typeof httpCodes)[number],
    message: string,
    more: { details?: Record<string, unknown>; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.code = code
    this.details = more.details ?? {}
    this.headers = more.headers ?? {}
  }
}

/** The response for an error: known errors with secrets masked; unexpected ones without details. */
export function problemFor(
  error: unknown,
  request: string,
): { status: number; body: Problem; headers: Record<string, string> } {
  const { code, message, details, headers } = known(error)
  const shown = Object.keys(details).length > 0 ? { details: redactedDetails(details) } : {}
  return {
    status: statusOf[code],
    body: { error: { code, message: redact(message), ...shown, request } },
    headers: { ...headers },
  }
}

type Known = {
  code: ProblemCode
  message: string
  details: Readonly<Record<string, unknown>>
  headers: Readonly<Record<string, string>>
}

function known(error: unknown): Known {
  if (error instanceof HttpProblem) return error
  if (isHoldfastError(error)) return { code: error.code, message: error.message, details: error.details, headers: {} }
  const message = "The server hit an unexpected error. Its log has the details, under the id of this request."
  return { code: "internal", message, details: {}, headers: {} }
}

function redactedDetails(details: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return JSON.parse(redact(JSON.stringify(details))) as Record<string, unknown>
}
