import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { linesOf, turnScene } from "./run-scene.ts"

const remove = { text: "I clear up.", toolCalls: [{ name: "bash", arguments: { command: "rm -rf build" } }] }
const colour = { toolCalls: [{ name: "ask", arguments: { question: "Which colour?", options: ["red", "green"] } }] }

function withBuild() {
  const scene = turnScene()
  const build = join(scene.project, "build")
  mkdirSync(build)
  writeFileSync(join(build, "a"), "")
  return { ...scene, build }
}

describe("a plan that a person asked for", () => {
  const plan = { for: "plan" as const, text: "## Execution Order\n1. Write notes.txt" }
  const write = { toolCalls: [{ name: "write", arguments: { path: "notes.txt", content: "noted\n" } }] }
  const task = ["run", "Write notes.txt", "--mode", "plan"]

  it("waits with exit code 3, is shown, and is followed once it is approved", async () => {
    const { run, script, project } = turnScene()
    const model = script(plan, write, { text: "Written." })
    const waiting = await run(...task, "--no-ask", "--model", model)
    expect(waiting).toMatchObject({ code: 3, stderr: expect.stringContaining('--yes (or --no "what to change")') })
    expect(existsSync(join(project, "notes.txt"))).toBe(false)
    expect((await run("answer", "last")).stdout).toMatch(/Do you approve the plan\?[\s\S]*1\. Write notes\.txt/)
    expect(await run("answer", "last", "--always")).toMatchObject({ code: 2 })
    expect(await run("answer", "last", "--text", "yes")).toMatchObject({ code: 2 })
    expect((await run("answer", "last", "--yes", "--resume")).stdout).toBe("Written.\n")
    expect(existsSync(join(project, "notes.txt"))).toBe(true)
  })

  it("is written again with what is said to it, and can be approved at once with --yes", async () => {
    const { run, script } = turnScene()
    await run(...task, "--model", script(plan, plan, write, { text: "Written." }))
    const second = await run("answer", "last", "--no", "smaller steps", "--resume")
    expect(second).toMatchObject({ code: 3, stderr: expect.stringContaining("plan, version 2") })
    expect((await run("resume", "--yes")).stdout).toBe("Written.\n")
  })

  it("stops the turn where it is rejected without a word", async () => {
    const { run, script } = turnScene()
    await run(...task, "--model", script(plan))
    const { code, stderr } = await run("answer", "last", "--no", "--resume")
    expect({ code, stderr }).toMatchObject({ code: 130, stderr: expect.stringContaining("Stopped by you") })
  })

  it("is followed without a question with --yes", async () => {
    const { run, script } = turnScene()
    const lines = linesOf(await run(...task, "--yes", "--json", "--model", script(plan, write, { text: "Written." })))
    expect(lines.filter(({ type }) => type === "ask.answered").map(({ data }) => data?.answer)).toEqual(["approve"])
    expect(lines.at(-1)).toMatchObject({ type: "result", text: "Written.", asks: [] })
  })
})

describe("an ask that nobody is there to answer", () => {
  it("stays open with exit code 3, and says how to answer", async () => {
    const { run, script, build } = withBuild()
    const { code, stderr } = await run("run", "clear up", "--model", script(remove, { text: "Cleared." }))
    expect(code).toBe(3)
    expect(stderr).toMatch(/■ Waiting for your answer: Run `rm -rf build`\?.*\n.*holdfast answer [0-9a-f]{8} --yes/)
    expect(existsSync(build)).toBe(true)
    const listed = await run("answer", "last")
    expect(listed).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Run this command\? .*\n {4}rm -rf build$/m),
    })
    expect((await run("resume")).code).toBe(3)
  })

  it("goes on in the same command once it is allowed", async () => {
    const { run, script, build } = withBuild()
    await run("run", "clear up", "--model", script(remove, { text: "Cleared." }))
    const { code, stdout } = await run("answer", "last", "--yes", "--resume")
    expect({ code, stdout, there: existsSync(build) }).toMatchObject({ stdout: "Cleared.\n", there: false })
  })

  it("tells the model why it was not allowed", async () => {
    const { run, script, build } = withBuild()
    await run("run", "clear up", "--model", script(remove, { text: "I left it." }))
    expect(await run("answer", "last", "--no", "it is needed")).toMatchObject({ code: 0 })
    const lines = linesOf(await run("resume", "--json"))
    const denied = lines.find(({ type }) => type === "tool.finished")
    expect(denied?.data).toMatchObject({ status: "denied", output: { text: expect.stringContaining("it is needed") } })
    expect(existsSync(build)).toBe(true)
  })

  it("has one answer: a second one is told who gave the first", async () => {
    const { run, script } = withBuild()
    const started = linesOf(await run("run", "clear up", "--json", "--model", script(remove)))
    const ask = String(started.find(({ type }) => type === "ask.opened")?.data?.ask)
    await run("answer", "last", ask, "--yes")
    const second = await run("answer", "last", ask, "--no")
    expect(second).toMatchObject({ code: 1, stderr: expect.stringMatching(/Already answered by \S+.*: approve\./) })
  })

  it("writes a rule when it is allowed always, which holds in the next session", async () => {
    const { run, script, config, build, project } = withBuild()
    const model = script(remove, { text: "Cleared." })
    await run("run", "clear up", "--model", model)
    const { stdout } = await run("answer", "last", "--always")
    const file = join(config, "permissions.json")
    expect(stdout).toContain(
      `Always allowed from now on: tool="bash" command="rm -rf build" cwd="${project}" (${file})`,
    )
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
      allow: [{ tool: "bash", command: "rm -rf build", cwd: project }],
    })
    const next = await run("run", "clear up again", "--model", model)
    expect({ code: next.code, there: existsSync(build) }).not.toMatchObject({ code: 3 })
    expect(existsSync(build)).toBe(false)
  })

  it("is denied and the model goes on with --no-ask", async () => {
    const { run, script, build } = withBuild()
    const ran = await run("run", "clear up", "--no-ask", "--model", script(remove, { text: "I left it." }))
    expect(ran).toMatchObject({ code: 1, stdout: "I left it.\n", stderr: expect.stringContaining("denied") })
    expect(existsSync(build)).toBe(true)
  })

  it("stays open where an answer says nothing, and tells how to give one", async () => {
    const { run, script } = turnScene()
    await run("run", "which colour is it?", "--model", script(colour, { text: "So be it." }))
    const empty = await run("answer", "last", "--text", " ")
    expect(empty).toMatchObject({ code: 1, stderr: expect.stringContaining("the question stays open") })
    const bare = await run("answer", "last", "dark blue")
    expect(bare).toMatchObject({ code: 2, stderr: expect.stringContaining('--text "dark blue"') })
    expect(await run("answer", "last", "--text", "blue")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("blue"),
    })
  })

  it("is a question: answered by choice or in words, not by yes", async () => {
    const { run, script } = turnScene()
    const model = script(colour, colour, { text: "So be it." })
    await run("run", "which colour is it?", "--model", model)
    expect(await run("answer", "last", "--yes")).toMatchObject({ code: 2, stderr: expect.stringContaining("--choice") })
    expect(await run("answer", "last", "--choice", "3")).toMatchObject({ code: 2 })
    expect((await run("answer", "last", "--choice", "2", "--resume")).code).toBe(3)
    const lines = linesOf(await run("answer", "last", "--text", "blue", "--resume", "--json"))
    expect(lines.at(-1)).toMatchObject({ stop: "answered", text: "So be it." })
    const log = await run("log", "last", "--type", "tool.finished")
    expect(log.stdout).toMatch(/The person answered: green[\s\S]*The person answered: blue/)
  })
})
