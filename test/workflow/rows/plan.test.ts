import { describe, expect, it } from "vitest"
import { artifact, checks, stops } from "./log.ts"
import { list, plan, question, say, write } from "./script.ts"
import { type Stage, stage } from "./stage.ts"
import { bounded, router, routerBrief, routerPlan, tasks } from "./task.ts"

const packageJson = `${JSON.stringify({ name: "loader", scripts: { test: "node --test" } })}\n`
const steps = ["Write router.md", "List the artifacts in it"]
const work = [write("router.md", router), list(...steps.map((step) => `x ${step}`)), say("The router is there.")]

const bridges = (scene: Stage, at: number) =>
  (scene.requests[at]?.messages ?? []).filter(({ text }) => text.startsWith("[WORKFLOW BRIDGE]"))

describe("planning", () => {
  it("F058 plan artifacts: the plan and how it is proven are written, in that order, before the work", async () => {
    const scene = await stage({ steps: [routerPlan, ...work], files: { "package.json": packageJson } })
    await scene.say(tasks.complex)
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
      "## Notes",
    ])
    // The model is told what the project itself has for it.
    expect(scene.requests[0]).toMatchObject({ purpose: "plan", tools: [] })
    expect(scene.requests[0]?.messages[0]?.text).toContain("npm test")
    expect(await stops(scene)).toEqual(["completed-verified"])
  })

  it.each(["<<<VERIFICATION>>>", "<<VERIFICATION>>", "# Verification Plan"])(
    "F059 plan separator variants: %s parts the two",
    async (separator) => {
      const scene = await stage({
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

  it("F060 plan seeds todos: the first eight steps are things to do", async () => {
    const many = Array.from({ length: 10 }, (_, at) => `Describe part ${at + 1}`)
    const scene = await stage({
      steps: [plan("## Execution Order", ...many.map((step, at) => `${at + 1}. ${step}`))],
      limits: { steps: 1 },
    })
    await scene.say(tasks.complex)
    const items = (await scene.state()).branch.done?.items ?? []
    expect(items.map(({ text, state }) => `${state} ${text}`)).toEqual([
      "pending Complete the requested work",
      ...many.slice(0, 8).map((step) => `pending ${step}`),
    ])
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
    })
    await scene.say(tasks.complex)
    await scene.reply(bounded)
    const turns = scene.requests.flatMap(({ purpose }, at) => (purpose === "turn" ? [at] : []))
    expect(turns.length).toBeGreaterThan(2)
    for (const at of turns) {
      const [told, ...more] = bridges(scene, at)
      expect(more).toEqual([])
      expect(told?.text).toContain("A persistent workflow mode router")
      expect(told?.text).toContain("Write router.md")
      expect(told?.text).toContain("grep -q clarify router.md")
      expect(told?.text).toMatch(/source of truth[\s\S]*sequence[\s\S]*what done means/)
    }
  })

  it("F061 execute bridge: what a person wrote into the plan is what is told and done", async () => {
    const scene = await stage({ steps: [routerPlan, { error: { status: 401, message: "no key" } }, ...work] })
    await scene.say(tasks.complex)
    const edited = "# Verification Plan\n\n## Verification Commands\n\n- `grep -q verify router.md`\n"
    const body = await scene.agent.store.putBlob(Buffer.from(edited), "text/markdown")
    await scene.agent.store.append(
      scene.session,
      [{ type: "workflow.artifact-edited", data: { artifact: "verification-plan", from: 1, body } }],
      "intent",
    )
    await scene.goOn()
    expect(bridges(scene, scene.requests.length - 1).map(({ text }) => text)).toEqual([
      expect.stringContaining("grep -q verify router.md"),
    ])
    expect(await checks(scene)).toContain("passed grep -q verify router.md")
    expect(await checks(scene)).not.toContain("passed grep -q clarify router.md")
  })
})
