import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { checks, codes, stops } from "./log.ts"
import { list, plan, read, rewrite, run, say, write } from "./script.ts"
import { type Stage, stage } from "./stage.ts"
import { router, tasks } from "./task.ts"

const sums = {
  "package.json": `${JSON.stringify({ name: "sums", type: "module", scripts: { test: "node --test" } })}\n`,
  "src/add.js": "export const add = (a, b) => a - b\n",
  "test/add.test.js": `import assert from "node:assert/strict"
import { test } from "node:test"
import { add } from "../src/add.js"

test("adds", () => assert.equal(add(1, 2), 3))
`,
}
const rightAdd = "export const add = (a, b) => a + b\n"
const stillWrong = (way: string) => rewrite("src/add.js", `export const add = (a, b) => a * b // ${way}\n`)
const fix = "Fix the bug in src/add.js."

const statuses = async (scene: Stage) => [
  ...(await scene.of("done.defined")).map(({ data }) => data.status),
  ...(await scene.of("done.changed")).flatMap(({ data }) => (data.status ? [data.status] : [])),
]
const observed = async (scene: Stage) =>
  (await scene.of("workflow.noted")).flatMap(({ data }) =>
    data.kind === "verify_observation" ? [`${data.policyOutcome}: ${data.observations?.[0]?.summary}`] : [],
  )

describe("verification", () => {
  it("F067 verify after write: a text file is looked for, and the stop record tells what that proves", async () => {
    const scene = await stage({ steps: [write("hello.txt", "hello\n"), say("The file is written.")] })
    await scene.say(tasks.concrete)
    expect(await checks(scene)).toEqual(["passed test -e hello.txt"])
    expect(await statuses(scene)).toEqual(["draft", "in-progress", "verifying", "done"])
    const [stop] = await scene.of("turn.stopped")
    expect(stop?.data).toMatchObject({
      code: "completed-verified",
      summary: expect.stringContaining("test -e hello.txt"),
    })
    expect(stop?.data.summary).toContain("no stronger check")
    expect(stop?.data.evidence?.[0]).toMatchObject({ status: "supporting", summary: "`test -e hello.txt` passed" })
  })

  it("F068 run-style verify: what has to run is run", async () => {
    const scene = await stage({ steps: [write("x.py", 'print("ran")\n'), say("It is written.")] })
    await scene.say("Create x.py and make sure it runs.")
    const [planned] = await scene.of("done.verification-planned")
    expect(planned?.data.checks.map(({ command }) => command)).toContainEqual(expect.stringMatching(/^python3? x\.py$/))
    expect((await scene.of("done.verification-finished")).some(({ data }) => data.output?.text.includes("ran"))).toBe(
      true,
    )
    expect(await stops(scene)).toEqual(["completed-verified"])
  })

  it("F068 run-style verify: and what does not run is not done", async () => {
    const scene = await stage({
      steps: [
        write("x.py", "raise SystemExit(3)\n"),
        say("It is written."),
        say("It runs."),
        rewrite("x.py", "print(1)\n"),
        say("Now it runs."),
      ],
    })
    await scene.say("Create x.py and make sure it runs.")
    expect((await checks(scene)).some((check) => /^failed python3? x\.py$/.test(check))).toBe(true)
    expect(await stops(scene)).toEqual(["completed-verified"])
  })

  it("F069 plan verify: the commands of the verification plan are run", async () => {
    const scene = await stage({
      mode: "plan",
      steps: [
        plan(
          "## Execution Order",
          "1. Write router.md",
          "<<<VERIFICATION>>>",
          "## Verification Commands",
          "```sh",
          "grep -q clarify router.md",
          "grep -q verify router.md",
          "```",
          "- `echo ok`",
        ),
        write("router.md", router),
        list("x Write router.md"),
        say("The router is there."),
      ],
    })
    await scene.say("Write router.md with the modes.")
    expect(await checks(scene)).toEqual([
      "passed test -e router.md",
      "passed grep -q clarify router.md",
      "passed grep -q verify router.md",
    ])
    expect((await scene.of("done.verification-planned")).at(-1)?.data.checks.map(({ source }) => source)).toEqual([
      "project",
      "model",
      "model",
    ])
  })

  it("F070 verify covers later files: what is written after the first check was planned is checked too", async () => {
    const scene = await stage({
      steps: [
        write("one.py", "a = 1\n"),
        read("one.py"),
        write("two.py", "b = (\n"),
        say("Both are written."),
        rewrite("two.py", "b = 2\n"),
        say("Both are right."),
      ],
    })
    await scene.say("Create one.py and two.py.")
    const ran = await checks(scene)
    expect(ran.some((check) => check.startsWith("failed") && check.includes("two.py"))).toBe(true)
    expect(ran.at(-1)).toMatch(/^passed .*two\.py/)
    expect(await stops(scene)).toEqual(["completed-verified"])
  })

  it("F071 fix loop: a failing check is told, mended and passes; nothing is planned or asked anew", async () => {
    const scene = await stage({
      files: sums,
      steps: [stillWrong("times"), say("It is fixed."), rewrite("src/add.js", rightAdd), say("Now it adds.")],
    })
    await scene.say(fix)
    expect(await checks(scene)).toEqual(["failed npm test", "passed npm test"])
    expect(await statuses(scene)).toEqual([
      "draft",
      "in-progress",
      "verifying",
      "fixing",
      "in-progress",
      "verifying",
      "done",
    ])
    expect((await scene.of("workflow.decided")).map(({ data }) => `${data.mode} ${data.reasonCode}`)).toEqual([
      "execute task_is_concrete",
      "verify definition_of_done_requires_verification",
      "execute verification_failed_reentry",
      "verify definition_of_done_requires_verification",
    ])
    const told = scene.requests[2]?.messages.at(-1)?.text
    expect(told).toMatch(/^\[DEFINITION OF DONE CHECK FAILED\] Try 1 of 3\.\n[\s\S]*FAIL `npm test`/)
    expect((await scene.state()).branch.done).toMatchObject({ status: "done", retries: 1, confidence: "high" })
  })

  it("F072 retry budget: with a budget of one, the second failure ends it, and it says so", async () => {
    const scene = await stage({
      files: sums,
      limits: { fixRetries: 1 },
      steps: [stillWrong("times"), say("It is fixed."), stillWrong("twice"), say("Now it adds.")],
    })
    await scene.say(fix)
    expect(await checks(scene)).toEqual(["failed npm test", "failed npm test"])
    const [stop] = await scene.of("turn.stopped")
    expect(stop?.data.code).toBe("verification-budget-exhausted")
    expect(stop?.data.summary).toContain("couldn't verify that the task is complete within the retry budget")
    expect(stop?.data.missing).toEqual([expect.stringContaining("npm test")])
    expect((await scene.state()).branch.done).toMatchObject({ status: "failed", confidence: "low", retries: 1 })
    expect(scene.requests).toHaveLength(4)
    expect(await codes(scene)).toContain("verification_retry_budget_exhausted")
  })

  it("F073 no-mutation skip: where nothing was changed nothing is verified, and the timeline says why", async () => {
    const scene = await stage({ files: { "one.md": "1\n" }, steps: [run("ls"), say("There is one.md.")] })
    await scene.say("Run `ls` and tell me which files there are.")
    const skipped = (await scene.of("workflow.noted")).filter(({ data }) => data.kind === "verify_skip")
    expect(skipped.map(({ data }) => data)).toMatchObject([
      { reasonCode: "verification_not_required", policyStage: "verification", policyOutcome: "skipped" },
    ])
    expect(await checks(scene)).toEqual([])
    expect(await stops(scene)).toEqual(["completed-nothing-to-verify"])
    expect((await scene.state()).branch.done?.status).toBe("done")
  })

  it("F076 attempt lifecycle: planned, pending, passed, and stale once something changes", async () => {
    const scene = await stage({
      steps: [
        write("hello.txt", "hello\n"),
        say("The file is written."),
        rewrite("hello.txt", "hello again\n"),
        say("It says it again."),
      ],
    })
    await scene.say(tasks.concrete)
    expect(await observed(scene)).toEqual(["planned: attempt 1 is planned", "pending: attempt 1 runs"])
    expect((await scene.state()).branch.done?.attempts.at(-1)).toMatchObject({ number: 1, status: "passed" })
    await scene.goOn()
    expect((await observed(scene)).slice(2)).toEqual([
      "stale: attempt 1 -> attempt 2: files changed after it",
      "planned: attempt 2 is planned",
      "pending: attempt 2 runs",
    ])
    const [first, second] = await scene.of("done.verification-planned")
    expect(second?.data).toMatchObject({ number: 2, supersedes: first?.data.attempt })
    expect((await scene.of("done.verification-gone-stale")).map(({ data }) => data.attempt)).toEqual([
      first?.data.attempt,
    ])
    expect((await scene.state()).branch.done?.attempts.map(({ number, status }) => `${number} ${status}`)).toEqual([
      "1 superseded",
      "2 passed",
    ])
  })
})

describe("work that was not proven", () => {
  it.each(["verify it", "Run the checks, please"])("is checked where a person says so: %s", async (words) => {
    const scene = await stage({ steps: [write("a.zig", "two\n"), say("It is written."), say("It is fine.")] })
    await scene.say("Create a.zig with the word two")
    writeFileSync(join(scene.workspace, "Makefile"), ".PHONY: test\ntest:\n\tgrep -q two a.zig\n")
    await scene.say(words)
    expect((await scene.of("turn.stopped")).map(({ data }) => data.code)).toEqual([
      "completed-unverified",
      "completed-verified",
    ])
  })
})
