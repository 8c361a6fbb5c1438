import { z } from "zod"
import { row, sessionParams } from "./common.ts"
import { endpoints } from "./endpoint.ts"

const child = z
  .object({ pid: z.int() })
  .nullable()
  .meta({ description: "the process that drives it for the demonstration; null once it is gone" })

export const demoEndpoints = endpoints({
  "POST /api/demo": {
    tag: "system",
    summary: "Start the crash demo: a sample project, and a separate process that fixes it with a scripted model",
    intent: true,
    status: 201,
    answer: z.object({ id: z.string(), row, child }),
    problems: ["busy", "key-reused", "low-space", "storage-access", "storage-full"],
  },
  "GET /api/sessions/:id/demo": {
    tag: "system",
    summary: "Whether the demo's process is running",
    params: sessionParams,
    status: 200,
    answer: z.object({ child }),
    problems: ["not-found", "erased"],
  },
  "POST /api/sessions/:id/demo/kill": {
    tag: "system",
    summary: "Kill that process with SIGKILL, as a crash would. The server then resumes the session",
    params: sessionParams,
    intent: true,
    status: 200,
    answer: z.object({ killed: z.object({ pid: z.int() }) }),
    problems: ["not-found", "erased", "illegal"],
  },
})
