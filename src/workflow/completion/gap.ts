import type { Evidence } from "../../session/event/common.ts"
import { type EvidenceFound, missing } from "./evidence.ts"

/** One thing that is not shown, and how to show it. */
export type Gap = {
  evidence: Evidence
  next: string
  /** How long the model is pressed for it: as long as it may be, a little, or not at all. */
  firmness: "firm" | "soft" | "none"
  /** Running the checks on offer would show it, one way or the other. */
  settledByChecks: boolean
}

type GapFound = EvidenceFound & Pick<Gap, "next"> & Partial<Pick<Gap, "firmness" | "settledByChecks">>

export function missingGap({ next, firmness = "firm", settledByChecks = false, ...found }: GapFound): Gap {
  return { evidence: missing(found), next, firmness, settledByChecks }
}
