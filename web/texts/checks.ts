import type { CheckStatus } from "../../src/session/event/common.ts"

/** How each state of a check is called, in the transcript and in the inspector. */
export const checkStates = {
  planned: "planned",
  pending: "waiting",
  running: "running",
  passed: "passed",
  failed: "failed",
  stale: "passed, but files changed since",
  superseded: "a later attempt took its place",
  skipped: "skipped",
  unknown: "outcome unknown",
  missing: "missing",
} as const satisfies Record<CheckStatus | "running", string>
