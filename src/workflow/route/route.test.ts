import { describe, expect, it } from "vitest"
import type { TimelineEntry } from "../../session/state.ts"
import { type RouteSituation, route } from "./route.ts"

const situation: Omit<RouteSituation, "task"> = {
  requested: null,
  clarifyAllowed: true,
  hasBrief: false,
  hasPlan: false,
  planStale: false,
  openQuestions: [],
  verificationPressure: false,
  mutationPressure: false,
  conversation: false,
  timeline: [],
}

const ambiguous = "Improve Loader so it feels more like claw-code."
const concrete = "Create hello.txt in the workspace root."
const complex =
  "Implement a persistent workflow mode router with clarify artifacts, planning artifacts, and verification-plan wiring in the runtime."

describe("the router", () => {
  it("F047 sends a concrete task to execute", () => {
    expect(route({ ...situation, task: concrete })).toEqual({
      kind: "route",
      decisionKind: "initial_route",
      mode: "execute",
      reasonCode: "task_is_concrete",
      summary: "execute: The task is clear enough to begin",
      reasonSummary: "The task is clear enough to begin",
      routeScore: 0.68,
      runnerUpMode: "clarify",
      runnerUpScore: 0.2,
      ambiguity: 0,
      complexity: 0.1,
      signals: ["ambiguity=0.00", "complexity=0.10"],
    })
    const summary = "Write a short release-note style summary of what Loader does well."
    expect(route({ ...situation, task: summary })).toMatchObject({ mode: "execute", routeScore: 0.68 })
  })

  it("F048 sends an ambiguous task to clarify, and to execute after that", () => {
    expect(route({ ...situation, task: ambiguous })).toEqual({
      kind: "route",
      decisionKind: "initial_route",
      mode: "clarify",
      reasonCode: "task_is_ambiguous",
      summary: "clarify: The task leaves open what is wanted",
      reasonSummary: "The task leaves open what is wanted",
      routeScore: 0.55,
      runnerUpMode: "execute",
      runnerUpScore: 0.52,
      scheduledNextMode: "execute",
      ambiguity: 0.35,
      complexity: 0.1,
      signals: ["ambiguity=0.35", "complexity=0.10"],
    })
  })

  it("does not clarify where that is not allowed: plan scores 0.10 then", () => {
    expect(route({ ...situation, task: ambiguous, clarifyAllowed: false })).toMatchObject({
      mode: "execute",
      routeScore: 0.52,
      runnerUpMode: "plan",
      runnerUpScore: 0.1,
    })
  })

  it("F049 sends a complex task to plan, and to execute after that", () => {
    expect(route({ ...situation, task: complex })).toMatchObject({
      kind: "route",
      mode: "plan",
      reasonCode: "task_is_complex",
      routeScore: 0.75,
      runnerUpMode: "execute",
      runnerUpScore: 0.56,
      scheduledNextMode: "execute",
      complexity: 0.75,
    })
  })

  it.each([
    ["clarify", "execute"],
    ["plan", "execute"],
    ["execute", undefined],
    ["verify", undefined],
    ["explore", undefined],
  ] as const)("F050 takes the mode that was asked for: %s, then %s", (requested, next) => {
    const decided = route({ ...situation, task: concrete, requested, planStale: true, clarifyAllowed: false })
    expect(decided).toMatchObject({
      kind: "route",
      decisionKind: "requested",
      mode: requested,
      reasonCode: "explicit_request",
      routeScore: 1,
    })
    expect(decided.scheduledNextMode).toBe(next)
    expect(decided.runnerUpMode).toBeUndefined()
  })

  it("F051 follows the plan that there is", () => {
    expect(route({ ...situation, task: complex, hasPlan: true })).toMatchObject({
      kind: "route",
      decisionKind: "artifact_reuse",
      mode: "execute",
      reasonCode: "existing_plan_artifacts",
      routeScore: 0.9,
      runnerUpMode: "plan",
      runnerUpScore: 0.45,
    })
  })

  it("F052 plans again when the plan is stale", () => {
    expect(route({ ...situation, task: concrete, hasPlan: true, planStale: true })).toMatchObject({
      kind: "reentry",
      decisionKind: "reentry",
      mode: "plan",
      reasonCode: "stale_plan_artifacts",
      routeScore: 0.95,
      runnerUpMode: "execute",
      runnerUpScore: 0.6,
      scheduledNextMode: "execute",
    })
  })

  it("plans under the pressure to verify, where the task alone would not need it", () => {
    const task = "Refactor the parser, the lexer, and the printer"
    expect(route({ ...situation, task }).mode).toBe("execute")
    const open = ["Which one first?"]
    const pressed = { verificationPressure: true, mutationPressure: true, openQuestions: open }
    expect(route({ ...situation, task, hasBrief: true, ...pressed })).toMatchObject({
      mode: "plan",
      reasonCode: "task_is_complex",
      unresolvedQuestions: open,
    })
    expect(route({ ...situation, task: "Refactor src/parser.ts", ...pressed })).toMatchObject({
      mode: "plan",
      reasonCode: "verification_pressure_requires_plan",
      routeScore: 0.76,
    })
  })

  it("scores what is open, and what happened lately", () => {
    const entry = (kind: "clarify_exit" | "verify_skip"): TimelineEntry => ({
      kind,
      mode: kind === "clarify_exit" ? "clarify" : "execute",
      reasonCode: "",
      summary: "",
      seq: 1,
      at: "",
    })
    const task = "Fix the login bug"
    const openQuestions = ["a", "b", "c", "d"]
    expect(route({ ...situation, task, openQuestions, timeline: [entry("clarify_exit")] })).toMatchObject({
      mode: "execute",
      routeScore: 0.63,
      runnerUpMode: "clarify",
      runnerUpScore: 0.56,
    })
    expect(route({ ...situation, task, timeline: [entry("verify_skip")] }).routeScore).toBe(0.71)
    const pressed = { verificationPressure: true, timeline: [entry("verify_skip")] }
    expect(route({ ...situation, task, ...pressed }).routeScore).toBe(0.68)
  })
})

describe("everyday tasks", () => {
  it.each([
    "Fix the failing test",
    "Fix the typo in README.md",
    "Fix the login bug",
    "Fix it",
    "Add a dark mode toggle to the settings page",
    "Add a logout button to the header",
    "Add tests",
    "Add a README",
    "Add tests for the parser",
    "Build the project",
    "Build the project and fix whatever breaks",
    "Implement `parseBrief` in src/workflow/brief.ts",
    "Refactor the parser",
    "Refactor src/agent/loop.ts to use async iterators",
    "Improve the error message in src/cli/run.ts",
    "Rename getUser to fetchUser everywhere",
    "Upgrade the dependencies",
    "Run the tests",
    "Run the linter and fix what it reports",
    "Delete the old migration files",
    "Commit the changes",
    "Undo that",
    "continue",
    "yes",
    "Help me refactor this function",
    "Figure out why the build fails",
    "Migrate the database from MySQL to PostgreSQL",
    "Create a Python script that prints primes and make it executable",
    "Convert the JavaScript sources to TypeScript",
    "Set up GitHub Actions",
    "Translate the page into German",
    "Write docs for the CLI",
    "Bump the version to 2.0.1",
    "Use the latest address for the newsletter",
    "Investigate the memory leak in the worker",
    "Clarify the comment in src/x.ts",
    "What does the router do?",
    "How can we improve this?",
    "Why is the build slow?",
    "Explain the architecture of the workflow, how it persists its state, how reports are written, and why",
    "Hello there",
    "build",
    "Build it",
    "please rebuild everything",
    "error: something went wrong",
    "TypeError: cannot make it work",
    'It says "something went wrong, try something else"',
  ])("execute: %s", (task) => {
    expect(route({ ...situation, task }).mode).toBe("execute")
  })

  it.each([
    "Fix this",
    "Make it better",
    "Make it work",
    "Improve performance",
    "Improve the code.",
    "Improve this - please!",
    "Add caching",
    "Build me something cool",
    "Build it better",
    "Implement user authentication",
    "Refactor",
    "Something is broken on the login page",
    "Not sure what I want, ask me",
    "Don't assume anything, interview me about the new site",
    "Clarify the requirements for the export",
  ])("clarify: %s", (task) => {
    expect(route({ ...situation, task }).mode).toBe("clarify")
  })

  it.each([
    "Refactor the parser, the lexer, and the printer, and migrate all callers to the new interface in src/parse",
    "Write a migration plan and an implementation plan for the new billing service, including rollback, monitoring, and a report for the team",
    "Migrate the store to PostgreSQL, keep the conformance suite green, and write docs/migration.md for people who move their data",
  ])("plan: %s", (task) => {
    expect(route({ ...situation, task }).mode).toBe("plan")
  })
})

describe("a task in a conversation", () => {
  const asks = (task: string, conversation: boolean) => route({ ...situation, task, conversation }).mode

  it.each([
    "cool, add it",
    "implement option 2",
    "awesome, fix this too",
    "refactor this",
    "make it work",
    "improve it a bit",
    "Implement the second one",
    "improve that",
    "build your proposal",
  ])("may speak of what was said before: %s", (task) => {
    expect(asks(task, true)).toBe("execute")
  })

  it("tells so in its signals", () => {
    expect(route({ ...situation, task: "cool, add it", conversation: true }).signals).toContain(
      "refers_to=conversation",
    )
    expect(route({ ...situation, task: "Fix a.ts", conversation: true }).signals).not.toContain(
      "refers_to=conversation",
    )
  })

  it.each(["cool, add it", "implement option 2", "refactor this", "make it work"])(
    "speaks of nothing where nothing was said: %s",
    (task) => {
      expect(asks(task, false)).toBe("clarify")
    },
  )

  it.each([
    "Add caching",
    "Improve performance",
    "Refactor",
    "Build me something cool, and make it pop",
    "Implement user authentication",
    "Build a version that improves",
  ])("is asked about where it names something new and leaves it open: %s", (task) => {
    expect(asks(task, true)).toBe(asks(task, false))
  })
})

describe("a long text", () => {
  it("is routed by its beginning", () => {
    const log = "ok 1 it works as it should\n".repeat(20_000)
    expect(route({ ...situation, task: `Fix the login bug\n${log}improve src/x.ts` })).toEqual(
      route({ ...situation, task: `Fix the login bug\n${log}` }),
    )
  })
})
