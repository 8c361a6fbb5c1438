import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { stripVTControlCharacters } from "node:util"
import { describe, expect, it } from "vitest"
import { turnScene } from "./run-scene.ts"
import { bin } from "./scene.ts"

const hasScript = process.platform === "linux" && spawnSync("script", ["--version"]).status === 0

/** Runs the command line in a terminal; what is typed is a reaction to what is on the screen. */
async function inTerminal(
  { home, project, config }: { home: string; project: string; config: string },
  argv: readonly string[],
  typed: ReadonlyArray<{ after: string; keys: string }> = [],
) {
  const env = {
    ...process.env,
    HOLDFAST_HOME: home,
    HOLDFAST_CONFIG: config,
    HOLDFAST_SCRIPT_DELAY: "1",
    TERM: "xterm",
  }
  const line = [process.execPath, bin, ...argv].map((word) => `'${word}'`).join(" ")
  const child = spawn("script", ["-qec", line, "/dev/null"], { cwd: project, env: { ...env, COLUMNS: "100" } })
  let raw = ""
  let next = 0
  child.stdout.on("data", (chunk) => {
    raw += chunk
    const reaction = typed[next]
    if (reaction && stripVTControlCharacters(raw).includes(reaction.after)) {
      next++
      child.stdin.write(reaction.keys)
    }
  })
  await once(child, "close")
  return { code: child.exitCode, raw, screen: stripVTControlCharacters(raw) }
}

describe.skipIf(!hasScript)("holdfast run in a terminal", () => {
  it("shows a spinner, reasoning dim, text as it comes, tool lines, diffs in colour and the todo list", async () => {
    const scene = turnScene()
    const model = scene.script(
      {
        reasoning: "Let me think.",
        text: "I write it down.",
        chunkChars: 4,
        chunkDelayMs: 60,
        toolCalls: [
          { name: "todo", arguments: { items: [{ text: "Write", state: "active" }] } },
          { name: "write", arguments: { path: "a.txt", content: "one\ntwo\n" } },
        ],
      },
      { toolCalls: [{ name: "edit", arguments: { path: "a.txt", old: "two", new: "three" } }] },
      { toolCalls: [{ name: "todo", arguments: { items: [{ text: "Write", state: "completed" }] } }] },
      { text: "Written." },
    )
    const { code, raw, screen } = await inTerminal(scene, ["run", "write", "--model", model])
    expect(code).toBe(0)
    expect(raw).toContain("\x1b[2mLet")
    expect(screen).toMatch(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] Waiting for scripted:/)
    expect(screen).toContain("[>] Write")
    expect(screen).toMatch(/✓ write a\.txt {2}\+2/)
    expect(screen).toMatch(/✓ edit a\.txt {2}\+1 -1/)
    expect(raw).toContain("\x1b[31m  -two\x1b[39m")
    expect(raw).toContain("\x1b[32m  +three\x1b[39m")
    expect(screen).toContain("■ Done, not verified: ")
  })

  it("asks inline, takes an answer, and goes on", async () => {
    const scene = turnScene()
    const build = join(scene.project, "build")
    mkdirSync(build)
    const remove = { toolCalls: [{ name: "bash", arguments: { command: "rm -rf build" } }] }
    const ask = { toolCalls: [{ name: "ask", arguments: { question: "Which colour?", options: ["red", "green"] } }] }
    const model = scene.script(remove, ask, { text: "Done." })
    const { screen } = await inTerminal(
      scene,
      ["run", "go", "--model", model],
      [
        { after: "n no, and why", keys: "perhaps\n" },
        { after: "Type y, s, a or n.", keys: "y\n" },
        { after: "2 green", keys: "2\n" },
      ],
    )
    expect(screen).toContain("? May bash run `")
    expect(screen).toContain("command=rm -rf build")
    expect(screen).toMatch(/answered by .*: approve, once/)
    expect(screen).toMatch(/answered by .*: choice, 2/)
    expect(screen).toContain("Done.")
    expect(existsSync(build)).toBe(false)
  })

  it("cancels at Ctrl-C while it asks", async () => {
    const scene = turnScene()
    const remove = { toolCalls: [{ name: "bash", arguments: { command: "rm -rf build" } }] }
    const typed = [{ after: "n no, and why", keys: "\x03" }]
    const { code, screen } = await inTerminal(scene, ["run", "go", "--model", scene.script(remove)], typed)
    expect({ code, screen }).toEqual({ code: 130, screen: expect.stringContaining("■ Stopped by you") })
  })
})
