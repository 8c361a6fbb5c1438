import type { SessionState } from "../state.ts"

/**
 * The server that the session asks on this machine. Law: privileges do not travel. One that was named up to
 * `foreignThrough`, in the foreign part of the log, is void: it gets no keys of this machine.
 */
export function serverHere({ log }: SessionState, foreignThrough: number): string | null {
  return log.server && log.server.at > foreignThrough ? log.server.baseUrl : null
}
