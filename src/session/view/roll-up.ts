import type { Evidence } from "../event/common.ts"

/** Evidence by what it says of the claim; what blocks is missing or speaks against it. */
export type RollUp = Readonly<Record<Evidence["status"] | "blocking", readonly Evidence[]>>

/** The one way in which evidence is summed up: `why`, the stop record, `status` and `workflow` all read it so. */
export function rollUp(evidence: readonly Evidence[]): RollUp {
  const of = (status: Evidence["status"]) => evidence.filter((each) => each.status === status)
  const [missing, contradicted] = [of("missing"), of("contradicted")]
  return {
    supporting: of("supporting"),
    missing,
    contradicted,
    context: of("context"),
    blocking: [...missing, ...contradicted],
  }
}
