import type { CheckStatus } from "../../src/session/event/common.ts"

export const checkStates = {
  planned: "planned",
  pending: "waiting",
  running: "running",
  passed: "passed",
  failed: "failed",
  stale: "passed, but files changed since",
  superseded: "replaced by a later attempt",
  skipped: "skipped",
  unknown: "outcome unknown",
  missing: "missing",
} as const satisfies Record<CheckStatus | "running", string>
