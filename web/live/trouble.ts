import type { StreamStatus } from "../../src/client/stream.ts"

/** What is wrong between this page and the server. `silent`: something was sent, and has no answer for too long. */
export type Trouble = "connecting" | "retrying" | "offline" | "silent"

/** What is wrong, after what was; a new try does not change the words. */
export function troubleAfter(
  before: Trouble | null,
  { state, hasNetwork, isLate }: { state: StreamStatus["state"]; hasNetwork: boolean; isLate: boolean },
): Trouble | null {
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
