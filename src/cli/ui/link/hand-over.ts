import { join } from "node:path"
import { ApiProblem, apiClient } from "../../../client/client.ts"
import { readPrivate } from "../../../server/access/private-file.ts"
import { serverAddressIn } from "../../../server/address-file.ts"

/** A server on the same data directory, which can continue a turn when this process ends. */
export type RunningServer = {
  url: string
  /** Has it continue an open turn that this process has paused. */
  resume(session: string): Promise<void>
}

const answerMs = 3_000

/** The server that runs here and answers; null where there is none. */
export async function runningServer(directory: string): Promise<RunningServer | null> {
  const url = serverAddressIn(directory)
  const token = url === null ? undefined : readPrivate(join(directory, "server-token"))?.trim()
  if (url === null || !token) return null
  const client = apiClient({ base: url, token })
  const signal = () => AbortSignal.timeout(answerMs)
  try {
    await client.call("GET /api/health", { signal: signal() })
  } catch (error) {
    if (error instanceof ApiProblem || (error instanceof Error && error.name === "TimeoutError")) return null
    throw error
  }
  return {
    url,
    async resume(session) {
      await client.call("POST /api/sessions/:id/resume", { params: { id: session }, body: {}, signal: signal() })
    },
  }
}
