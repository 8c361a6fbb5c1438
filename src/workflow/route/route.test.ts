import { describe, expect, it } from "vitest"
import type { TimelineEntry } from "../../session/state.ts"
import { situation } from "../arbitrary/route-situation.ts"
import { route } from "./route.ts"

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
