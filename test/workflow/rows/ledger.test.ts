import { describe, expect, it } from "vitest"
import { ledger } from "../../../src/index.ts"
import { brief, question, say, write } from "./script.ts"
import { type Stage, stage, weakly } from "./stage.ts"
import { bounded, router, routerBrief, routerPlan, tasks } from "./task.ts"

const notesStay = "`notes.txt` stays unchanged."
const agreed = (...criteria: readonly string[]) => routerBrief({ touchpoints: ["router.md"], criteria })

const lists = async (scene: Stage) => {
  const entries = Object.entries(ledger((await scene.state()).branch))
  return Object.fromEntries(
    entries.map(([list, items]) => [
      list,
      items.map(
        ({ status, introducedPhase, updatedPhase = "-", text }) =>
          `${status} ${introducedPhase}/${updatedPhase}: ${text}`,
      ),
    ]),
  )
}

describe("the ledger", () => {
  it("F044 ledger round trip: the lists are the same for whoever opens the session next", async () => {
    const scene = await stage({
      mode: "clarify",
      steps: [question("Where does it go?"), agreed("router.md names every mode"), routerPlan],
      as: weakly,
      limits: { steps: 3 },
    })
    await scene.say(tasks.parts)
    await scene.reply(bounded)
    const before = ledger((await scene.state()).branch)
    expect(Object.values(before).map((items) => items.length)).toEqual([1, 1, 1])
    const again = await scene.reopened()
    expect(ledger((await again.store.state(scene.session)).branch)).toEqual(before)
  })

  it("F045 ledger seeding: a brief adds its items once, and a plan that says the same only its phase", async () => {
    const scene = await stage({
      mode: "clarify",
      steps: [
        question("Where does it go?"),
        brief(
          "## Assumptions",
          `- ${notesStay}`,
          "## Acceptance Criteria",
          "- router.md names every mode",
          "## Open Questions",
          "- What stays?",
        ),
        question("And what stays?"),
        agreed("Router.md **names** every mode"),
        routerPlan,
      ],
      as: weakly,
      limits: { steps: 5 },
    })
    await scene.say(tasks.parts)
    await scene.reply("into the router")
    expect(await lists(scene)).toEqual({
      assumptions: [`open clarify/-: ${notesStay}`],
      acceptanceAnchors: ["active clarify/-: router.md names every mode"],
      decisionBoundaries: [],
    })
    await scene.reply(bounded)
    expect(await lists(scene)).toMatchObject({
      assumptions: [`open clarify/clarify: ${notesStay}`],
      acceptanceAnchors: ["active clarify/plan: router.md names every mode"],
      decisionBoundaries: ["tracked clarify/-: Do not touch `settings.md` without asking."],
    })
  })

  it("F046 ledger drift: the ledger says what was agreed on, and the work changes nothing of that", async () => {
    const scene = await stage({
      mode: "clarify",
      as: weakly,
      steps: [
        question("Where does it go?"),
        agreed("router.md names every mode"),
        routerPlan,
        write("notes.txt", "changed\n"),
        write("settings.md", "mode: plan\n"),
        write("router.md", router),
        say("The router is there."),
      ],
    })
    await scene.say(tasks.parts)
    await scene.reply(bounded)
    expect(await lists(scene)).toEqual({
      assumptions: [`open clarify/-: ${notesStay}`],
      acceptanceAnchors: ["active clarify/plan: router.md names every mode"],
      decisionBoundaries: ["tracked clarify/-: Do not touch `settings.md` without asking."],
    })
  })
})
