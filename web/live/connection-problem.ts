import type { StreamStatus } from "../../src/client/stream.ts"

/** A connection problem. `silent`: a request has had no answer for too long. */
export type ConnectionProblem = "connecting" | "retrying" | "offline" | "silent"

/** The next problem; a reconnect attempt does not change the message. */
export function connectionProblemAfter(
  before: ConnectionProblem | null,
  { state, hasNetwork, isLate }: { state: StreamStatus["state"]; hasNetwork: boolean; isLate: boolean },
): ConnectionProblem | null {
  switch (state) {
    case "live":
    case "closed":
      return isLate ? "silent" : null
    case "connecting":
      if (!hasNetwork) return "offline"
      if (before === "retrying" || before === "offline") return before
      return isLate ? "silent" : "connecting"
    case "retrying":
    case "offline":
      return hasNetwork ? state : "offline"
  }
}
