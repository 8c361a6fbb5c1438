import { readFileSync, writeFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { linesOf, streamOf, turnScene } from "./run-scene.ts"

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
      await run("run", "go", "--json", "--max-steps", "1", "--model", script(look, { text: "Seen." })),
    )
    expect(first.at(-1)).toMatchObject({ stop: "step-limit", exitCode: 4 })
    const second = linesOf(await run("resume", "--json"))
    const started = second.find(({ type }) => type === "turn.started")
    expect(started?.data).toMatchObject({ resumes: first.at(-1)?.turnId })
    expect(second.at(-1)).toMatchObject({ stop: "answered", text: "Seen." })
  })

  it("says so when there is nothing to resume", async () => {
    const { run, script } = turnScene()
    expect(await run("resume")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Nothing to resume: there is no/),
    })
    await run("run", "hello", "--model", script({ text: "Hello." }))
    const again = await run("resume", "last")
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("its last turn ended with answered") })
  })
})
