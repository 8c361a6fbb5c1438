import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import type { Store } from "../../src/store/contract.ts"
import { driveTurn, finish, openSession, type Scene, scene } from "./scene.ts"
import { turned, write } from "./turned.ts"

const source = write("a.mjs", "export const one = 1\n")

/** A session whose plan has two versions. */
async function planned(here: Scene): Promise<string> {
  return here.use(async (store) => {
    const id = await openSession(store, here.project, "Build it")
    const [first, second] = await Promise.all(
      ["# Plan\n- one\n", "# Plan\n- one\n- two\n"].map((text) => put(store, text)),
    )
    if (!first || !second) throw new TypeError("both were put")
    await driveTurn(store, id, (turn) => [
      { type: "done.defined", turn, data: { task: "Build it" } },
      {
        type: "workflow.decided",
        turn,
        data: { kind: "route", mode: "plan", reasonCode: "task_is_complex", summary: "plan: It has parts" },
      },
      {
        type: "workflow.artifact-written",
        turn,
        data: { artifact: "plan", version: 1, body: first, summary: "1 step" },
      },
      {
        type: "workflow.artifact-written",
        turn,
        data: { artifact: "plan", version: 2, body: second, summary: "2 steps" },
      },
    ])
    return id
  })
}

const put = (store: Store, text: string) => store.putBlob(Buffer.from(text), "text/markdown")

describe("workflow", () => {
  it("tells the timeline with its filters, the answers, the evidence and the checks", async () => {
    const here = scene()
    await turned(here, [source, { text: "Done." }])
    const { code, stdout } = await here.run("workflow", "--diff")
    expect(code).toBe(0)
    expect(stdout).toContain("Nothing to compare")
    expect(stdout).toMatch(/^Timeline: (\d+) shown \/ \1 total$/m)
    expect(stdout).toMatch(/^ +\d+ {2}[\d:]+ {2}route +execute {2}task_is_concrete +The work starts at once$/m)
    expect(stdout).toMatch(/^Completion decision +`.*` is only known to parse/m)
    expect(stdout).toMatch(/^Verify observed +`node --check/m)
    expect(stdout).toMatch(/^Supporting +`node --check .*passed \(event \d+\)$/m)
    expect(stdout).toMatch(/^Checks +✓ node --check .*passed \(attempt 1\)$/m)
  })

  it("filters by mode, kind, policy and number, and says so where nothing fits", async () => {
    const here = scene()
    await turned(here, [source, { text: "Done." }])
    const policy = (await here.json("workflow", "last", "--policy", "--limit", "1")) as {
      total: number
      shown: object[]
    }
    expect(policy.shown).toMatchObject([{ kind: "completion_complete", reasonCode: "verification_incomplete" }])
    expect(policy.total).toBeGreaterThan(3)
    const none = await here.run("workflow", "last", "--kind", "clarify_exit")
    expect(none.stdout).toMatch(/^Timeline: 0 shown \/ \d+ total\. Nothing fits the filter\.$/m)
    expect((await here.json("workflow", "last", "--mode", "verify")) as object).toMatchObject({
      shown: expect.arrayContaining([expect.objectContaining({ kind: "handoff", mode: "verify" })]),
    })
  })

  it("says that there is no workflow yet", async () => {
    const here = scene()
    await here.use((store) => openSession(store, here.project, "Later"))
    expect((await here.run("workflow")).stdout).toMatch(/^\w{8} has no workflow yet/)
    const { code, stderr } = await here.run("workflow", "last", "--show", "plan")
    expect([code, stderr]).toEqual([1, expect.stringContaining("has no plan for its task")])
  })

  it("shows an artifact, what changed in it, and takes a person's version of it", async () => {
    const here = scene()
    const id = await planned(here)
    expect(await here.run("workflow", id, "--show", "plan")).toMatchObject({
      stdout: "# Plan\n- one\n- two\n",
      stderr: expect.stringContaining(`--edit plan --file FILE --from 2`),
    })
    const { stdout } = await here.run("workflow", id, "--diff")
    expect(stdout).toMatch(/^Artifacts +plan, version 2, just now: 2 steps/m)
    expect(stdout).toMatch(/^plan, version 1 -> 2 \(\+1 -0\)$/m)
    expect(stdout).toMatch(/^\+- two$/m)
    const one = await here.run("workflow", id, "--show", "plan", "--diff")
    expect(one.stdout).toMatch(/^plan, version 1 -> 2 \(\+1 -0\)\n[\s\S]*^\+- two$/m)
    expect(await here.json("workflow", id, "--show", "plan", "--diff")).toMatchObject({
      artifact: "plan",
      diffs: [{ from: 1, to: 2 }],
    })

    const file = join(here.project, "mine.md")
    writeFileSync(file, "# Plan\n- mine\n")
    const edited = await here.run("workflow", id, "--edit", "plan", "--file", file, "--from", "2")
    expect(edited).toMatchObject({ code: 0, stdout: expect.stringContaining("The plan is now your version 3.") })
    const state = await here.use((store) => store.state(id))
    expect(state.branch.artifacts.plan).toMatchObject({ version: 3, edited: true })
    expect((await here.run("workflow", id, "--show", "plan")).stdout).toBe("# Plan\n- mine\n")

    const again = await here.run("workflow", id, "--edit", "plan", "--file", file)
    expect(again).toMatchObject({ code: 0, stdout: "The plan is the same already: it stays at version 3.\n" })
  })

  it("refuses a version that is out of date, and says what to do", async () => {
    const here = scene()
    const id = await planned(here)
    const stale = await finish(here.start("workflow", id, "--edit", "plan", "--file", "-", "--from", "1"), "# Old\n")
    expect(stale.code).toBe(1)
    expect(stale.stderr).toMatch(/The plan changed since version 1.*--show plan'.*--from/)
    expect((await here.run("workflow", id, "--show", "plan")).stdout).toBe("# Plan\n- one\n- two\n")
  })

  it.each([
    [["--edit", "plan"], /--edit needs --file/],
    [["--edit", "plan", "--show", "plan"], /cannot be combined/],
    [["--file", "x"], /--file belongs to --edit/],
    [["--kind", "rout"], /Did you mean route\?/],
  ])("refuses %j", async (options, message) => {
    const { code, stderr } = await scene().run("workflow", "last", ...options)
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)])
  })

  it("refuses a text that is empty or cannot be read", async () => {
    const here = scene()
    const id = await planned(here)
    const empty = await finish(here.start("workflow", id, "--edit", "plan", "--file", "-"), " \n")
    expect(empty).toMatchObject({ code: 1, stderr: expect.stringContaining("is empty") })
    const nowhere = await here.run("workflow", id, "--edit", "plan", "--file", "nowhere.md")
    expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining("nowhere.md cannot be read") })
  })
})
