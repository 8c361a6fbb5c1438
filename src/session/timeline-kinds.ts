/** The entries of the timeline that hold the work to account, as against those that only steer it. */
export const policyKinds = [
  "verify_observation",
  "verify_skip",
  "completion_check",
  "completion_continue",
  "completion_complete",
  "completion_finalize",
  "repair_retry",
  "repair_fail",
] as const

/** The entries of the timeline that are no routing decisions. */
export const noteKinds = ["clarify_continue", "clarify_exit", ...policyKinds] as const

/** The decisions about the mode of the work. */
export const decisionKinds = ["route", "handoff", "reentry", "plan_refresh"] as const
