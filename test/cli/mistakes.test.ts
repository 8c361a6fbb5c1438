import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { openPty } from "./pty.ts"
import { turnScene } from "./run-scene.ts"
import { bin } from "./scene.ts"

/** No stack trace, no schema. */
const trace = /\n {4}at |✖|Unexpected error/

describe("what a person gets wrong", () => {
  it("is a port that there is not", async () => {
    const { run } = turnScene()
    expect(await run("serve", "--port", "99999")).toEqual({
      code: 2,
      stdout: "",
      stderr: 'holdfast: --port needs a whole number from 0 to 65535, not "99999".\nTry: holdfast serve --help\n',
    })
  })

  it.each([["run", "hello"], ["sessions"], ["doctor"], []])(
    "is a working directory that was deleted: %s %s",
    async (...argv) => {
      const { home, outside } = turnScene()
      const gone = outside("gone")
      mkdirSync(gone)
      const env = { HOLDFAST_HOME: home }
      const words = argv.filter((word) => word !== undefined)
      const shell = openPty(
        ["sh", "-c", `cd ${gone}; rmdir ${gone}; ${process.execPath} ${bin} ${words.join(" ")} 2>&1`],
        {
          cwd: outside("."),
          env,
        },
      )
      await shell.ended
      expect(shell.screen()).not.toMatch(trace)
      if (words[0] === "run") expect(shell.screen()).toContain("The current directory no longer exists.")
    },
  )

  it("is a setting that this version does not know: it warns and works", async () => {
    const { run, config, script } = turnScene()
    mkdirSync(config)
    const file = join(config, "config.json")
    writeFileSync(file, '{"foo": 1, "modle": "x"}')
    const model = script({ text: "Fine." })
    const { code, stdout, stderr } = await run("run", "hello", "--model", model)
    expect({ code, stdout }).toEqual({ code: 0, stdout: "Fine.\n" })
    expect(stderr).toContain(`holdfast: ${file}: the setting "foo" is unknown and ignored.\n`)
    expect(stderr).toContain(`the setting "modle" is unknown and ignored. Did you mean "model"?\n`)
  })

  it("is a file of settings that is no JSON: it says where and what to do", async () => {
    const { run, config } = turnScene()
    mkdirSync(config)
    const file = join(config, "config.json")
    writeFileSync(file, '{\n  "model": "a/b",\n  oops\n}')
    const { code, stderr } = await run("run", "hello")
    expect(code).toBe(1)
    expect(stderr).toMatch(/^holdfast: .*config\.json is not valid JSON at line 3, column 3: .*\. Fix that line, or /)
    expect(stderr).not.toMatch(trace)
  })

  it("is no home directory: the one of the account is used, and named", async () => {
    const { outside } = turnScene()
    const unset = "unset HOME HOLDFAST_HOME XDG_DATA_HOME"
    const shell = openPty(["sh", "-c", `${unset}; ${process.execPath} ${bin} help 2>&1`], {
      cwd: outside("."),
      env: {},
    })
    expect(await shell.ended).toBe(0)
    expect(shell.screen()).toMatch(/^holdfast: HOME is not set: using \/.+, the home directory of your account\.\n/)
  })

  it("with --json, is an error with a type", async () => {
    const { run } = turnScene()
    for (const argv of [["sessions", "--limit", "x"], ["show", "nothing"], ["nonsense"]]) {
      const { stdout } = await run(...argv, "--json")
      expect(JSON.parse(stdout)).toMatchObject({ type: "error", error: { code: expect.any(String) } })
    }
  })
})

describe("the first look at a new machine", () => {
  it("says how to begin", async () => {
    const { run } = turnScene()
    expect((await run("sessions")).stdout).toBe('No sessions yet. Start one: holdfast run "task"\n')
  })
})
