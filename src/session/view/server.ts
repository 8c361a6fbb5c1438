import type { SessionState } from "../state.ts"

/**
 * The server that the session asks on this machine. Law: privileges do not travel. One that was named up to
 * `foreignThrough`, in a part of the log that came from elsewhere, is void: keys of this machine are not shown to it.
 */
export function serverHere({ log }: SessionState, foreignThrough: number): string | null {
  return log.server && log.server.at > foreignThrough ? log.server.baseUrl : null
}
