import { spawn } from "node:child_process"
import { once } from "node:events"
import { closeSync, openSync, writeFileSync } from "node:fs"
import { text } from "node:stream/consumers"
import { describe, expect, it } from "vitest"
import { turnScene } from "./run-scene.ts"
import { bin } from "./scene.ts"

type Scene = ReturnType<typeof turnScene>

/** What the model was given, of the only session. */
async function given(scene: Scene) {
  const { sessions } = (await scene.json("sessions")) as { sessions: { id: string }[] }
  const log = await scene.run("log", sessions[0]?.id ?? "", "--json", "--type", "input.accepted")
  const { data } = JSON.parse(log.stdout)
  return { sessions: sessions.length, text: data.text, typed: data.typed }
}

/** Runs with a standard input that is no pipe of ours. */
async function runFrom(scene: Scene, stdin: number | "ignore", ...argv: string[]) {
  const env = { ...process.env, HOLDFAST_HOME: scene.home, HOLDFAST_CONFIG: scene.config, HOLDFAST_SCRIPT_DELAY: "0" }
  const child = spawn(process.execPath, [bin, ...argv], { cwd: scene.project, env, stdio: [stdin, "ignore", "ignore"] })
  await once(child, "close")
  return child.exitCode
}

describe("what is piped in beside a task", () => {
  it("goes to the model after the words, marked as piped", async () => {
    const scene = turnScene()
    await scene.runWith("+ one line\n", "run", "review this", "--model", scene.script({ text: "Fine." }))
    expect(await given(scene)).toEqual({
      sessions: 1,
      text: "review this\n\n<stdin>\n+ one line\n</stdin>",
      typed: "review this".length,
    })
  })

  it("is read from a file as well", async () => {
    const scene = turnScene()
    writeFileSync(scene.outside("diff"), "+ from a file\n")
    const file = openSync(scene.outside("diff"), "r")
    expect(await runFrom(scene, file, "run", "review", "--model", scene.script({ text: "Fine." }))).toBe(0)
    closeSync(file)
    expect(await given(scene)).toMatchObject({ text: "review\n\n<stdin>\n+ from a file\n</stdin>" })
  })

  it("is nothing where standard input is empty or a device", async () => {
    const scene = turnScene()
    const model = scene.script({ text: "Fine." })
    await runFrom(scene, "ignore", "run", "only this", "--model", model)
    expect(await given(scene)).toEqual({ sessions: 1, text: "only this", typed: undefined })
    const other = turnScene()
    await other.runWith("", "run", "only this", "--model", other.script({ text: "Fine." }))
    expect(await given(other)).toEqual({ sessions: 1, text: "only this", typed: undefined })
  })

  it("is given up, with a note, where a pipe stays open and silent", async () => {
    const scene = turnScene()
    const child = scene.start("run", "only this", "--model", scene.script({ text: "Fine." }))
    const [stderr] = await Promise.all([text(child.stderr), text(child.stdout), once(child, "close")])
    expect({ code: child.exitCode, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining("Nothing arrived on standard input in 3 s: continuing without it."),
    })
    expect(await given(scene)).toMatchObject({ text: "only this" })
  })

  it("is waited for with -", async () => {
    const scene = turnScene()
    const child = scene.start("run", "review", "-", "--model", scene.script({ text: "Fine." }))
    child.stdin.write("slow ")
    child.stdin.end("producer")
    await Promise.all([text(child.stderr), text(child.stdout), once(child, "close")])
    expect(await given(scene)).toMatchObject({ text: "review\n\n<stdin>\nslow producer\n</stdin>" })
  })

  it.each([
    { size: 300 * 1024, shown: "300 KiB" },
    { size: 16 * 1024 * 1024, shown: "16.0 MiB" },
  ])("is refused in a sentence where it is too long: $shown", async ({ size, shown }) => {
    const scene = turnScene()
    const ran = await scene.runWith("x".repeat(size), "run", "--model", scene.script({ text: "Fine." }))
    expect(ran).toEqual({
      code: 2,
      stdout: "",
      stderr: `holdfast: The task is ${shown}; at most 256 KiB fit. Save it as a file in the project and name the file in the task: the model then reads it in parts.\nTry: holdfast run --help\n`,
    })
  })
})
