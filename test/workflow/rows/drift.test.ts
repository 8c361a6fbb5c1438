import { describe, expect, it } from "vitest"
import { artifact, stops } from "./log.ts"
import { brief, list, plan, question, say, write } from "./script.ts"
import { type Stage, stage } from "./stage.ts"
import { bounded, router, routerBrief, routerPlan, tasks } from "./task.ts"

const decided = async (scene: Stage) =>
  (await scene.of("workflow.decided")).map(({ data }) => `${data.mode} ${data.reasonCode}`)

const modesPlan = plan(
  "## File Changes",
  "- `router.md`, and `modes.md` with the modes",
  "## Execution Order",
  "1. Write modes.md",
  "2. Name it in router.md",
  "<<<VERIFICATION>>>",
  "## Acceptance Criteria",
  "- modes.md names every mode",
  "## Verification Commands",
  "- `grep -q clarify modes.md`",
)

describe("drift", () => {
  it("F062 drift refresh: a file outside of the plan makes a new plan, and the work goes on", async () => {
    const scene = await stage({
      steps: [
        routerPlan,
        write("modes.md", router),
        modesPlan,
        write("router.md", "See modes.md.\n"),
        list("x Write modes.md", "x Name it in router.md"),
        say("The router names its modes."),
      ],
    })
    await scene.say(tasks.complex)
    expect(await decided(scene)).toEqual([
      "plan task_is_complex",
      "execute plan_artifacts_created",
      "plan stale_plan_artifacts",
      "execute plan_refresh_completed",
      "verify definition_of_done_requires_verification",
    ])
    const [refreshed] = (await scene.of("workflow.decided")).filter(({ data }) => data.kind === "plan_refresh")
    expect(refreshed?.data).toMatchObject({ mode: "execute", artifacts: ["plan", "verification-plan"] })
    // The planning call is told what happened, and what there was.
    const asked = scene.requests.filter(({ purpose }) => purpose === "plan")[1]?.messages[0]?.text
    expect(asked).toContain("`modes.md` was changed")
    expect(asked).toContain("Write router.md")
    expect((await scene.state()).branch.artifacts.plan?.version).toBe(2)
    expect(await artifact(scene, "plan")).toContain("modes.md")
    // What only the old plan wanted is no longer to be done.
    const items = (await scene.state()).branch.done?.items.map(({ text }) => text)
    expect(items).not.toContain("List the artifacts in it")
    expect(await stops(scene)).toEqual(["completed-verified"])
  })

  it("F063 full replan: where neither the brief nor the plan holds, it is asked, planned, and done", async () => {
    const scene = await stage({
      mode: "clarify",
      steps: [
        question("Where does it go?"),
        routerBrief({ touchpoints: ["router.md"], criteria: ["router.md names every mode"] }),
        routerPlan,
        write("modes.md", router),
        question("It went elsewhere. Is that right?"),
        routerBrief({ touchpoints: ["modes.md", "router.md"], criteria: ["modes.md names every mode"] }),
        modesPlan,
        write("router.md", "See modes.md.\n"),
        list("x Write modes.md", "x Name it in router.md"),
        say("The modes are in modes.md."),
      ],
    })
    await scene.say(tasks.complex)
    await scene.reply(bounded)
    expect((await scene.state()).log.asks.open).toMatchObject([{ question: "It went elsewhere. Is that right?" }])
    await scene.reply("Yes, modes.md and router.md only. Keep everything else.")
    expect(await decided(scene)).toEqual([
      "clarify explicit_request",
      "plan post_clarify_task_is_complex",
      "execute plan_artifacts_created",
      "clarify full_replan_requires_clarify",
      "plan full_replan_required",
      "execute full_replan_completed",
      "verify definition_of_done_requires_verification",
    ])
    expect((await scene.state()).branch.artifacts).toMatchObject({
      brief: { version: 2 },
      plan: { version: 2 },
      "verification-plan": { version: 2 },
    })
    expect(await stops(scene)).toEqual(["completed-verified"])
  })

  it("F063 full replan: what nobody agreed to, and that a file is not there yet, is nothing that the work can leave", async () => {
    const scene = await stage({
      mode: "clarify",
      files: { "workflow.md": "# Workflow\n" },
      steps: [
        question("Where does it go?"),
        brief(
          "## Desired Outcome",
          "- A persistent workflow mode router in the runtime, with verification-plan wiring.",
        ),
        question("What stays?"),
        brief(
          "## Assumptions",
          "- `router.md` does not exist yet.",
          "## Acceptance Criteria",
          "- router.md names every mode",
        ),
        routerPlan,
        write("router.md", router),
        list("x Write router.md", "x List the artifacts in it"),
        say("The router is there."),
      ],
    })
    await scene.say(tasks.complex)
    await scene.reply(bounded)
    await scene.reply(bounded)
    expect((await decided(scene)).filter((decision) => decision.startsWith("clarify"))).toEqual([
      "clarify explicit_request",
    ])
    expect(await stops(scene)).toEqual(["completed-verified"])
  })
})
