import { describe, expect, it } from "vitest"
import { artifact, codes } from "./log.ts"
import { brief, openBrief, question, rewrite, say } from "./script.ts"
import { stage } from "./stage.ts"
import { shortAnswers, tasks } from "./task.ts"

const vague = openBrief("It feels better.", "What is a better feeling?")
const notes = { "notes.md": "# Notes\n" }
const written = [rewrite("notes.md", "# Notes\n\n## 1.0\n"), say("`notes.md` has a heading for each release.")]
const twice = [question("What should feel different?"), vague, question("For example?"), vague, ...written]

/** A session in which a person asks to be asked first. */
const asking = (steps: Parameters<typeof stage>[0]["steps"]) => stage({ mode: "clarify", files: notes, steps })

describe("clarifying", () => {
  it("F053 clarify round: one question, one brief, then the work", async () => {
    const scene = await asking([
      question("What should feel different?", "The speed", "The words"),
      shortAnswers,
      ...written,
    ])
    await scene.say(tasks.ambiguous)
    expect((await scene.of("ask.opened")).map(({ data }) => data)).toMatchObject([
      {
        kind: "question",
        question: "What should feel different?",
        round: 1,
        options: [{ label: "The speed" }, { label: "The words" }],
      },
    ])
    await scene.reply("Short sentences in notes.md.")
    expect(await scene.of("ask.opened")).toHaveLength(1)
    expect((await scene.of("workflow.artifact-written")).map(({ data }) => data)).toMatchObject([
      { artifact: "brief", version: 1 },
    ])
    expect((await scene.of("workflow.decided")).map(({ data }) => data.mode)).toEqual(["clarify", "execute"])
    expect((await scene.state()).branch.workflow.mode).toBe("execute")
    expect(scene.requests.map(({ purpose }) => purpose).slice(0, 4)).toEqual(["clarify", "clarify", "turn", "turn"])
    expect(scene.requests[0]?.tools.map(({ name }) => name)).toEqual(["ask"])
    expect((await scene.of("turn.stopped")).map(({ data }) => data.code)).toEqual(["completed-unverified"])
  })

  it("F054 clarify second round: what the brief leaves open is asked about, and never a third time", async () => {
    const scene = await asking(twice)
    await scene.say(tasks.ambiguous)
    await scene.reply("just make it better somehow")
    expect((await scene.state()).log.asks.open).toMatchObject([{ question: "For example?" }])
    await scene.reply("something nicer")
    const asks = (await scene.of("ask.opened")).map(({ data }) => data.round)
    expect(asks).toEqual([1, 2])
    expect((await scene.state()).log.turn).toBeNull()
    expect((await scene.state()).branch.artifacts.brief?.version).toBe(2)
  })

  it("F054 clarify second round: an answer in any words is enough where the brief leaves nothing open", async () => {
    const scene = await asking([
      question("What should feel different?"),
      brief("## In Scope", "- notes.md"),
      ...written,
    ])
    await scene.say(tasks.ambiguous)
    await scene.reply("just make it better somehow")
    expect(await scene.of("ask.opened")).toHaveLength(1)
  })

  it("F054 clarify second round: what a person wrote into the brief in between stays in it", async () => {
    const scene = await asking(twice)
    await scene.say(tasks.ambiguous)
    await scene.reply("just make it better somehow")
    const edited = "# Brief\n\n## Acceptance Criteria\n\n- A heading for each release\n"
    const body = await scene.agent.store.putBlob(Buffer.from(edited), "text/markdown")
    const data = { artifact: "brief", from: 1, body } as const
    await scene.agent.store.append(scene.session, [{ type: "workflow.artifact-edited", data }], "intent")
    await scene.reply("something nicer")
    expect((await scene.state()).branch.artifacts.brief?.version).toBe(3)
    expect(await artifact(scene, "brief")).toContain("A heading for each release")
    expect((await scene.state()).branch.done?.criteria.map(({ text }) => text)).toContain("A heading for each release")
  })

  it("F055 clarify codes: the timeline tells what is open, and when nothing is", async () => {
    const scene = await asking([
      question("What should feel different?"),
      vague,
      question("For example?"),
      shortAnswers,
      ...written,
    ])
    await scene.say(tasks.ambiguous)
    await scene.reply("just make it better somehow")
    const prompted = scene.requests[2]?.messages[0]?.text
    await scene.reply("Short sentences in notes.md.")
    const noted = (await scene.of("workflow.noted")).map(({ data }) => data)
    expect(noted.filter(({ kind }) => kind === "clarify_continue")).toMatchObject([
      {
        mode: "clarify",
        reasonCode: "clarify_follow_up_needed",
        unresolvedQuestions: ["What is a better feeling?"],
      },
    ])
    expect(noted.filter(({ kind }) => kind === "clarify_exit")).toMatchObject([
      { reasonCode: "clarify_complete", artifacts: ["brief"] },
    ])
    expect(await codes(scene)).toEqual(
      expect.arrayContaining(["clarify_follow_up_needed", "clarify_complete", "post_clarify_task_is_concrete"]),
    )
    expect(prompted).toContain("2 of 2")
    expect(prompted).toContain("What is a better feeling?")
  })

  it("F055 clarify codes: the budget ends the questions, and what is open is said", async () => {
    const scene = await asking(twice)
    await scene.say(tasks.ambiguous)
    await scene.reply("just make it better somehow")
    await scene.reply("something nicer")
    const exit = (await scene.of("workflow.noted")).map(({ data }) => data).find(({ kind }) => kind === "clarify_exit")
    expect(exit).toMatchObject({ reasonCode: "clarify_budget_exhausted" })
    const handed = (await scene.of("workflow.decided")).map(({ data }) => data)[1]
    expect(handed?.unresolvedQuestions).toEqual(["What is a better feeling?"])
  })

  it("F056 brief format: all sections, other names for them, and what was not written is empty", async () => {
    const scene = await asking([
      question("What should feel different?"),
      brief(
        "# Task Brief",
        "**Goal:** short sentences",
        "### Out of scope",
        "* the command line",
        "Done when:",
        "- it reads well",
      ),
      ...written,
    ])
    await scene.say(tasks.ambiguous)
    await scene.reply("Short sentences, please, in the notes.")
    const text = await artifact(scene, "brief")
    const headings = text.split("\n").filter((line) => line.startsWith("## "))
    expect(headings.map((line) => line.replace(/^## /, ""))).toEqual([
      "Task Statement",
      "Desired Outcome",
      "In Scope",
      "Non Goals",
      "Decision Boundaries",
      "Constraints",
      "Likely Touchpoints",
      "Assumptions",
      "Acceptance Criteria",
      "Open Questions",
      "Clarify Question",
      "Clarify Answer",
      "Workflow Contract",
    ])
    expect(text).toContain("short sentences")
    expect(text).toContain("the command line")
    expect(text).toContain("## In Scope\n\n- None yet")
    expect(text).toContain(tasks.ambiguous)
  })

  it("F057 grounding: a path of the task that exists is told to the model as existing, one that does not as missing", async () => {
    const scene = await stage({
      mode: "clarify",
      files: { "src/greet.md": "Hello.\n" },
      steps: [question("In which words?")],
    })
    await scene.say("Make it nicer: `src/greet.md` and `src/leave.md`.")
    const prompt = scene.requests[0]?.messages[0]?.text ?? ""
    expect(prompt).toMatch(/exist.*src\/greet\.md/i)
    expect(prompt).toMatch(/(?:not exist|missing|not there).*src\/leave\.md/i)
  })
})
