import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { controls, turnScene } from "./run-scene.ts"
import { openSession } from "./scene.ts"

type Shown = {
  session: string | null
  sent: number | null
  sections: { name: string; stable: boolean; text: string }[]
}

const textOf = (shown: Shown, name: string) => shown.sections.find((part) => part.name === name)?.text ?? null

describe("prompt show", () => {
  it("shows what a new session here would be told, and makes nothing", async () => {
    const { run, home, project, config } = turnScene()
    mkdirSync(config)
    writeFileSync(join(config, "AGENTS.md"), "Be kind.\n")
    writeFileSync(join(project, "AGENTS.md"), "Use tabs.\x1b]0;owned\x07\n")
    const { code, stdout } = await run("prompt", "show")
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Prompt of a new session here: native tool format, execute mode$/m)
    expect(stdout).toMatch(/^<file path=".*\/config\/AGENTS\.md">\nBe kind\.$/m)
    expect(stdout).toMatch(/^<file path="AGENTS\.md">\nUse tabs\.$/m)
    expect(stdout).not.toMatch(controls)
    expect(existsSync(home)).toBe(false)
  })

  it("shows what was sent, and what would be sent now", async () => {
    const { run, json, script, project } = turnScene()
    writeFileSync(join(project, "AGENTS.md"), "Use tabs.\n")
    await run("run", "What is here?", "--model", script({ text: "Nothing." }))
    writeFileSync(join(project, "AGENTS.md"), "Use spaces.\n")
    const [sent, next, fresh] = (await Promise.all([
      json("prompt", "show", "last", "--sent"),
      json("prompt", "show", "last"),
      json("prompt", "show", "--new"),
    ])) as [Shown, Shown, Shown]
    expect(sent.sent).toEqual(expect.any(Number))
    expect([next.sent, next.session]).toEqual([null, sent.session])
    // The stable part stays until a compaction; a new session reads the file as it is.
    expect(
      [sent, next, fresh].map((shown) => /Use \w+/.exec(textOf(shown, "project-instructions") ?? "")?.[0]),
    ).toEqual(["Use tabs", "Use tabs", "Use spaces"])
    expect(sent.sections.filter(({ stable }) => !stable).map(({ name }) => name)).toEqual([
      "runtime",
      "workflow",
      "mode-guidance",
    ])
  })

  it("refuses what it does not know, and says what to do", async () => {
    const { run, use, project } = turnScene()
    const said = async (...argv: string[]) => {
      const { code, stderr } = await run("prompt", ...argv)
      return [code, stderr.split("\n")[0]]
    }
    expect(await said("tell")).toEqual([2, expect.stringContaining("prompt takes `show` or `diff`.")])
    expect(await said("show", "last", "--new")).toEqual([
      2,
      expect.stringContaining("cannot be combined with ID or --sent"),
    ])
    expect(await said("diff", "--brief")).toEqual([2, expect.stringContaining("--brief belongs to prompt show")])
    expect(await said("show", "nosuchid")).toEqual([1, expect.stringContaining("no sessions")])
    await use((store) => openSession(store, project, "Later"))
    expect(await said("show", "nosuchid")).toEqual([1, expect.stringContaining("nosuchid")])
    expect(await said("show", "last", "--sent")).toEqual([1, expect.stringContaining("Nothing was sent")])
    expect(await said("diff")).toEqual([1, expect.stringContaining("Nothing was sent")])
  })
})

describe("prompt diff", () => {
  it("tells the change of the task in a real session, and that one prompt is no change", async () => {
    const { run, script } = turnScene()
    const model = script({ text: "One." }, { text: "Two." })
    await run("run", "What is one?", "--model", model)
    expect((await run("prompt", "diff")).stdout).toMatch(/has sent only one prompt \(event \d+\)/)
    await run("run", "-c", "What is two?", "--model", model)
    const { stdout } = await run("prompt", "diff", "last")
    expect(stdout).toMatch(/^- Current task changed\n- Stable part unchanged: \d sections$/m)
    expect(stdout).toMatch(/^\[workflow\] changed \(\+1 -1\): the current task$/m)
    expect(stdout).toMatch(/^-Current task: What is one\?\n\+Current task: What is two\?$/m)
  })
})
