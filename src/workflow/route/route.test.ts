import { describe, expect, it } from "vitest"
import { situation } from "../../../test/support/workflow/route-situation.ts"
import { route } from "./route.ts"

const list = "Please:\n1. add a parser\n2. add a printer\n3. wire both into the command line"

describe("the router", () => {
  it.each([
    "Create hello.txt in the workspace root.",
    "Improve Loader so it feels more like claw-code.",
    "Implement a persistent workflow mode router with clarify artifacts, planning artifacts, and verification-plan wiring in the runtime.",
    "Make it better somehow",
    "ask me first",
    "hello",
    list,
  ])("F047: never routes a capable model away from execute: %j", (task) => {
    expect(route({ ...situation, task })).toMatchObject({
      kind: "route",
      decisionKind: "initial_route",
      mode: "execute",
      reasonCode: "task_is_concrete",
      routeScore: 1,
      runnerUpMode: "plan",
      runnerUpScore: 0,
    })
  })

  it.each([
    ["a numbered list of three", list],
    ["a list with bullets", "- eins\n- zwei\n- drei"],
    ["a list in another alphabet", "• 写一个解析器\n• 写一个打印器\n• 测试"],
    ["three paths", "Сделай src/a.ts, src/b.ts и docs/c.md"],
  ])("F049: has a weak model plan %s first", (_, task) => {
    expect(route({ ...situation, task, model: "weak" })).toMatchObject({
      mode: "plan",
      reasonCode: "task_is_complex",
      decisionKind: "initial_route",
      routeScore: 0.6,
      runnerUpMode: "execute",
      runnerUpScore: 0.4,
      complexity: 0.6,
      scheduledNextMode: "execute",
    })
  })

  it.each([
    ["two things", "- one\n- two"],
    ["one path named three times", "src/a.ts, src/a.ts and `src/a.ts`"],
    ["a long text about one thing", "Refactor the architecture and migrate everything, then report. ".repeat(100)],
    ["a list in a code block", "Explain this:\n```\n- a\n- b\n- c\n```"],
    ["nested items of one thing", "- one\n  - this\n  - that\n  - and that"],
    ["an unclear task", "Improve it somehow"],
  ])("F048: has a weak model start at once with %s, without a question", (_, task) => {
    expect(route({ ...situation, task, model: "weak" })).toMatchObject({
      mode: "execute",
      reasonCode: "task_is_concrete",
    })
  })

  it.each(["clarify", "plan", "execute", "explore"] as const)("F050: does what a person asks for: %s", (requested) => {
    expect(route({ ...situation, task: list, model: "weak", requested })).toMatchObject({
      mode: requested,
      decisionKind: "requested",
      reasonCode: "explicit_request",
      routeScore: 1,
      signals: expect.arrayContaining([`requested_mode=${requested}`]),
    })
  })

  it("F051: continues with the plan that there is", () => {
    expect(route({ ...situation, task: list, model: "weak", hasPlan: true })).toMatchObject({
      mode: "execute",
      decisionKind: "artifact_reuse",
      reasonCode: "existing_plan_artifacts",
    })
  })

  it("says what it went by", () => {
    expect(route({ ...situation, task: `${list} in src/cli.ts`, model: "weak" }).signals).toEqual([
      "complexity=0.60",
      "list_items=3",
      "paths=1",
      "model=weak",
    ])
  })
})
