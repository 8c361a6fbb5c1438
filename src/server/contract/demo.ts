import { z } from "zod"
import { row, sessionParams } from "./common.ts"
import { endpoints } from "./endpoint.ts"

const child = z
  .object({ pid: z.int() })
  .nullable()
  .meta({ description: "the process that drives it for the demonstration; null once it is gone" })

/** The crash demonstration, which can be watched. */
export const demoEndpoints = endpoints({
  "POST /api/demo": {
    tag: "house",
    summary: "Open the crash demonstration: a sample project, and a process of its own that mends it by a script",
    intent: true,
    status: 201,
    answer: z.object({ id: z.string(), row, child }),
    problems: ["busy", "key-reused", "low-space", "storage-access", "storage-full"],
  },
  "GET /api/sessions/:id/demo": {
    tag: "house",
    summary: "Whether the process of the demonstration lives",
    params: sessionParams,
    status: 200,
    answer: z.object({ child }),
    problems: ["not-found", "erased"],
  },
  "POST /api/sessions/:id/demo/kill": {
    tag: "house",
    summary: "Kill that process as a crash would: SIGKILL. The server then goes on with the session",
    params: sessionParams,
    intent: true,
    status: 200,
    answer: z.object({ killed: z.object({ pid: z.int() }) }),
    problems: ["not-found", "erased", "illegal"],
  },
})
