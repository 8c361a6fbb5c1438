import { describe, expect, it } from "vitest"
import { linesOf, turnScene } from "../../cli/run-scene.ts"
import { list, question, say, write } from "./script.ts"
import { type Stage, stage, weakly } from "./stage.ts"
import { router, routerPlan, tasks } from "./task.ts"

async function decisions(of: Stage) {
  return (await of.of("workflow.decided")).map(({ data }) => data)
}

describe("routing", () => {
  it("F047 route execute: a task is started at once", async () => {
    const scene = await stage({ steps: [write("hello.txt", "hello\n"), say("The file is written.")] })
    await scene.say(tasks.concrete)
    expect((await decisions(scene))[0]).toMatchObject({
      kind: "route",
      decisionKind: "initial_route",
      mode: "execute",
      reasonCode: "task_is_concrete",
      routeScore: 1,
    })
    expect(scene.requests.map(({ purpose }) => purpose)).toEqual(["turn", "turn"])
  })

  it.each([tasks.ambiguous, tasks.complex, tasks.parts])(
    "F048 route clarify: nothing is asked or planned before the work unless a person wants it: %s",
    async (task) => {
      const scene = await stage({ steps: [say("It is fine as it is.")] })
      await scene.say(task)
      expect((await decisions(scene))[0]).toMatchObject({ mode: "execute", reasonCode: "task_is_concrete" })
      expect(await scene.of("ask.opened")).toEqual([])
      expect(scene.requests.map(({ purpose }) => purpose)).not.toContain("plan")
    },
  )

  it("F048 route clarify: with --no-ask the work starts without a question", async () => {
    const scene = await stage({ steps: [say("It is fine.")], mode: "clarify", noAsk: true })
    await scene.say(tasks.ambiguous)
    expect(await decisions(scene)).toMatchObject([
      { mode: "clarify", reasonCode: "explicit_request" },
      { mode: "execute", reasonCode: "clarify_not_needed" },
    ])
    expect(await scene.of("ask.opened")).toEqual([])
  })

  it("F049 route plan: a weak model gets a plan first where the task has several parts, and does not wait", async () => {
    const scene = await stage({ steps: [routerPlan], as: weakly, limits: { steps: 1 } })
    await scene.say(tasks.parts)
    expect(await decisions(scene)).toMatchObject([
      {
        mode: "plan",
        reasonCode: "task_is_complex",
        routeScore: 0.6,
        runnerUpMode: "execute",
        runnerUpScore: 0.4,
        complexity: 0.6,
        scheduledNextMode: "execute",
        signals: ["complexity=0.60", "list_items=3", "model=weak"],
      },
      { mode: "execute", reasonCode: "plan_artifacts_created", kind: "handoff" },
    ])
    expect(await scene.of("ask.opened")).toEqual([])
  })

  it.each([
    { mode: "plan", step: routerPlan },
    { mode: "clarify", step: question("In which words?") },
  ] as const)("F050 route requested: a person asks for $mode", async ({ mode, step }) => {
    const scene = await stage({ steps: [step], mode, limits: { steps: 1 } })
    await scene.say(tasks.concrete)
    expect((await decisions(scene))[0]).toMatchObject({
      mode,
      reasonCode: "explicit_request",
      decisionKind: "requested",
      routeScore: 1,
      scheduledNextMode: "execute",
    })
    expect(scene.requests[0]?.purpose).toBe(mode)
  })

  it("F050 route requested: on the command line by --mode", async () => {
    const { run, script } = turnScene()
    const ran = await run(
      "run",
      tasks.concrete,
      "--mode",
      "plan",
      "--max-steps",
      "1",
      "--json",
      "--model",
      script(routerPlan),
    )
    const [routed] = linesOf(ran).filter(({ type }) => type === "workflow.decided")
    expect(routed?.data).toMatchObject({ mode: "plan", reasonCode: "explicit_request", routeScore: 1 })
    expect(await run("run", tasks.concrete, "--mode", "verify")).toMatchObject({ code: 2 })
  })

  it("F051 route reuse: a turn that is resumed continues with the plan that it has", async () => {
    const scene = await stage({
      mode: "plan",
      steps: [
        routerPlan,
        { error: { status: 401, message: "no key" } },
        write("router.md", router),
        list("x Write router.md", "x List the artifacts in it"),
        say("The router is there."),
      ],
    })
    await scene.say(tasks.complex)
    await scene.decide("approve")
    await scene.goOn()
    expect((await decisions(scene)).slice(0, 3)).toMatchObject([
      { mode: "plan", reasonCode: "explicit_request" },
      { mode: "execute", reasonCode: "plan_approved" },
      { mode: "execute", reasonCode: "existing_plan_artifacts", decisionKind: "artifact_reuse", routeScore: 1 },
    ])
    expect((await scene.of("turn.started")).filter(({ data }) => data.done)).toHaveLength(1)
    expect(scene.requests.filter(({ purpose }) => purpose === "plan")).toHaveLength(1)
    expect((await scene.of("turn.stopped")).at(-1)?.data.code).toBe("completed-unverified")
  })

  it("F052 route stale: work that leaves its plan is not planned again", async () => {
    const scene = await stage({
      as: weakly,
      steps: [routerPlan, write("modes.md", router), say("The modes are in modes.md.")],
    })
    await scene.say(tasks.parts)
    expect(scene.requests.filter(({ purpose }) => purpose === "plan")).toHaveLength(1)
    expect((await decisions(scene)).map(({ reasonCode }) => reasonCode).slice(0, 2)).toEqual([
      "task_is_complex",
      "plan_artifacts_created",
    ])
  })

  it("F033 prompt freshness: a second task in the same mode is told as the task, and the first does not press it", async () => {
    const second = "Add `bye` as a second line to hello.txt."
    const scene = await stage({
      steps: [write("hello.txt", "hello\n"), say("The file is written."), say("Which one?"), say("What next?")],
    })
    await scene.say(tasks.concrete)
    await scene.say(second)
    const asked = scene.requests[2]
    expect(asked?.messages.at(-1)).toMatchObject({ role: "user", text: second })
    expect(asked?.instructions).not.toContain(tasks.concrete)
    expect((await scene.state()).branch.task).toBe(second)
    const routed = (await decisions(scene)).filter(({ kind }) => kind === "route")
    expect(routed[1]?.signals).not.toContain("mutation_pressure=active")
  })

  it("defines done for every input, small talk too: only a resume continues an earlier one", async () => {
    const scene = await stage({ steps: [say("Hello."), say("Hello again.")] })
    await scene.say("hello")
    await scene.say("hello")
    expect((await scene.of("turn.started")).flatMap(({ data }) => (data.done ? [data.task] : []))).toEqual([
      "hello",
      "hello",
    ])
    expect((await scene.of("turn.started")).map(({ data }) => data.resumes)).toEqual([undefined, undefined])
    expect((await scene.of("turn.stopped")).map(({ data }) => data.code)).toEqual(["answered", "answered"])
  })

  it("holds --mode for the task that it is given with, and no longer", async () => {
    const { run, script } = turnScene()
    const first = ["--mode", "plan", "--yes", "--max-steps", "1", "--model", script(routerPlan, say("Done."))]
    await run("run", tasks.concrete, ...first)
    const model = ["--json", "--max-steps", "1", "--model", script(say("Which one?"))]
    const second = linesOf(await run("run", "--continue", "Add `bye` to bye.txt", ...model))
    expect(second.find(({ type }) => type === "workflow.decided")?.data).toMatchObject({
      reasonCode: "task_is_concrete",
    })
  })
})
