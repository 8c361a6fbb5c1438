import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { controls, linesOf, streamOf, turnScene } from "./run-scene.ts"
import { write } from "./turned.ts"

const look = { text: "I look.", toolCalls: [{ name: "glob", arguments: { pattern: "*" } }] }
const broken = { toolCalls: [{ name: "write", arguments: { path: "a.mjs", content: "export const =\n" } }] }
/** A model that writes what cannot be read, and insists. */
const unproven = [broken, ...["Written.", "It is in place.", "I am sure.", "Believe me."].map((text) => ({ text }))]

describe("holdfast run, piped", () => {
  it("is found behind the value of an option, which may be the name of another command", async () => {
    const { run } = turnScene()
    const { code, stdout } = await run("--model", "demo", "run", "hello")
    expect([code, stdout]).toEqual([0, expect.stringContaining("I am the demo")])
  })

  it("puts the answer alone on standard output and says on standard error what it does and with what", async () => {
    const { run, script } = turnScene()
    const model = script(look, { text: "There is nothing." })
    const { code, stdout, stderr } = await run("run", "what", "is", "here?", "--model", model)
    expect({ code, stdout }).toEqual({ code: 0, stdout: "There is nothing.\n" })
    expect(stderr).toContain(`Model ${model} (scripted: its text comes from a script`)
    expect(stderr).toMatch(/^I look\.\n✓ glob \* {2}ok$/m)
    expect(stdout + stderr).not.toMatch(controls)
  })

  it("says why a tool failed, and what the model is sent back with after the answer that it is about", async () => {
    const { run, script } = turnScene()
    const missing = { toolCalls: [{ name: "read", arguments: { path: "missing.txt" } }] }
    const denied = { toolCalls: [{ name: "bash", arguments: { command: "rm -rf build" } }] }
    const model = script(missing, denied, ...unproven)
    const { stderr } = await run("run", "go", "--no-ask", "--model", model)
    expect(stderr).toMatch(/^✗ read missing\.txt {2}failed\n {2}missing\.txt does not exist/m)
    expect(stderr).toMatch(/^✗ bash rm -rf build {2}denied\n {2}\S.*Nobody can be asked$/m)
    expect(stderr).toMatch(/^Written\.\n(?: {2}· |[✓✗] check)/m)
  })

  it("refuses a task when no model is found, says where it looked and what to do, and opens no session", async () => {
    const { run, home } = turnScene()
    for (const command of ["run", "explore"]) {
      const { code, stdout, stderr } = await run(command, "hello")
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
      expect(stderr).toContain("No model found.")
      expect(stderr).toMatch(/Looked for .*a key for Anthropic, .*Ollama at 127\.0\.0\.1:9/)
      expect(stderr).toContain("--model")
      expect(stderr).toMatch(/'holdfast demo' shows Holdfast at work without a model\.\n$/)
    }
    const json = await run("run", "hello", "--json")
    expect([json.code, JSON.parse(json.stdout)]).toMatchObject([2, { type: "error", error: { code: "no-model" } }])
    const sessions = await run("sessions", "--json")
    expect(existsSync(home) ? JSON.parse(sessions.stdout).sessions : []).toEqual([])
  })

  it("refuses a model that cannot be used before anything is written", async () => {
    const { run, home } = turnScene()
    const ran = await run("run", "hello", "--model", "openai/some-model")
    expect(ran).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("OPENAI_API_KEY") })
    const sessions = await run("sessions", "--json")
    expect(existsSync(home) ? JSON.parse(sessions.stdout).sessions : []).toEqual([])
  })

  it("takes the task from standard input, alone or after words", async () => {
    const { run, runWith, script } = turnScene()
    const model = script({ text: "Read." })
    await runWith("all of it\n", "run", "--model", model)
    await runWith("the diff\n", "-p", "review this:", "-", "--model", model)
    const { sessions } = JSON.parse((await run("sessions", "--json")).stdout)
    expect(sessions.map(({ title }: { title: string }) => title)).toEqual(["review this:", "all of it"])
    const logs: string[] = []
    for (const { id } of sessions) logs.push(...(await run("log", id, "--json")).stdout.trim().split("\n"))
    const inputs = logs.map((line) => JSON.parse(line)).filter(({ type }) => type === "input.accepted")
    expect(inputs.map(({ data }) => [data.text, data.typed])).toEqual([
      ["review this:\n\n<stdin>\nthe diff\n</stdin>", "review this:".length],
      ["all of it", undefined],
    ])
    expect(await runWith("", "run")).toMatchObject({ code: 2, stderr: expect.stringContaining("Missing task") })
  })

  it.each([
    { name: "checks that still fail", steps: unproven, options: [], code: 5 },
    { name: "a limit of steps", steps: [look, look], options: ["--max-steps", "1"], code: 4 },
    { name: "a refusal of the server", steps: [{ error: { status: 401, message: "no" } }], options: [], code: 1 },
  ])("ends with the exit code of $name and says how to go on", async ({ steps, options, code }) => {
    const { run, script } = turnScene()
    const ran = await run("run", "go", "--model", script(...steps), ...options)
    expect(ran).toMatchObject({
      code,
      stderr: expect.stringMatching(/^■ [A-Z][^:]+: .+\n.*holdfast resume [0-9a-f]{8}$/m),
    })
  })

  it("goes on in the session that is named, or in the last one", async () => {
    const { run, script, json } = turnScene()
    const model = script({ text: "One." }, { text: "Two." }, { text: "Three." })
    await run("run", "first", "--model", model)
    expect((await run("run", "-c", "second")).stdout).toBe("Two.\n")
    expect((await run("run", "--session", "last", "third")).stdout).toBe("Three.\n")
    expect(await json("sessions")).toMatchObject({ sessions: [{ title: "first", messages: 6 }] })
  })
})

describe("holdfast run --json", () => {
  it("prints a start, every event once, deltas that add up to the answer, and a result", async () => {
    const { run, script, project } = turnScene({ delay: "1" })
    const model = script(look, {
      text: "Nothing here.",
      chunkChars: 4,
      chunkDelayMs: 60,
      usage: { input: 9, output: 3 },
    })
    const ran = await run("run", "what is here?", "--model", model, "--json")
    const lines = linesOf(ran)
    expect(ran).toMatchObject({ code: 0, stderr: "" })
    expect(lines[0]).toEqual({
      type: "start",
      v: 1,
      sessionId: expect.any(String),
      workspace: project,
      permissionMode: "workspace-write",
      model: { name: model, because: expect.any(String), scripted: true },
    })
    const events = lines.filter(({ type }) => type.includes("."))
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    const asked = events.findLast(({ type }) => type === "model.asked")?.seq
    const deltas = lines.filter(({ type, seq, channel }) => type === "delta" && seq === asked && channel === "text")
    expect(deltas.length).toBeGreaterThan(0)
    expect("Nothing here.".startsWith(deltas.map(({ text }) => text).join(""))).toBe(true)
    expect(lines.at(-1)).toEqual({
      type: "result",
      v: 1,
      sessionId: lines[0]?.sessionId,
      turnId: events.find(({ type }) => type === "turn.started")?.turn,
      stop: "answered",
      text: "Nothing here.",
      usage: { input: 9, output: 3, cacheRead: 0, cacheWrite: 0, reasoning: 0, cost: null, calls: 2 },
      files: [],
      checks: [],
      denied: [],
      unmet: null,
      error: null,
      durationMs: expect.any(Number),
      exitCode: 0,
      asks: [],
    })
  })

  it("says in the result why a turn failed, what it changed, and what was denied", async () => {
    const { run, script } = turnScene()
    const bash = { toolCalls: [{ name: "bash", arguments: { command: "rm -rf build" } }] }
    const failing = script(write("a.txt", "x\n"), bash, { error: { status: 401, message: "no" } })
    const ran = await run("run", "go", "--json", "--no-ask", "--model", failing)
    expect(linesOf(ran).at(-1)).toMatchObject({
      type: "result",
      stop: "auth-failed",
      files: [{ path: "a.txt", change: "created" }],
      denied: [{ tool: "bash", what: "rm -rf build" }],
      error: { code: "auth-failed", message: expect.stringContaining("Response 401: no") },
      exitCode: 1,
    })
  })

  it("ends with 5 where what was required is not shown, and with 0 where it is", async () => {
    const { run, script, project } = turnScene()
    writeFileSync(join(project, "package.json"), JSON.stringify({ scripts: { test: "node --check a.mjs" } }))
    const strict = ["run", "go", "--json", "--require", "verified", "--model"]
    const proven = await run(...strict, script(write("a.mjs", "export const one = 1\n"), { text: "Done." }))
    expect([proven.code, linesOf(proven).at(-1)]).toMatchObject([
      0,
      {
        stop: "completed-verified",
        unmet: null,
        error: null,
        checks: expect.arrayContaining([{ command: "npm test", status: "passed", strength: "tests", by: "holdfast" }]),
      },
    ])
    const said = await run(...strict, script({ text: "It is done." }))
    expect([said.code, linesOf(said).at(-1)]).toMatchObject([
      5,
      { stop: "answered", unmet: "verified", exitCode: 5, error: { code: "unmet" } },
    ])
    expect(await run("run", "go", "--require", "proof")).toMatchObject({ code: 2 })
  })

  it("gives an error outside of a turn a type, too", async () => {
    const { run } = turnScene()
    const ran = await run("run", "go", "--json", "--session", "nothing")
    expect([ran.code, linesOf(ran)]).toMatchObject([1, [{ type: "error", error: { code: "not-found" } }]])
  })

  it("follows the turn that another process drives, which hears what was said, and ends with its result", async () => {
    const { start, script, outside } = turnScene()
    const go = outside("go")
    const command = `until [ -e ${go} ]; do sleep 0.05; done`
    const model = script({ toolCalls: [{ name: "bash", arguments: { command } }] }, { text: "Both." })
    const first = streamOf(start("run", "first", "--json", "--model", model, "--permission-mode", "allow"))
    await first.until(({ type }) => type === "tool.started")
    const second = streamOf(start("run", "second", "--json", "--session", "last"))
    await second.until(({ type }) => type === "input.accepted")
    writeFileSync(go, "")
    const [one, two] = await Promise.all([first.ended, second.ended])
    expect([one.code, two.code]).toEqual([0, 0])
    expect(two.lines.at(-1)).toMatchObject({ type: "result", stop: "answered", text: "Both." })
    expect(one.lines.at(-1)).toMatchObject({ type: "result", stop: "answered", text: "Both." })
  })

  it("ends quietly when nobody reads it any more, and the session goes on later", async () => {
    const { start, run, script, json } = turnScene()
    const model = script(look, look, { text: "Seen." })
    const child = start("run", "go", "--json", "--model", model)
    const stream = streamOf(child)
    await stream.until(({ type }) => type === "start")
    child.stdout.destroy()
    const { stderr } = await stream.ended
    expect(stderr).toBe("")
    expect((await run("resume", "--json")).code).toBe(0)
    expect(await json("sessions")).toMatchObject({
      sessions: [{ status: "idle", stop: "answered" }],
    })
  })
})

describe("Ctrl-C", () => {
  const slow = { text: "A long answer that takes its time to come.", chunkChars: 4, chunkDelayMs: 250 }

  it("once cancels: the text so far is kept, the turn has its stop record, and resume goes on", async () => {
    const { start, run, script } = turnScene({ delay: "1" })
    const child = start("run", "go", "--json", "--model", script(slow))
    const stream = streamOf(child)
    await stream.until(({ type, offset }) => type === "delta" && Number(offset) >= 8)
    child.kill("SIGINT")
    const { code, lines } = await stream.ended
    expect(code).toBe(130)
    expect(lines.at(-1)).toMatchObject({ type: "result", stop: "cancelled", exitCode: 130 })
    const kept = String(lines.at(-1)?.text)
    expect(kept.length).toBeGreaterThanOrEqual(8)
    expect(slow.text.startsWith(kept)).toBe(true)
    expect(lines.filter(({ type }) => type === "turn.stopped")).toHaveLength(1)
    expect(await run("resume")).toMatchObject({ code: 0, stdout: `${slow.text}\n` })
  })

  it("twice leaves at once and says how to go on; the command is not lost", async () => {
    const { start, run, script, outside } = turnScene()
    const [ticks, go] = [outside("ticks"), outside("go")]
    const command = `trap '' TERM INT; echo tick >> ${ticks}; echo begun; until [ -e ${go} ]; do sleep 0.05; done`
    const model = script({ toolCalls: [{ name: "bash", arguments: { command } }] }, { text: "Done." })
    const child = start("run", "go", "--json", "--model", model, "--permission-mode", "allow")
    const stream = streamOf(child)
    await stream.until(({ channel }) => channel === "output")
    child.kill("SIGINT")
    await stream.until(({ type }) => type === "turn.cancel-requested")
    child.kill("SIGINT")
    const { code, stderr, lines } = await stream.ended
    expect({ code, stopped: lines.some(({ type }) => type === "turn.stopped") }).toEqual({ code: 130, stopped: false })
    expect(stderr).toMatch(/Exited\. Resume with: holdfast resume [0-9a-f]{8}/)
    writeFileSync(go, "")
    expect((await run("resume", "--json")).code).toBe(130)
    expect(readFileSync(ticks, "utf8")).toBe("tick\n")
  })

  it("while it waits behind another's turn takes the input back and leaves that turn alone", async () => {
    const { start, script, outside } = turnScene()
    const go = outside("go")
    const command = `until [ -e ${go} ]; do sleep 0.05; done`
    const model = script({ toolCalls: [{ name: "bash", arguments: { command } }] }, { text: "One." })
    const first = streamOf(start("run", "first", "--json", "--model", model, "--permission-mode", "allow"))
    await first.until(({ type }) => type === "tool.started")
    const child = start("run", "second", "--json", "--session", "last")
    const second = streamOf(child)
    await second.until(({ type }) => type === "input.accepted")
    child.kill("SIGINT")
    const { code } = await second.ended
    writeFileSync(go, "")
    const { code: other, lines } = await first.ended
    expect([code, other]).toEqual([130, 0])
    expect(lines.map(({ type }) => type)).toContain("input.withdrawn")
  })
})
