import type { BriefSection } from "./brief.ts"
import type { Grounding } from "./grounding.ts"

/** What stands in a section that nobody filled. It is marked as assumed, so that it never passes for an agreement. */
export const assumed = {
  desiredOutcome: "The task is done as it is stated.",
  inScope: "What the task names.",
  nonGoals: "What the task does not name stays as it is.",
  decisionBoundaries: "Ask before data is deleted, a dependency is added or a public interface changes.",
  constraints: "Follow the conventions of the project.",
  likelyTouchpoints: "Not known yet: look before changing anything.",
  assumptions: "The workspace is as the task describes it.",
  acceptanceCriteria: "The task is done as it is stated.",
} as const satisfies Record<BriefSection, string>

/** What a model writes where it has nothing to say. */
export const briefPlaceholders = [
  "",
  "tbd",
  "todo",
  "to be determined",
  "unknown",
  "not specified",
  "unspecified",
  "-",
] as const

export function briefDefaults(task: string, grounding: Grounding | null): Record<BriefSection, string[]> {
  const code = (path: string) => `\`${path}\``
  const touchpoints = [...(grounding?.existing ?? []), ...(grounding?.related ?? [])].map(code)
  const missing = (grounding?.missing ?? []).map((path) => `${code(path)} does not exist yet.`)
  return {
    desiredOutcome: [assumed.desiredOutcome],
    inScope: [assumed.inScope],
    nonGoals: [assumed.nonGoals],
    decisionBoundaries: [assumed.decisionBoundaries],
    constraints: grounding?.project
      ? [assumed.constraints, `Keep to what the project is: ${grounding.project}.`]
      : [assumed.constraints],
    likelyTouchpoints: touchpoints.length > 0 ? touchpoints : [assumed.likelyTouchpoints],
    assumptions: [assumed.assumptions, ...missing],
    acceptanceCriteria: [task || assumed.acceptanceCriteria],
  }
}
