import { describe, expect, it } from "vitest"
import { completionTrace } from "../../../src/index.ts"
import { codes, stops } from "./log.ts"
import { list, rewrite, say, write } from "./script.ts"
import { stage, weakly } from "./stage.ts"
import { tasks } from "./task.ts"

describe("completion", () => {
  it("F078 text loop: saying the same again after a push-back is no loop, and final", async () => {
    const scene = await stage({
      as: weakly,
      steps: Array.from({ length: 4 }, () => say("I will now create the file.")),
    })
    await scene.say(tasks.concrete)
    expect(scene.requests).toHaveLength(2)
    expect((await codes(scene)).slice(1)).toEqual(["premature_completion_nudge", "completion_response_accepted"])
    const [stop] = await scene.of("turn.stopped")
    expect(stop?.data).toMatchObject({ code: "answered", summary: "No file was changed and no command was run" })
  })

  it("F078 text loop: the same word after each change is none", async () => {
    const scene = await stage({
      files: { "run.sh": "true\n" },
      steps: [
        ...["if\n", "while\n", "for\n", "echo\n"].flatMap((text) => [rewrite("run.sh", text), say("It is fixed now.")]),
      ],
    })
    await scene.say("Fix run.sh.")
    const back = (await scene.of("workflow.decided")).filter(({ data }) => data.kind === "reentry")
    expect(back.map(({ data }) => data.reasonCode)).toEqual(Array(3).fill("verification_failed_reentry"))
    expect(await stops(scene)).toEqual(["completed-unverified"])
  })

  it("F079 premature nudge: a weak model that claims work and did nothing is asked once", async () => {
    const scene = await stage({
      as: weakly,
      steps: [say("I have created it."), write("hello.txt", "hello\n"), say("The file is written.")],
    })
    await scene.say(tasks.concrete)
    const nudge = (await scene.of("workflow.noted")).find(
      ({ data }) => data.reasonCode === "premature_completion_nudge",
    )
    expect(nudge?.data).toMatchObject({
      kind: "completion_continue",
      policyStage: "continuation_check",
      policyOutcome: "continue",
      summary: "completion: no file was changed and no command was run",
    })
    expect(scene.requests[1]?.messages.at(-1)?.text).toBe(
      "[COMPLETION CHECK] No file was changed and no command was run. If something is left to do, do it now; otherwise give your final answer.",
    )
    expect(await stops(scene)).toEqual(["completed-unverified"])
  })

  it("F079 premature nudge: a strong model is not asked, and the record says that nothing was done", async () => {
    const scene = await stage({ steps: [say("I have created it.")] })
    await scene.say(tasks.concrete)
    expect(scene.requests).toHaveLength(1)
    const [stop] = await scene.of("turn.stopped")
    expect(stop?.data).toMatchObject({ code: "answered", summary: "No file was changed and no command was run" })
  })

  it("F080 nudge budget: open items of its own list are named once, and then end the turn", async () => {
    const scene = await stage({ steps: [list("Write hello.txt"), say("I did it."), say("All good.")] })
    await scene.say(tasks.concrete)
    expect((await codes(scene)).slice(1)).toEqual(["pending_items_continue", "continuation_budget_exhausted"])
    expect(scene.requests[2]?.messages.at(-1)?.text).toMatch(/^\[PENDING WORK REMAINS\].*\n- Write hello\.txt\n/)
    const [stop] = await scene.of("turn.stopped")
    expect(stop?.data).toMatchObject({
      code: "continuation-budget-exhausted",
      summary: "1 item of its own list is open: Write hello.txt",
    })
    expect(completionTrace((await scene.state()).branch).at(-1)).toMatchObject({
      code: "continuation_budget_exhausted",
      stage: "continuation_check",
      outcome: "finalize",
    })
    expect((await scene.state()).branch.done?.status).toBe("failed")
  })

  it("F081 informational accept: an explanation is taken as it is", async () => {
    const scene = await stage({ steps: [say("Done.")] })
    await scene.say("Explain what a session is.")
    expect(scene.requests).toHaveLength(1)
    expect((await codes(scene)).slice(1)).toEqual(["completion_response_accepted"])
    expect(await stops(scene)).toEqual(["answered"])
  })
})
