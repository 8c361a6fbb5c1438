import { describe, expect, it } from "vitest"
import { linesOf, turnScene } from "../../cli/run-scene.ts"
import { list, plan, question, say, write } from "./script.ts"
import { type Stage, stage } from "./stage.ts"
import { router, routerPlan, tasks } from "./task.ts"

async function decisions(of: Stage) {
  return (await of.of("workflow.decided")).map(({ data }) => data)
}

describe("routing", () => {
  it("F047 route execute: a concrete task is begun at once", async () => {
    const scene = await stage({ steps: [write("hello.txt", "hello\n"), say("The file is written.")] })
    await scene.say(tasks.concrete)
    expect((await decisions(scene))[0]).toMatchObject({
      kind: "route",
      decisionKind: "initial_route",
      mode: "execute",
      reasonCode: "task_is_concrete",
      routeScore: 0.68,
    })
    expect(scene.requests.map(({ purpose }) => purpose)).toEqual(["turn", "turn"])
  })

  it("F048 route clarify: an ambiguous task is asked about first", async () => {
    const scene = await stage({ steps: [question("What should feel different?")] })
    await scene.say(tasks.ambiguous)
    expect(await decisions(scene)).toMatchObject([
      {
        mode: "clarify",
        reasonCode: "task_is_ambiguous",
        routeScore: 0.55,
        runnerUpMode: "execute",
        runnerUpScore: 0.52,
        ambiguity: 0.35,
        complexity: 0.1,
        scheduledNextMode: "execute",
        signals: ["ambiguity=0.35", "complexity=0.10"],
      },
    ])
    expect((await scene.state()).log.asks.open).toMatchObject([{ question: "What should feel different?" }])
  })

  it("F048 route clarify: it is begun where nobody can be asked", async () => {
    const scene = await stage({ steps: [say("It is fine as it is.")], noAsk: true, limits: { nudges: 0 } })
    await scene.say(tasks.ambiguous)
    expect((await decisions(scene))[0]).toMatchObject({ mode: "execute" })
    expect(await scene.of("ask.opened")).toEqual([])
  })

  it("F049 route plan: a task of several parts gets a plan first", async () => {
    const scene = await stage({ steps: [routerPlan], limits: { steps: 1 } })
    await scene.say(tasks.complex)
    expect(await decisions(scene)).toMatchObject([
      {
        mode: "plan",
        reasonCode: "task_is_complex",
        routeScore: 0.75,
        runnerUpMode: "execute",
        runnerUpScore: 0.56,
        complexity: 0.75,
        scheduledNextMode: "execute",
      },
      { mode: "execute", reasonCode: "plan_artifacts_created", kind: "handoff" },
    ])
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

  it("F051 route reuse: the same task goes on with the plan that it has", async () => {
    const scene = await stage({
      steps: [
        routerPlan,
        { error: { status: 401, message: "no key" } },
        write("router.md", router),
        list("x Write router.md", "x List the artifacts in it"),
        say("The router is there."),
      ],
    })
    await scene.say(tasks.complex)
    await scene.say(tasks.complex)
    expect((await decisions(scene)).slice(0, 3)).toMatchObject([
      { mode: "plan", reasonCode: "task_is_complex" },
      { mode: "execute", reasonCode: "plan_artifacts_created" },
      { mode: "execute", reasonCode: "existing_plan_artifacts", decisionKind: "artifact_reuse", routeScore: 0.9 },
    ])
    expect(await scene.of("done.defined")).toHaveLength(1)
    expect(scene.requests.filter(({ purpose }) => purpose === "plan")).toHaveLength(1)
    expect((await scene.of("turn.stopped")).at(-1)?.data.code).toBe("completed-verified")
  })

  it("F052 route stale: a plan that the work has left is made anew", async () => {
    const scene = await stage({
      steps: [routerPlan, write("modes.md", router), plan("## Execution Order", "1. Write modes.md")],
      limits: { steps: 3 },
    })
    await scene.say(tasks.complex)
    expect((await decisions(scene)).find(({ reasonCode }) => reasonCode === "stale_plan_artifacts")).toMatchObject({
      kind: "reentry",
      decisionKind: "reentry",
      mode: "plan",
      routeScore: 0.95,
      runnerUpMode: "execute",
      runnerUpScore: 0.6,
      scheduledNextMode: "execute",
      signals: expect.arrayContaining(["plan_artifacts=stale"]),
    })
  })

  it("F033 prompt freshness: a second task in the same mode is told as the task, and the first does not press it", async () => {
    const second = "Add `bye` as a second line to hello.txt."
    const scene = await stage({
      steps: [write("hello.txt", "hello\n"), say("The file is written."), say("Which one?"), say("What next?")],
      limits: { nudges: 0 },
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

  it("takes an order for what was proposed as one, without a question", async () => {
    const scene = await stage({
      files: { "add.js": "export const add = (a, b) => a + b\n" },
      steps: [say("Hello."), say("It could take any number of arguments."), say("Which one?")],
      limits: { nudges: 0 },
    })
    await scene.say("hello")
    await scene.say("How could add.js be extended?")
    await scene.say("cool, add it")
    expect((await decisions(scene)).at(-1)).toMatchObject({
      mode: "execute",
      signals: expect.arrayContaining(["refers_to=conversation"]),
    })
    expect(await scene.of("ask.opened")).toEqual([])
  })

  it("has no proposal in a greeting", async () => {
    const scene = await stage({ steps: [say("Hello."), question("Add what?")] })
    await scene.say("hello")
    await scene.say("cool, add it")
    expect((await decisions(scene)).at(-1)).toMatchObject({ mode: "clarify", reasonCode: "task_is_ambiguous" })
  })

  it("holds --mode for the task that it is given with, and no longer", async () => {
    const { run, script } = turnScene()
    const first = ["--mode", "plan", "--max-steps", "1", "--model", script(routerPlan, say("Done."))]
    await run("run", tasks.concrete, ...first)
    const model = ["--json", "--max-steps", "1", "--model", script(say("Which one?"))]
    const second = linesOf(await run("run", "--continue", "Add `bye` to bye.txt", ...model))
    expect(second.find(({ type }) => type === "workflow.decided")?.data).toMatchObject({
      reasonCode: "task_is_concrete",
    })
  })
})
