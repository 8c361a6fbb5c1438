import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { undo } from "../../src/agent/sessions/undo.ts"
import type { Store } from "../../src/store/contract.ts"
import { linesOf, streamOf, turnScene } from "./run-scene.ts"

/** Undoes the newest turn; all that follows its intent is never done. */
async function cutOffUndo(store: Store): Promise<void> {
  const [row] = (await store.list()).items
  let isStarted = false
  const cut: Store = {
    ...store,
    append(id, events, by, options) {
      isStarted ||= events.some(({ type }) => type === "workspace.restore-started")
      return store.append(id, events, by, options)
    },
    state: (id, options) => (isStarted ? Promise.reject(new Error("cut off")) : store.state(id, options)),
  }
  await expect(undo(cut, row?.id ?? "")).rejects.toThrow("cut off")
}

describe("holdfast resume", () => {
  it("takes up the result of a command that outlived a kill, and says what it found", async () => {
    const { start, run, script, outside } = turnScene()
    const [ticks, go] = [outside("ticks"), outside("go")]
    const command = `echo begun; echo tick >> ${ticks}; until [ -e ${go} ]; do sleep 0.05; done; echo made it`
    const model = script({ toolCalls: [{ name: "bash", arguments: { command } }] }, { text: "It made it." })
    const child = start("run", "go", "--json", "--model", model, "--permission-mode", "allow")
    const stream = streamOf(child)
    await stream.until(({ channel }) => channel === "output")
    child.kill("SIGKILL")
    await stream.ended
    writeFileSync(go, "")
    const { code, stdout, stderr } = await run("resume")
    // What the command changed is not known: the project is in no git repository.
    expect({ code, stdout }).toEqual({ code: 0, stdout: "It made it.\n" })
    expect(stderr).toMatch(
      /^Interrupted while running bash at seq \d+: the command (still runs|ended with exit code 0)/m,
    )
    expect(stderr).toMatch(/^✓ bash echo begun/m)
    expect(readFileSync(ticks, "utf8")).toBe("tick\n")
  })

  it("keeps the words of an answer that a kill cut off, and asks again", async () => {
    const { start, run, script } = turnScene({ delay: "1" })
    const text = "A long answer that takes its time to come."
    const child = start("run", "go", "--json", "--model", script({ text, chunkChars: 4, chunkDelayMs: 250 }))
    const stream = streamOf(child)
    await stream.until(({ type, offset }) => type === "delta" && Number(offset) >= 16)
    child.kill("SIGKILL")
    await stream.ended
    const ran = await run("resume", "--json")
    const cut = linesOf(ran).find(({ type }) => type === "model.interrupted")
    expect(text.startsWith(String(cut?.data?.text)) && String(cut?.data?.text).length > 4).toBe(true)
    expect(linesOf(ran).at(-1)).toMatchObject({ type: "result", stop: "answered", text, exitCode: 0 })
  })

  it("starts what was accepted and never begun", async () => {
    const { run, script, use, project } = turnScene()
    const model = script({ text: "Begun." })
    await use(async (store) => {
      const id = await store.open({ workspace: project, project })
      await store.append(id, [{ type: "session.configured", data: { model } }], "intent")
      await store.append(id, [{ type: "input.accepted", data: { input: "one", kind: "send", text: "go" } }], "intent")
    })
    expect(await run("resume")).toMatchObject({ code: 0, stdout: "Begun.\n" })
  })

  it("takes a turn that stopped at a limit up again in a new one that names it", async () => {
    const { run, script } = turnScene()
    const look = { toolCalls: [{ name: "glob", arguments: { pattern: "*" } }] }
    const first = linesOf(
      await run("run", "what is here?", "--json", "--max-steps", "1", "--model", script(look, { text: "Seen." })),
    )
    expect(first.at(-1)).toMatchObject({ stop: "step-limit", exitCode: 4 })
    const second = linesOf(await run("resume", "--json"))
    const started = second.find(({ type }) => type === "turn.started")
    expect(started?.data).toMatchObject({ resumes: first.at(-1)?.turnId })
    expect(second.at(-1)).toMatchObject({ stop: "answered", text: "Seen." })
  })

  it("brings an undo that was cut off to its end first, and says so", async () => {
    const { run, script, use, project } = turnScene()
    const write = { toolCalls: [{ name: "write", arguments: { path: "a.txt", content: "agent\n" } }] }
    await run("run", "go", "--model", script(write, { text: "Written." }, { text: "Hello." }))
    await use(cutOffUndo)
    const settled = await run("resume")
    expect(settled).toMatchObject({ code: 0, stderr: "" })
    expect(settled.stdout).toMatch(/^An undo of turn \w+ of \w+ was interrupted and is now finished: 1 file restored\./)
    expect(existsSync(join(project, "a.txt"))).toBe(false)

    await run("undo", "last", "--redo")
    await use(cutOffUndo)
    const ended = linesOf(await run("resume", "--json"))
    expect(ended).toMatchObject([{ type: "result", stop: null, exitCode: 0, undo: { did: "finished", left: [] } }])

    await run("undo", "last", "--redo")
    await use(cutOffUndo)
    await use(async (store) => {
      const [row] = (await store.list()).items
      await store.append(
        row?.id ?? "",
        [{ type: "input.accepted", data: { input: "2", kind: "send", text: "hi" } }],
        "intent",
      )
    })
    const both = await run("resume")
    expect(both).toMatchObject({ code: 0, stdout: "Hello.\n" })
    expect(both.stderr).toMatch(/^An undo of turn \w+ of \w+ was interrupted and is now finished: 1 file restored\./m)
    expect(existsSync(join(project, "a.txt"))).toBe(false)
  })

  it("leaves the turn that stopped with --skip, goes on with what waits, and says so where nothing does", async () => {
    const { run, script, use } = turnScene()
    const model = script({ error: { status: 401, message: "no" } }, { text: "Hello." })
    await run("run", "first", "--model", model)
    expect(await run("resume", "--skip")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("no message is queued"),
    })
    await use(async (store) => {
      const [row] = (await store.list()).items
      const data = { input: "2", kind: "queue" as const, text: "second" }
      await store.append(row?.id ?? "", [{ type: "input.accepted", data }], "intent")
    })
    expect((await run("why")).stdout).toMatch(/holdfast resume \w+ --skip +skip this turn and continue with the queue/)
    expect(await run("resume", "--skip")).toMatchObject({ code: 0, stdout: "Hello.\n" })
    await use(async (store) => {
      const [row] = (await store.list()).items
      expect((await store.state(row?.id ?? "")).branch.task).toBe("second")
    })
  })

  it("says so when there is nothing to resume", async () => {
    const { run, script } = turnScene()
    await run("run", "hello", "--model", script({ text: "Hello." }))
    const nothing = {
      code: 0,
      stdout: expect.stringMatching(/^Nothing to resume: .*its last turn is done/),
    }
    expect(await run("resume")).toMatchObject(nothing)
    expect(await run("resume", "last")).toMatchObject(nothing)
  })

  it("fails like every other command where this project has no session", async () => {
    const { run, use, outside } = turnScene()
    const commands = [["resume"], ["why"], ["status"], ["undo"], ["run", "-c", "more"]]
    const failed = (sentence: RegExp) => ({ code: 1, stdout: "", stderr: expect.stringMatching(sentence) })
    for (const argv of commands.slice(0, -1))
      expect(await run(...argv)).toMatchObject(failed(/^holdfast: There are no sessions yet/))
    await use((store) => store.open({ workspace: outside("other"), project: outside("other") }))
    for (const argv of commands)
      expect(await run(...argv)).toMatchObject(failed(/^holdfast: There is no session of \S+ yet\./))
  })
})
