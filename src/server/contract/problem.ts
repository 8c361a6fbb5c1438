import { z } from "zod"
import { type ErrorCode, errorCodes } from "../../session/error.ts"

/** Problem codes of the server, beside the codes of HoldfastError. */
export const httpCodes = [
  "unauthorized", // no token, or one that does not count
  "forbidden", // a host or an origin that is not ours
  "no-such-route",
  "method-not-allowed",
  "too-large",
  "unsupported-media",
  "too-many-requests",
  "precondition-failed", // the file is not what the caller saw
  "stopping", // the server shuts down: try again in a moment
  "busy", // a limit of the server is reached
  "internal",
] as const

export type ProblemCode = ErrorCode | (typeof httpCodes)[number]

/** The HTTP status of each problem. */
export const statusOf = {
  invalid: 400,
  "not-found": 404,
  erased: 410,
  exists: 409,
  illegal: 409,
  "key-reused": 422,
  "no-model": 409,
  "has-forks": 409,
  owned: 409,
  fenced: 409,
  behind: 409,
  stopped: 409,
  answered: 409,
  "read-only": 409,
  damaged: 500,
  newer: 409,
  "low-space": 507,
  "storage-full": 507,
  "storage-io": 500,
  "storage-access": 500,
  "storage-busy": 503,
  "storage-missing": 500,
  closed: 503,
  unauthorized: 401,
  forbidden: 403,
  "no-such-route": 404,
  "method-not-allowed": 405,
  "too-large": 413,
  "unsupported-media": 415,
  "too-many-requests": 429,
  "precondition-failed": 412,
  stopping: 503,
  busy: 503,
  internal: 500,
} as const satisfies Record<ProblemCode, number>

/** The body of every error response. */
export const problem = z
  .object({
    error: z.object({
      code: z.enum([...errorCodes, ...httpCodes]),
      message: z.string().meta({ description: "what happened, and what to do next" }),
      details: z.record(z.string(), z.unknown()).optional().meta({ description: "facts for programs" }),
      request: z.string().meta({ description: "the id of the request, as in the log of the server" }),
    }),
  })
  .meta({ id: "Problem" })

export type Problem = z.infer<typeof problem>
