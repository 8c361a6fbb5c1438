import { describe, expect, it } from "vitest"
import { ledger } from "../../../src/index.ts"
import { brief, list, plan, question, say, write } from "./script.ts"
import { type Stage, stage } from "./stage.ts"
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
      limits: { steps: 3 },
    })
    await scene.say(tasks.complex)
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
        brief("## Assumptions", `- ${notesStay}`, "## Acceptance Criteria", "- router.md names every mode"),
        question("And what stays?"),
        agreed("Router.md **names** every mode"),
        routerPlan,
      ],
      limits: { steps: 5 },
    })
    await scene.say(tasks.complex)
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

  it("F046 ledger drift: what the work contradicts is contradicted, changed or reopened", async () => {
    const criteria = ["router.md names every mode", "Letters arrive within seconds"]
    const scene = await stage({
      mode: "clarify",
      steps: [
        question("Where does it go?"),
        agreed(...criteria),
        routerPlan,
        write("notes.txt", "changed\n"),
        question("The notes were changed. Is that right?"),
        agreed(...criteria),
        plan("## File Changes", "- `router.md`", "- `notes.txt`", "## Execution Order", "1. Say when letters arrive"),
        write("settings.md", "mode: plan\n"),
        question("The settings were changed. Is that right?"),
      ],
    })
    await scene.say(tasks.complex)
    await scene.reply(bounded)
    expect(await lists(scene)).toMatchObject({
      assumptions: [`contradicted clarify/recovery: ${notesStay}`],
      acceptanceAnchors: [
        "active clarify/plan: router.md names every mode",
        "changed clarify/recovery: Letters arrive within seconds",
      ],
      decisionBoundaries: ["tracked clarify/-: Do not touch `settings.md` without asking."],
    })
    expect((await scene.state()).branch.ledger.find(({ status }) => status === "contradicted")?.evidence).toEqual([
      `${notesStay} (\`notes.txt\` was changed)`,
    ])
    await scene.reply(bounded)
    expect(await lists(scene)).toMatchObject({
      decisionBoundaries: ["reopened clarify/recovery: Do not touch `settings.md` without asking."],
    })
  })

  it("F046 ledger drift: a failed check that the brief does not cover changes an anchor", async () => {
    const scene = await stage({
      mode: "clarify",
      steps: [
        question("Where does it go?"),
        routerBrief({ touchpoints: ["router.md", "letters.txt"], criteria: ["router.md names every mode"] }),
        plan(
          "## File Changes",
          "- `router.md`, `letters.txt`",
          "## Execution Order",
          "1. Write router.md",
          "<<<VERIFICATION>>>",
          "## Acceptance Criteria",
          "- router.md names every mode",
          "- Postboxes are emptied hourly",
          "## Verification Commands",
          "- `grep -q . letters.txt`",
        ),
        write("router.md", router),
        list("x Write router.md"),
        say("The router is there."),
        write("letters.txt", "one\n"),
        question("What about the postboxes?"),
      ],
    })
    await scene.say(tasks.complex)
    await scene.reply(bounded)
    expect((await lists(scene)).acceptanceAnchors).toContain("changed plan/recovery: Postboxes are emptied hourly")
    expect((await scene.state()).branch.workflow.reasonCode).toBe("clarify_reentry_required")
  })
})
