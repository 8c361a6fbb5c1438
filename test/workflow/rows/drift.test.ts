import { describe, expect, it } from "vitest"
import { stops } from "./log.ts"
import { question, say, write } from "./script.ts"
import { type Stage, stage, weakly } from "./stage.ts"
import { bounded, router, routerBrief, routerPlan, tasks } from "./task.ts"

const decided = async (scene: Stage) =>
  (await scene.of("workflow.decided")).map(({ data }) => `${data.mode} ${data.reasonCode}`)

describe("drift", () => {
  it("F062 drift refresh: a plan is guidance, and a file outside of it costs no request", async () => {
    const scene = await stage({
      mode: "plan",
      steps: [routerPlan, write("modes.md", router), write("router.md", router), say("The router names its modes.")],
    })
    await scene.say(tasks.complex)
    await scene.decide("approve")
    expect(await decided(scene)).toEqual([
      "plan explicit_request",
      "execute plan_approved",
      "verify definition_of_done_requires_verification",
    ])
    expect(scene.requests.map(({ purpose }) => purpose)).toEqual(["plan", "turn", "turn", "turn"])
    expect((await scene.state()).branch.artifacts.plan?.version).toBe(1)
    expect(await stops(scene)).toEqual(["completed-unverified"])
  })

  it("F063 full replan: work outside of brief and plan asks and plans nothing anew", async () => {
    const scene = await stage({
      mode: "clarify",
      as: weakly,
      steps: [
        question("Where does it go?"),
        routerBrief({ touchpoints: ["router.md"], criteria: ["router.md names every mode"] }),
        routerPlan,
        write("notes.txt", "changed\n"),
        write("router.md", router),
        say("The router is there, and notes.txt says so."),
      ],
    })
    await scene.say(tasks.parts)
    await scene.reply(bounded)
    expect(await decided(scene)).toEqual([
      "clarify explicit_request",
      "plan post_clarify_task_is_complex",
      "execute plan_artifacts_created",
      "verify definition_of_done_requires_verification",
    ])
    expect(await scene.of("ask.opened")).toHaveLength(1)
    expect((await scene.state()).branch.artifacts).toMatchObject({ brief: { version: 1 }, plan: { version: 1 } })
    expect(await stops(scene)).toEqual(["completed-unverified"])
  })
})
