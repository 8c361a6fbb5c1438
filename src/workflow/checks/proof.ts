import type { Strength } from "../../session/event/common.ts"
import type { CheckState } from "../../session/state.ts"
import { isPlaceholder } from "./placeholder.ts"
import { atLeast, strongestOf } from "./strength.ts"

/** What an attempt to verify has shown. Lists hold the ids of checks. */
export type Shown = {
  /** The strongest that passed; null where nothing did. */
  strength: Strength | null
  /** Enough to call the work verified. */
  enough: boolean
  passed: string[]
  /** Each of these contradicts, whoever named it. */
  failed: string[]
  /** Needed and not settled: planned, running, stale, skipped, unknown or missing. */
  open: string[]
  /** They passed and show nothing. */
  placeholders: string[]
}

/**
 * Verified is when everything that a person, AGENTS.md or the project named has passed, nothing failed, and what passed
 * is as strong as it can be here. A check of the model may add to it and is not needed.
 */
export function proves(checks: readonly CheckState[], strongest: Strength): Shown {
  const passed = checks.filter((check) => check.status === "passed")
  const failed = checks.filter((check) => check.status === "failed")
  const open = checks.filter(
    (check) => check.status !== "passed" && check.status !== "failed" && check.source !== "model",
  )
  // Detection plans `test -e` knowing what it is worth; from anybody else it is no proof.
  const placeholders = passed.filter((check) => check.source !== "project" && isPlaceholder(check.command))
  const counted = passed.filter((check) => !placeholders.includes(check))
  const strength = counted.length === 0 ? null : strongestOf(counted.map((check) => check.strength))
  return {
    strength,
    enough: failed.length === 0 && open.length === 0 && strength !== null && atLeast(strength, strongest),
    passed: ids(counted),
    failed: ids(failed),
    open: ids(open),
    placeholders: ids(placeholders),
  }
}

const ids = (checks: readonly CheckState[]) => checks.map((check) => check.id)
