import { join } from "node:path"
import { isHoldfastError } from "../session/error.ts"

/** A server already running on this data directory, with a new sign-in link. */
export type RunningServer = { url: string; link: string; until: string; tokenFile: string; pid: number | null }

const answerMs = 5_000

/**
 * Asks the server that is already running for a sign-in link, with the token from the data directory. Undefined if
 * the error has another cause; throws if the server does not answer.
 */
export async function linkOfRunning(error: unknown): Promise<RunningServer | undefined> {
  if (!isHoldfastError(error) || error.code !== "owned") return undefined
  const { url, pid } = error.details
  if (typeof url !== "string") return undefined
  const [{ apiClient }, { readPrivate }, { dataDirectory }] = await Promise.all([
    import("../client/client.ts"),
    import("../server/access/private-file.ts"),
    import("../store/sqlite/directory.ts"),
  ])
  const tokenFile = join(dataDirectory(), "server-token")
  const token = readPrivate(tokenFile)?.trim()
  if (!token) return undefined
  const made = await apiClient({ base: url, token }).call("POST /api/links", { signal: AbortSignal.timeout(answerMs) })
  return { url, ...made, tokenFile, pid: typeof pid === "number" ? pid : null }
}
