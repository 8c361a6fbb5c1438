import { describe, expect, it } from "vitest"
import { artifact, checks, stops } from "./log.ts"
import { list, plan, question, say, write } from "./script.ts"
import { type Stage, stage, weakly } from "./stage.ts"
import { bounded, router, routerBrief, routerPlan, tasks } from "./task.ts"

const packageJson = `${JSON.stringify({ name: "loader", scripts: { test: "node --test" } })}\n`
const steps = ["Write router.md", "List the artifacts in it"]
const work = [write("router.md", router), list(...steps.map((step) => `x ${step}`)), say("The router is there.")]

const bridges = (scene: Stage, at: number) =>
  (scene.requests[at]?.messages ?? []).filter(({ text }) => text.startsWith("[WORKFLOW BRIDGE]"))

describe("planning", () => {
  it("F058 plan artifacts: the plan and how it is proven are written, in that order, before the work", async () => {
    const scene = await stage({ mode: "plan", steps: [routerPlan, ...work], files: { "package.json": packageJson } })
    await scene.say(tasks.complex)
    await scene.decide("approve")
    const written = (await scene.of("workflow.artifact-written")).map(({ data }) => data)
    expect(written).toMatchObject([
      { artifact: "plan", version: 1, body: { mediaType: "text/markdown" } },
      { artifact: "verification-plan", version: 1, body: { mediaType: "text/markdown" } },
    ])
    expect((await artifact(scene, "plan")).split("\n").filter((line) => line.startsWith("#"))).toEqual([
      "# Implementation Plan",
      "## File Changes",
      "## Execution Order",
      "## Risks",
      "## Workflow Contract",
    ])
    expect((await artifact(scene, "verification-plan")).split("\n").filter((line) => line.startsWith("#"))).toEqual([
      "# Verification Plan",
      "## Acceptance Criteria",
      "## Verification Commands",
    ])
    // The model is told what the project itself has for it.
    expect(scene.requests[0]).toMatchObject({ purpose: "plan", tools: [] })
    expect(scene.requests[0]?.messages[0]?.text).toContain("npm test")
    expect(await stops(scene)).toEqual(["completed-unverified"])
  })

  it.each(["<<<VERIFICATION>>>", "<<VERIFICATION>>", "# Verification Plan"])(
    "F059 plan separator variants: %s parts the two",
    async (separator) => {
      const scene = await stage({
        mode: "plan",
        steps: [
          plan(
            "## Execution Order",
            "1. Write router.md",
            separator,
            "## Commands",
            "- `grep -q plan router.md`",
            "## By Hand",
            "- Read it aloud.",
          ),
        ],
        limits: { steps: 1 },
      })
      await scene.say(tasks.complex)
      expect(await artifact(scene, "plan")).toContain("Write router.md")
      expect(await artifact(scene, "plan")).not.toMatch(/grep|Read it aloud/)
      expect(await artifact(scene, "verification-plan")).toMatch(/grep -q plan router\.md[\s\S]*Read it aloud/)
    },
  )

  it("F060 plan seeds todos: its steps are guidance, and only the model's own list can be open", async () => {
    const scene = await stage({
      mode: "plan",
      steps: [routerPlan, write("router.md", router), say("The router is there.")],
    })
    await scene.say(tasks.complex)
    await scene.decide("approve")
    const items = (await scene.state()).branch.done?.items ?? []
    expect(items.map(({ text }) => text)).toEqual(["Complete the requested work", "Collect verification evidence"])
    expect(await stops(scene)).toEqual(["completed-unverified"])
    expect(scene.requests.map(({ purpose }) => purpose)).toEqual(["plan", "turn", "turn"])
  })

  it("F061 execute bridge: the brief and the plans are told once, in their newest versions", async () => {
    const scene = await stage({
      steps: [
        question("Where does it go?"),
        routerBrief({ touchpoints: ["router.md"], criteria: ["router.md names every mode"] }),
        routerPlan,
        ...work,
      ],
      mode: "clarify",
      as: weakly,
    })
    await scene.say(tasks.parts)
    await scene.reply(bounded)
    const turns = scene.requests.flatMap(({ purpose }, at) => (purpose === "turn" ? [at] : []))
    expect(turns.length).toBeGreaterThan(2)
    for (const at of turns) {
      const [message, ...more] = bridges(scene, at)
      expect(more).toEqual([])
      expect(message?.text).toContain("A persistent workflow mode router")
      expect(message?.text).toContain("Write router.md")
      expect(message?.text).toContain("grep -q clarify router.md")
      expect(message?.text).toMatch(/source of truth[\s\S]*sequence[\s\S]*what done means/)
    }
  })

  it("F061 execute bridge: what a person wrote into the plan is what is told and done", async () => {
    const scene = await stage({ mode: "plan", steps: [routerPlan, ...work] })
    await scene.say(tasks.complex)
    const edited = "# Verification Plan\n\n## Verification Commands\n\n- `grep -q verify router.md`\n"
    const body = await scene.agent.store.putBlob(Buffer.from(edited), "text/markdown")
    await scene.agent.store.append(
      scene.session,
      [{ type: "workflow.artifact-edited", data: { artifact: "verification-plan", from: 1, body } }],
      "intent",
    )
    await scene.decide("approve")
    expect(bridges(scene, scene.requests.length - 1).map(({ text }) => text)).toEqual([
      expect.stringContaining("grep -q verify router.md"),
    ])
    expect(await checks(scene)).toContain("passed grep -q verify router.md")
    expect(await checks(scene)).not.toContain("passed grep -q clarify router.md")
  })

  it("waits for approval where a person asked for the plan, after a restart too", async () => {
    const scene = await stage({ mode: "plan", steps: [routerPlan, ...work] })
    await scene.say(tasks.complex)
    expect((await scene.state()).log.asks.open).toMatchObject([{ kind: "plan", question: "Do you approve the plan?" }])
    expect(scene.requests.map(({ purpose }) => purpose)).toEqual(["plan"])
    const again = await scene.reopened()
    const [ask] = (await again.store.state(scene.session)).log.asks.open
    await again.answer(scene.session, ask?.ask ?? "", { answer: "approve" })
    const { state } = await again.drive(scene.session)
    expect(state.branch.stop?.code).toBe("completed-unverified")
    // The approval of a plan allows no tool call.
    expect(state.log.grants).toEqual([])
  })

  it("writes the plan again where it is rejected with words, and asks again", async () => {
    const other = plan("## Execution Order", "1. Write modes.md")
    const scene = await stage({ mode: "plan", steps: [routerPlan, other, ...work] })
    await scene.say(tasks.complex)
    await scene.decide({ reject: "In modes.md, please." })
    expect((await scene.of("ask.opened")).map(({ data }) => data.plan)).toEqual([1, 2])
    const asked = scene.requests[1]?.messages[0]?.text ?? ""
    expect(asked).toContain("In modes.md, please.")
    expect(asked).toContain("Write router.md")
    // What only the rejected plan wanted does not have to hold.
    expect((await scene.state()).branch.done?.criteria.map(({ text }) => text)).toEqual([tasks.complex])
    await scene.decide("approve")
    expect(await artifact(scene, "plan")).toContain("Write modes.md")
    expect((await scene.of("workflow.decided")).map(({ data }) => data.reasonCode).slice(0, 2)).toEqual([
      "explicit_request",
      "plan_approved",
    ])
  })

  it("stops where the plan is rejected without words, and asks again when the turn is resumed", async () => {
    const scene = await stage({ mode: "plan", steps: [routerPlan, ...work] })
    await scene.say(tasks.complex)
    await scene.decide({ reject: "" })
    expect((await scene.of("turn.stopped")).map(({ data }) => [data.code, data.summary])).toEqual([
      ["cancelled", "The plan was rejected"],
    ])
    expect(scene.text("router.md")).toBeNull()
    await scene.goOn()
    expect(await scene.of("ask.opened")).toHaveLength(2)
    await scene.decide("approve")
    expect(await stops(scene)).toEqual(["cancelled", "completed-unverified"])
    expect(scene.requests.filter(({ purpose }) => purpose === "plan")).toHaveLength(1)
  })
})
