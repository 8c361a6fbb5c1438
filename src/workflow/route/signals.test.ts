import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { TimelineEntry } from "../../session/state.ts"
import { type SignalSource, signalsOf } from "./signals.ts"

const source: SignalSource = {
  task: "Improve Loader so it feels more like claw-code.",
  requested: null,
  hasBrief: false,
  hasPlan: false,
  planStale: false,
  openQuestions: [],
  verificationPressure: false,
  mutationPressure: false,
  conversation: false,
  timeline: [],
}

const ambiguity = (task: string) => signalsOf({ ...source, task }).ambiguity
const complexity = (task: string) => signalsOf({ ...source, task }).complexity

function timeline(...entries: Pick<TimelineEntry, "kind" | "mode">[]): TimelineEntry[] {
  return entries.map(
    (entry, at) => ({ reasonCode: "code", summary: "", seq: at + 1, at: "", ...entry }) as TimelineEntry,
  )
}

describe("ambiguity", () => {
  it.each([
    ["Improve Loader so it feels more like claw-code.", 0.35],
    ["Create hello.txt in the workspace root.", 0],
    ["Write a short release-note style summary of what Loader does well.", 0],
    ["Fix the login bug", 0.2],
    ["Add caching", 0.35],
    ["Add caching to the parser", 0.2],
    ["Improve performance", 0.55],
    ["Build something with `vite`", 0.2],
    ["Take the latest address", 0.2],
    ["Write a script and make it executable", 0.2],
    ["Make it nicer", 0.4],
    ["--clarify add an export to a.ts", 0.65],
    ["I'm not sure what it should do; change a.ts", 0.65],
    ["Not sure why a.ts fails, repair it", 0],
    ["Figure out why a.ts fails", 0],
    ["Don't assume anything about a.ts", 0.65],
    ["Change a.ts, and ask me before you delete it", 0],
    ["Clarify the wishes", 0.85],
    ["Clarify the comment in a.ts", 0],
    ["Fix a.ts, do not change `make it better`", 0],
  ])("of %j is %d", (task, expected) => {
    expect(ambiguity(task)).toBe(expected)
  })

  it.each(["How can we improve this?", "hello there", "Explain something"])("is none in a question: %j", (task) => {
    expect(ambiguity(task)).toBe(0)
  })

  it("never grows when a task says where", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("add ", "improve ", "it ", "better ", "fix ", "this ") }),
        (task) => {
          expect(ambiguity(`${task}in src/x.ts`)).toBeLessThanOrEqual(ambiguity(task))
        },
      ),
    )
  })
})

describe("complexity", () => {
  it.each([
    ["Improve Loader so it feels more like claw-code.", 0.1],
    [
      "Implement a persistent workflow mode router with clarify artifacts, planning artifacts, and verification-plan wiring in the runtime.",
      0.75,
    ],
    ["Create hello.txt in the workspace root.", 0.1],
    ["Refactor the parser", 0.3],
    ["Fix the reporter", 0],
    ["Open src/workflow/report.ts", 0.1],
    ["Do a deep-dive", 0.3],
    ["Change one and two and three", 0.15],
    ["Change one, two, three", 0.15],
    ["Pay 1,000,000", 0],
    [Array(18).fill("word").join(" "), 0.2],
    [Array(30).fill("word").join(" "), 0.35],
    ["Explain the architecture, the workflow, and the reports", 0],
  ])("of %j is %d", (task, expected) => {
    expect(complexity(task)).toBe(expected)
  })
})

describe("the signals", () => {
  it("are told in one order, and only those that are there", () => {
    expect(signalsOf(source).summary).toEqual(["ambiguity=0.35", "complexity=0.10"])
    expect(
      signalsOf({
        ...source,
        requested: "plan",
        hasBrief: true,
        hasPlan: true,
        openQuestions: Array(12).fill("Why?"),
        verificationPressure: true,
        mutationPressure: true,
        timeline: timeline(
          { kind: "route", mode: "clarify" },
          { kind: "clarify_exit", mode: "clarify" },
          { kind: "reentry", mode: "execute" },
          { kind: "plan_refresh", mode: "plan" },
          { kind: "verify_skip", mode: "execute" },
        ),
      }).summary,
    ).toEqual([
      "ambiguity=0.35",
      "complexity=0.10",
      "requested_mode=plan",
      "clarify_brief=available",
      "plan_artifacts=available",
      "open_questions=9",
      "verification_pressure=active",
      "mutation_pressure=active",
      "recent_clarify=2",
      "recent_reentry=1",
      "recent_plan_refresh=1",
      "recent_verify_skip=1",
    ])
    expect(signalsOf({ ...source, hasPlan: true, planStale: true }).summary).toContain("plan_artifacts=stale")
  })

  it("count over the last six entries", () => {
    const skip = { kind: "verify_skip", mode: "execute" } as const
    const done = { kind: "completion_complete", mode: "execute" } as const
    const recent = (...entries: Parameters<typeof timeline>) =>
      signalsOf({ ...source, timeline: timeline(...entries) }).recent
    expect(recent(skip, skip, done, done, done, done, done)).toEqual({
      clarify: 0,
      reentry: 0,
      planRefresh: 0,
      verifySkip: 1,
    })
    expect(recent(skip, done, done, done, done, done, done).verifySkip).toBe(0)
  })

  it("know a re-entry by its decision and a refresh by its code", () => {
    const [entry] = timeline({ kind: "handoff", mode: "execute" })
    const entries = [{ ...entry, decisionKind: "reentry", reasonCode: "plan_refresh_completed" } as TimelineEntry]
    expect(signalsOf({ ...source, timeline: entries }).recent).toMatchObject({ reentry: 1, planRefresh: 1 })
  })
})
