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

const statuses = async (scene: Stage) =>
  (await scene.events()).flatMap(({ type, data }) => {
    if (type === "turn.started" || type === "turn.stopped") return data.done?.status ?? []
    return type === "done.changed" ? (data.status ?? []) : []
  })
const observed = async (scene: Stage) =>
  (await scene.of("workflow.noted")).flatMap(({ data }) =>
    data.kind === "verify_observation" ? [`${data.policyOutcome}: ${data.observations?.[0]?.summary}`] : [],
  )

describe("verification", () => {
  it("F067 verify after write: code is checked, and the stop record says how strong that is", async () => {
    const scene = await stage({ steps: [write("hello.sh", "echo hello\n"), say("The file is written.")] })
    await scene.say("Create hello.sh.")
    expect(await checks(scene)).toEqual(["passed bash -n hello.sh"])
    expect(await statuses(scene)).toEqual(["draft", "verifying", "in-progress"])
    const [stop] = await scene.of("turn.stopped")
    expect(stop?.data).toMatchObject({
      code: "completed-unverified",
      summary: "`hello.sh` is only known to parse: no test or build covers it",
      facts: { checks: [{ command: "bash -n hello.sh", status: "passed", strength: "parses", by: "holdfast" }] },
    })
    expect(stop?.data.evidence?.[0]).toMatchObject({ status: "supporting", summary: "`bash -n hello.sh` passed" })
  })

  it("F067 verify after write: a text file has no check, and the stop record says so", async () => {
    const scene = await stage({ steps: [write("hello.txt", "hello\n"), say("The file is written.")] })
    await scene.say(tasks.concrete)
    expect(await checks(scene)).toEqual([])
    const [stop] = await scene.of("turn.stopped")
    expect(stop?.data).toMatchObject({ code: "completed-unverified", missing: ["No check covers `hello.txt`"] })
  })

  it("F068 run-style verify: the model's own run of the check counts, and it is not run again", async () => {
    const scene = await stage({
      files: sums,
      steps: [rewrite("src/add.js", rightAdd), run("npm test"), say("It adds, and the test passes.")],
    })
    await scene.say(fix)
    expect(await checks(scene)).toEqual([])
    const [stop] = await scene.of("turn.stopped")
    expect(stop?.data).toMatchObject({
      code: "completed-verified",
      summary: "Tests pass: `npm test` (run by the model)",
    })
  })

  it("F068 run-style verify: a run of the model that failed does not count", async () => {
    const scene = await stage({
      files: sums,
      steps: [
        stillWrong("times"),
        run("npm test"),
        say("It runs."),
        rewrite("src/add.js", rightAdd),
        say("Now it adds."),
      ],
    })
    await scene.say(fix)
    expect(await checks(scene)).toEqual(["failed npm test", "passed npm test"])
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
    await scene.decide("approve")
    expect(await checks(scene)).toEqual(["passed grep -q clarify router.md", "passed grep -q verify router.md"])
    expect((await scene.of("done.verification-planned")).at(-1)?.data.checks.map(({ source }) => source)).toEqual([
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
    expect(await stops(scene)).toEqual(["completed-unverified"])
  })

  it("F071 fix loop: a failing check is sent back, fixed and passes; nothing is planned or asked again", async () => {
    const scene = await stage({
      files: sums,
      steps: [stillWrong("times"), say("It is fixed."), rewrite("src/add.js", rightAdd), say("Now it adds.")],
    })
    await scene.say(fix)
    expect(await checks(scene)).toEqual(["failed npm test", "passed npm test"])
    expect(await statuses(scene)).toEqual(["draft", "verifying", "fixing", "verifying", "done"])
    expect((await scene.of("workflow.decided")).map(({ data }) => `${data.mode} ${data.reasonCode}`)).toEqual([
      "execute task_is_concrete",
      "verify definition_of_done_requires_verification",
      "execute verification_failed_reentry",
      "verify definition_of_done_requires_verification",
    ])
    expect(scene.requests[2]?.messages.at(-1)?.text).toMatch(/^\[DEFINITION OF DONE CHECK FAILED\]\nFAIL `npm test`: /)
    expect((await scene.state()).branch.done).toMatchObject({ status: "done", retries: 1, confidence: "high" })
  })

  it("F072 retry budget: with a budget of one, the second failure ends it, and it says so", async () => {
    const scene = await stage({
      files: { ...sums, "src/add.js": rightAdd },
      limits: { fixRetries: 1 },
      steps: [stillWrong("times"), say("It is shorter."), stillWrong("twice"), say("Now it is.")],
    })
    await scene.say("Make src/add.js shorter.")
    expect(await checks(scene)).toEqual(["failed npm test", "failed npm test", "passed npm test # before the work"])
    const [stop] = await scene.of("turn.stopped")
    expect(stop?.data).toMatchObject({
      code: "verification-budget-exhausted",
      summary: expect.stringMatching(/^`npm test` failed/),
    })
    expect((await scene.state()).branch.done).toMatchObject({ status: "failed", confidence: "low", retries: 1 })
    expect(scene.requests).toHaveLength(4)
    expect(await codes(scene)).toContain("verification_retry_budget_exhausted")
  })

  it("F073 no-mutation skip: where nothing was changed nothing is verified, and the record says so", async () => {
    const scene = await stage({ files: { "one.md": "1\n" }, steps: [run("ls"), say("There is one.md.")] })
    await scene.say("Run `ls` and tell me which files there are.")
    expect(await checks(scene)).toEqual([])
    const [stop] = await scene.of("turn.stopped")
    expect(stop?.data).toMatchObject({ code: "answered", summary: "No file was changed" })
    expect((await scene.state()).branch.done?.status).toBe("done")
  })

  it("F076 attempt lifecycle: planned, pending, passed, and stale once something changes", async () => {
    const scene = await stage({
      steps: [
        write("hello.sh", "echo hello\n"),
        say("The file is written."),
        rewrite("hello.sh", "echo again\n"),
        say("It says it again."),
      ],
    })
    await scene.say("Create hello.sh.")
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

describe("work that was not verified", () => {
  it("is checked again where a person resumes its turn", async () => {
    const scene = await stage({ steps: [write("a.zig", "two\n"), say("It is written."), say("It is fine.")] })
    await scene.say("Create a.zig with the word two")
    writeFileSync(join(scene.workspace, "Makefile"), ".PHONY: test\ntest:\n\tgrep -q two a.zig\n")
    await scene.goOn()
    expect((await scene.of("turn.stopped")).map(({ data }) => data.code)).toEqual([
      "completed-unverified",
      "completed-verified",
    ])
  })
})
