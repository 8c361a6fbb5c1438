import { describe, expect, it } from "vitest"
import type { CheckStatus } from "../../session/event/common.ts"
import { action, attempt, fileThere, npmTest, ran, scene, verdict, wrote } from "../arbitrary/completion-scene.ts"
import { complete } from "./completion.ts"
import { type CompletionInput, completionLimits } from "./input.ts"

const fix = "Fix the bug in src/add.ts."
const changed = wrote(10, "src/add.ts", "old")
const open = { id: "t1", text: "Update the docs", state: "pending" } as const

const stepOf = (input: CompletionInput) => verdict(complete(input)).step
const codesOf = (input: CompletionInput) => verdict(complete(input)).codes

describe("the fix loop (F071, F072)", () => {
  const failing = (counters: Partial<CompletionInput["counters"]>, limits = completionLimits) =>
    scene(fix, "Fixed. All tests pass.", {
      actions: [changed],
      done: { attempts: [attempt(14, "failed")] },
      counters: { nudges: 0, pendingNudges: 0, fixRetries: 0, ...counters },
      limits,
    })

  it("sends the model back to the work with what the check said", () => {
    const { next, notes, decided, done } = complete(failing({}))
    expect(next).toEqual({ do: "continue", message: notes[0]?.message, counts: "fixRetries" })
    expect(notes[0]).toMatchObject({
      kind: "completion_continue",
      reasonCode: "verification_failed_reentry",
      policyStage: "definition_of_done",
      policyOutcome: "continue",
      observations: [{ status: "failed", command: "npm test" }],
    })
    expect(notes[0]?.message).toBe(
      [
        "[DEFINITION OF DONE CHECK FAILED] Try 1 of 3.",
        "Task: Fix the bug in src/add.ts.",
        "FAIL `npm test`: 1 failed: adds two numbers",
        "Fix the failures above in the code, with tools. Then answer: the checks are run again for you.",
      ].join("\n"),
    )
    expect(decided).toMatchObject({ kind: "reentry", mode: "execute", reasonCode: "verification_failed_reentry" })
    expect(done).toEqual({ status: "fixing", retries: 1 })
  })

  it("names the claim that the check contradicts", () => {
    const named = verdict(complete(failing({}))).missing
    expect(named).toContain("contradicted: the answer says that it passes, but `npm test` failed")
  })

  it("runs the checks again after the next change, or after a command that may have mended it", () => {
    const again = (...later: CompletionInput["actions"]) => ({
      ...failing({ fixRetries: 1 }),
      actions: [changed, ...later],
    })
    expect(stepOf(again(wrote(20, "src/add.ts", "at 10")))).toBe("verify")
    expect(stepOf(again(ran(20, "npm install")))).toBe("verify")
    expect(stepOf(again(action(20)))).toBe("continue")
  })

  it("gives up after as many retries as there are: a budget of 1 and two failures", () => {
    const one = { ...completionLimits, fixRetries: 1 }
    expect(stepOf(failing({ fixRetries: 0 }, one))).toBe("continue")
    const { next, notes, done } = complete(failing({ fixRetries: 1 }, one))
    expect(next).toMatchObject({
      code: "verification-budget-exhausted",
      summary: "I couldn't verify that the task is complete within the retry budget: `npm test` failed",
      missing: ["`npm test` failed", "the answer says that it passes, but `npm test` failed"],
    })
    expect(notes[0]).toMatchObject({ reasonCode: "verification_retry_budget_exhausted", policyOutcome: "complete" })
    expect(done).toEqual({ status: "failed", confidence: "low" })
  })
})

describe("verification (F067, F070, F073)", () => {
  it("is asked for after a change, with the status that goes with it", () => {
    const { next, notes, decided, done } = complete(scene(fix, "Fixed.", { actions: [changed] }))
    expect(next).toEqual({ do: "verify", because: "nothing was checked yet" })
    expect(notes.map(({ kind, reasonCode }) => [kind, reasonCode])).toEqual([
      ["completion_check", "completion_response_accepted"],
    ])
    expect(decided).toMatchObject({ mode: "verify", reasonCode: "definition_of_done_requires_verification" })
    expect(done).toEqual({
      status: "verifying",
      items: [
        { id: "item-work", text: "Complete the requested work", state: "completed" },
        { id: "item-proof", text: "Collect verification evidence", state: "pending" },
      ],
    })
  })

  it("is asked for again for a file that was written later", () => {
    const later = { ...npmTest, id: "later", command: "npm run lint" }
    const input = scene(fix, "Done.", {
      actions: [changed],
      checks: [npmTest, later],
      done: { attempts: [attempt(14, "passed")] },
    })
    expect(complete(input).next).toEqual({ do: "verify", because: "`npm run lint` was not part of the last checks" })
  })

  it("ends verified with existence where the project offers no more, and says so", () => {
    const { next, done, notes } = complete(
      scene("Create hello.txt in the workspace root.", "The file is written.", {
        actions: [wrote(5, "hello.txt")],
        checks: [fileThere],
        done: { attempts: [attempt(8, "passed", [fileThere])] },
      }),
    )
    expect(next).toMatchObject({
      code: "completed-verified",
      summary: "Verified (the files are there, and the project offers no stronger check for them): `test -f hello.txt`",
      missing: [],
    })
    expect(notes[0]).toMatchObject({ kind: "completion_complete", reasonCode: "verification_passed", mode: "verify" })
    expect(done).toMatchObject({ status: "done", confidence: "high" })
  })

  const short: [CheckStatus, string][] = [
    ["skipped", "a result of `npm test` (skipped)"],
    ["unknown", "a result of `npm test` (unknown)"],
    ["missing", "a result of `npm test` (missing)"],
  ]
  it.each(short)("ends unverified where a check came to %s", (status, missing) => {
    const input = scene(fix, "Fixed.", { actions: [changed], done: { attempts: [attempt(14, status)] } })
    const { next, done } = complete(input)
    expect(next).toMatchObject({ code: "completed-unverified", missing: expect.arrayContaining([missing]) })
    expect(done).toMatchObject({ status: "in-progress", confidence: "low" })
  })

  it("is skipped where nothing was changed, and the timeline says so", () => {
    const { next, notes } = complete(scene("Run the linter.", "No warnings.", { actions: [ran(4, "npx eslint .")] }))
    expect(next).toMatchObject({ code: "completed-nothing-to-verify", missing: [] })
    expect(notes.map(({ kind, reasonCode, policyOutcome }) => [kind, reasonCode, policyOutcome])).toEqual([
      ["verify_skip", "verification_not_required", "skipped"],
      ["completion_check", "completion_response_accepted", "accept"],
      ["completion_complete", "non_mutating_response_accepted", "complete"],
    ])
  })
})

describe("open items (F074, F075)", () => {
  it("let the model go on, with the list", () => {
    const input = scene("Look into the failing job.", "The job fails at night.", {
      actions: [action(3)],
      done: { items: [open] },
    })
    const { next, notes } = complete(input)
    expect(notes[0]).toMatchObject({ reasonCode: "pending_items_continue", policyStage: "definition_of_done" })
    expect(next).toMatchObject({ do: "continue", counts: "pendingNudges" })
    expect(notes[0]?.message).toContain("[PENDING WORK REMAINS]")
    expect(notes[0]?.message).toContain("- Update the docs")
  })

  it("stay open when the checks pass, and the work is not called verified", () => {
    const input = scene(fix, "Fixed.", {
      actions: [changed],
      done: { items: [open], attempts: [attempt(14, "passed")] },
      counters: { nudges: 0, pendingNudges: completionLimits.pendingNudges, fixRetries: 0 },
    })
    const { next, done, notes } = complete(input)
    expect(next).toMatchObject({ code: "completed-unverified", missing: ['the item "Update the docs" is still open'] })
    expect(notes[0]?.reasonCode).toBe("pending_items_remain")
    expect(done).toMatchObject({ items: [open] })
  })
})

describe("a loop of words (F078)", () => {
  it("hides nothing of what the checks found", () => {
    const said = "It is in place."
    const failed = { actions: [changed], done: { attempts: [attempt(14, "failed")] }, earlier: [said, said] }
    expect(complete(scene(fix, said, failed)).next).toMatchObject({ code: "text-loop", missing: ["`npm test` failed"] })
    const unrun = { actions: [changed], earlier: [said, said] }
    expect(complete(scene(fix, said, unrun)).next).toMatchObject({ missing: [expect.stringContaining("`npm test`")] })
  })

  it("ends the turn at the third time", () => {
    const said = "I have updated the file."
    expect(stepOf(scene(fix, said, { earlier: [said] }))).toBe("continue")
    const { next, notes } = complete(scene(fix, said, { earlier: [said, said] }))
    expect(next).toMatchObject({ code: "text-loop" })
    expect(notes[0]).toMatchObject({
      kind: "completion_finalize",
      policyStage: "text_loop",
      reasonCode: "text_loop_bailout",
    })
  })
})

describe("a premature end (F079, F080)", () => {
  const at = (nudges: number) =>
    scene("Create x.", "I have done it.", { counters: { nudges, pendingNudges: 0, fixRetries: 0 } })

  it("is sent back with what is missing", () => {
    const { next, notes } = complete(at(0))
    expect(notes[0]).toMatchObject({
      kind: "completion_continue",
      reasonCode: "premature_completion_nudge",
      policyStage: "continuation_check",
      evidence: [{ category: "action", source: "actions_taken", subject: "Create x." }],
    })
    expect(next).toMatchObject({ do: "continue", counts: "nudges" })
    expect(notes[0]?.message).toBe(
      [
        "[COMPLETION CHECK] The task is not done yet.",
        "Task: Create x.",
        "Missing: evidence showing the requested work was actually carried out: no change or command is recorded",
        "1. Do the work with your tools",
        "Call the tools now. Answer in text only when it is done.",
      ].join("\n"),
    )
  })

  it("ends the turn after five times, naming what is missing", () => {
    expect(stepOf(at(4))).toBe("continue")
    const { next, notes, done } = complete(at(5))
    expect(next).toMatchObject({
      code: "continuation-budget-exhausted",
      missing: [expect.stringContaining("evidence showing the requested work was actually carried out")],
    })
    expect(notes[0]).toMatchObject({ kind: "completion_finalize", reasonCode: "continuation_budget_exhausted" })
    expect(done).toEqual({ status: "failed", confidence: "low" })
  })

  it("still has its changes checked when the nudges are used up", () => {
    const input = scene(fix, "Fixed. I created `src/b.ts`.", {
      actions: [changed],
      counters: { nudges: 5, pendingNudges: 0, fixRetries: 0 },
    })
    expect(stepOf(input)).toBe("verify")
    expect(stepOf({ ...input, done: input.done && { ...input.done, attempts: [attempt(14, "passed")] } })).toBe(
      "continuation-budget-exhausted",
    )
  })
})

describe("an answer that was asked for (F081)", () => {
  it.each(["Explain how the router works.", "hello there", "Why does the build fail?"])("%s", (task) => {
    expect(complete(scene(task, "Done."))).toMatchObject({
      next: { code: "answered" },
      done: { status: "done" },
      decided: null,
    })
    expect(codesOf(scene(task, "Done."))).toEqual(["completion_response_accepted"])
  })

  it("is checked all the same when it changed files", () => {
    expect(stepOf(scene("Explain how the router works.", "Done.", { actions: [changed] }))).toBe("verify")
  })

  it("is the deliverable where a text was asked for (S11)", () => {
    const task = "Write a short release-note style summary of what Loader does well."
    expect(stepOf(scene(task, "Loader keeps its promises."))).toBe("answered")
  })
})
