import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { turnScene } from "./run-scene.ts"
import { bin, finish, scene, spawnCli } from "./scene.ts"

describe.skipIf(!existsSync("/dev/full"))("standard output that cannot be written", () => {
  it("is told in words, and the session goes on later", async () => {
    const { home, project, script, run, config } = turnScene()
    const model = script({ toolCalls: [{ name: "glob", arguments: { pattern: "*" } }] }, { text: "Seen." })
    const env = { ...process.env, HOLDFAST_HOME: home, HOLDFAST_CONFIG: config, HOLDFAST_SCRIPT_DELAY: "0" }
    const argv = ["-c", 'exec "$@" > /dev/full', "sh", process.execPath, bin, "run", "go", "--json", "--model", model]
    const { code, stderr } = await finish(spawn("/bin/sh", argv, { cwd: project, env, stdio: "pipe" }))
    expect(code).toBe(1)
    expect(stderr).toMatch(/^holdfast: Standard output cannot be written: .*ENOSPC.*holdfast resume/)
    expect(stderr).not.toMatch(/\n\s+at /)
    expect(await run("resume", "last")).toMatchObject({ code: 0, stdout: "Seen.\n" })
  })
})

describe("a data directory that cannot be", () => {
  it.each([["sessions"], ["search", "x"], ["show", "last"]])("is an error, not an empty one: %s", async (...argv) => {
    const { project } = scene()
    const ran = await finish(spawnCli(argv, { home: "/dev/null/x", cwd: project }))
    expect(ran).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("HOLDFAST_HOME") })
  })
})
