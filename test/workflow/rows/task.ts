import { brief, clearBrief, plan } from "./script.ts"

/** The tasks that the rows of the reference name, word for word, and what stands for their briefs and plans. */
export const tasks = {
  concrete: "Create hello.txt in the workspace root.",
  ambiguous: "Improve Loader so it feels more like claw-code.",
  complex:
    "Implement a persistent workflow mode router with clarify artifacts, planning artifacts, and verification-plan wiring in the runtime.",
  /** The complex one as a list: what a router can see of it without reading its words. */
  parts:
    "Implement a persistent workflow mode router:\n- clarify artifacts\n- planning artifacts\n- verification-plan wiring in the runtime",
} as const

export const shortAnswers = clearBrief({
  outcome: "Loader answers in short sentences, more like claw-code.",
  touchpoints: "`notes.md`",
  criterion: "`notes.md` has a heading for each release.",
})

/** A brief for the complex task, in which nothing is left open. */
export const routerBrief = (about: { touchpoints: readonly string[]; criteria: readonly string[] }) =>
  brief(
    "## Desired Outcome",
    "- A persistent workflow mode router, with clarify and planning artifacts and verification-plan wiring.",
    "## Non Goals",
    "- The command line stays as it is.",
    "## Decision Boundaries",
    "- Do not touch `settings.md` without asking.",
    "## Constraints",
    "- No new dependency in the runtime.",
    "## Likely Touchpoints",
    ...about.touchpoints.map((path) => `- \`${path}\``),
    "## Assumptions",
    "- `notes.txt` stays unchanged.",
    "## Acceptance Criteria",
    ...about.criteria.map((criterion) => `- ${criterion}`),
  )

/** What a person answers where it goes. */
export const bounded = "Into router.md. Keep the command line as it is."

/** A plan for the complex task: one file, two steps, one command. */
export const routerPlan = plan(
  "# Implementation Plan",
  "## File Changes",
  "- `router.md`: the modes of the workflow router",
  "## Execution Order",
  "1. Write router.md",
  "2. List the artifacts in it",
  "## Risks",
  "- A mode may be forgotten.",
  "<<<VERIFICATION>>>",
  "# Verification Plan",
  "## Acceptance Criteria",
  "- router.md names every mode",
  "## Verification Commands",
  "- `grep -q clarify router.md`",
)

/** What is in the router that the plan asks for. */
export const router = "clarify\nplan\nexecute\nverify\n"
