import { describe, expect, it } from "vitest"
import { completionTrace } from "../../../src/index.ts"
import { codes, stops } from "./log.ts"
import { rewrite, say, write } from "./script.ts"
import { stage } from "./stage.ts"
import { tasks } from "./task.ts"

describe("completion", () => {
  it("F078 text loop: the third time the same is said ends the turn", async () => {
    const scene = await stage({ steps: Array.from({ length: 4 }, () => say("I will now create the file.")) })
    await scene.say(tasks.concrete)
    expect(scene.requests).toHaveLength(3)
    const [stop] = await scene.of("turn.stopped")
    expect(stop?.data.code).toBe("text-loop")
    expect(stop?.data.missing?.length).toBeGreaterThan(0)
    expect((await codes(scene)).slice(1)).toEqual([
      "premature_completion_nudge",
      "premature_completion_nudge",
      "text_loop_bailout",
    ])
    expect((await scene.state()).branch.workflow.lastDecision?.code).toBe("text_loop_bailout")
  })

  it("F078 text loop: the same word after each change is none", async () => {
    const scene = await stage({
      files: { "run.sh": "true\n" },
      steps: [
        ...["if\n", "while\n", "for\n", "echo\n"].flatMap((text) => [
          rewrite("run.sh", text),
          say("It is mended now."),
        ]),
      ],
    })
    await scene.say("Mend run.sh.")
    const back = (await scene.of("workflow.decided")).filter(({ data }) => data.kind === "reentry")
    expect(back.map(({ data }) => data.reasonCode)).toEqual(Array(3).fill("verification_failed_reentry"))
    expect(await stops(scene)).toEqual(["completed-verified"])
  })

  it("F079 premature nudge: an answer without any action is sent back to work", async () => {
    const scene = await stage({
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
      evidence: [expect.objectContaining({ status: "missing" })],
    })
    expect(scene.requests[1]?.messages.at(-1)?.text).toMatch(
      /^\[COMPLETION CHECK\] The task is not done yet\.\nTask: Create hello\.txt[\s\S]*Missing: /,
    )
    expect(await stops(scene)).toEqual(["completed-verified"])
  })

  it("F080 nudge budget: after five it ends, and says what is missing", async () => {
    const scene = await stage({
      steps: ["I did it.", "The file is there.", "All good.", "Look for yourself.", "That is it.", "Goodbye."].map(say),
    })
    await scene.say(tasks.concrete)
    expect((await codes(scene)).slice(1)).toEqual([
      ...Array.from({ length: 5 }, () => "premature_completion_nudge"),
      "continuation_budget_exhausted",
    ])
    const [stop] = await scene.of("turn.stopped")
    expect(stop?.data.code).toBe("continuation-budget-exhausted")
    const [missing = ""] = stop?.data.missing ?? []
    expect(missing).not.toBe("")
    expect(stop?.data.summary).toContain(missing)
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
