import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { turnScene } from "./run-scene.ts"
import { finish, spawnCli } from "./scene.ts"

describe("holdfast demo", () => {
  it("is killed in an answer and in a command, and finishes with nothing done twice", { timeout: 90_000 }, async () => {
    const { run, outside } = turnScene({ delay: "2" })
    const directory = outside("till")
    const { code, stdout } = await run("demo", "--directory", directory, "--json")
    expect({ code, report: JSON.parse(stdout) }).toMatchObject({
      code: 0,
      report: {
        directory,
        stop: "completed-verified",
        kills: [{ during: "in the middle of an answer" }, { during: "while node --test runs" }],
        commands: { started: 2, finished: 2, twice: 0 },
        changes: 1,
        testsPass: true,
      },
    })
    expect(JSON.parse(stdout).keptCharacters).toBeGreaterThan(20)
    expect(readFileSync(join(directory, "src", "till.js"), "utf8")).toContain("sum >= discountFrom")
  })

  it("removes the sample project that it made in a temporary directory", { timeout: 90_000 }, async () => {
    const { home, project, config, outside } = turnScene()
    const temporary = outside("tmp")
    mkdirSync(temporary)
    const env = { HOLDFAST_CONFIG: config, HOLDFAST_SCRIPT_DELAY: "0", TMPDIR: temporary }
    const { code, stdout } = await finish(spawnCli(["demo"], { home, cwd: project, env }))
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("--directory") })
    expect(readdirSync(temporary).filter((name) => name.startsWith("holdfast-demo-"))).toEqual([])
  })

  it("does not touch a directory that holds something", async () => {
    const { run, project, script } = turnScene()
    await run(
      "run",
      "write",
      "--model",
      script({ toolCalls: [{ name: "write", arguments: { path: "a", content: "" } }] }),
    )
    expect(await run("demo", "--directory", project)).toMatchObject({ code: 2 })
    expect(existsSync(join(project, "package.json"))).toBe(false)
  })
})
