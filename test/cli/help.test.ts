import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { stripVTControlCharacters } from "node:util"
import { describe, expect, it } from "vitest"
import { commands } from "../../src/cli/command-table.ts"
import { commonOptions } from "../../src/cli/commands/command-form.ts"
import { ptyCli } from "./pty.ts"
import { finish, openSession, scene, sources, spawnCli } from "./scene.ts"

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "..", "..", "package.json"), "utf8"))

describe("holdfast without a command", () => {
  it("says what it is and that there are no sessions yet, and makes nothing", async () => {
    const { run, home } = scene()
    const { code, stdout, stderr } = await run()
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout).toContain("cannot lose its place")
    expect(stdout).toContain("No sessions yet")
    expect(existsSync(home)).toBe(false)
  })

  it("shows the most recent sessions", async () => {
    const { run, json, use, project } = scene()
    const id = await use((store) => openSession(store, project, "Mend the login"))
    expect((await run()).stdout).toMatch(new RegExp(`Mend the login +webshop \\(here\\) .* ${id.slice(-8)}$`, "m"))
    expect(await json()).toMatchObject({ version, sessions: [{ id, title: "Mend the login", here: true }] })
  })
})

describe("help", () => {
  it("names every command and the exit codes", async () => {
    const { run } = scene()
    const [help, again] = await Promise.all([run("--help"), run("help")])
    expect(help).toEqual({ code: 0, stdout: again.stdout, stderr: "" })
    for (const { name, summary } of commands)
      expect(help.stdout).toMatch(new RegExp(`^ {2}${name}\\b.*${summary}$`, "m"))
    expect(help.stdout).toContain("2 wrong usage")
  })

  it("tells of one command its words, options and examples", async () => {
    const { run, json } = scene()
    const [log, again, data] = await Promise.all([run("log", "-h"), run("help", "log"), json("log", "--help")])
    expect(log).toEqual(again)
    expect(log.stdout).toContain("Usage  holdfast log ID [OPTIONS]")
    expect(log.stdout).toMatch(/-f, --follow +Keep printing new events/)
    expect(log.stdout).toMatch(/holdfast log last --follow/)
    expect(data).toMatchObject({ name: "log", words: ["ID"], options: { follow: { type: "flag", short: "f" } } })
  })

  it("names only what there is", () => {
    const options = new Set([
      ...commands.flatMap(({ options }) => Object.keys(options)),
      ...Object.keys(commonOptions),
      "version",
    ])
    const named = commands.map(({ summary, notes = [], examples, options }) =>
      [summary, ...notes, ...examples.flat(), ...Object.values(options).map((option) => option.summary)].join("\n"),
    )
    const all = named.join("\n")
    expect(
      [...all.matchAll(/--([a-z][a-z-]*)/g)].map(([, name = ""]) => name).filter((name) => !options.has(name)),
    ).toEqual([])
    const called = [...all.matchAll(/holdfast ([a-z]+)/g)].map(([, name = ""]) => name)
    expect(called.filter((name) => !commands.some((command) => command.name === name))).toEqual([])
  })

  it.each([[["--help"]], [["run", "--help"]], [["serve", "--help"]]])("fits a narrow terminal: %j", async (argv) => {
    const { home, project } = scene()
    const terminal = ptyCli(argv, { cwd: project, env: { HOLDFAST_HOME: home } }, { columns: 40 })
    expect(await terminal.ended).toBe(0)
    const lines = stripVTControlCharacters(terminal.raw).split("\r\n")
    expect(lines.filter((line) => line.length > 40)).toEqual([])
  })

  it("loads neither the store nor zod", async () => {
    const { home, project } = scene()
    const hook = `import { registerHooks } from "node:module"
registerHooks({ load(url, context, next) { process.stderr.write(url + "\\n"); return next(url, context) } })`
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}` }
    const place = { home, cwd: project, env, program: sources }
    const loaded = async (...argv: string[]) => (await finish(spawnCli(argv, place))).stderr
    const [help, sessions] = await Promise.all([loaded("show", "--help"), loaded("sessions")])
    expect(help).toContain("/src/cli/command-table.ts")
    // Both hold constants alone.
    expect(help).not.toMatch(/\/src\/(store|session)\/(?!error|timeline-kinds)|zod|node:sqlite/)
    expect(sessions).toMatch(/\/src\/store\//)
  })

  it("prints the version", async () => {
    const { run } = scene()
    const ran = await Promise.all([run("--version"), run("-V"), run("--json", "--version")])
    expect(ran.map(({ stdout }) => stdout)).toEqual([`${version}\n`, `${version}\n`, `{"version":"${version}"}\n`])
  })
})

describe("wrong usage ends with 2 and names what is near", () => {
  it.each([
    [["sesions"], 'There is no command "sesions". Did you mean sessions?\nTry: holdfast sessions --help'],
    [["help", "exprt"], 'There is no command "exprt". Did you mean export?'],
    [["--jason"], "There is no option --jason. Did you mean --json?"],
    [["sessions", "--limt", "3"], "sessions has no option --limt. Did you mean --limit?"],
    [["sessions", "--limit", "many"], '--limit needs a whole number from 1 up, not "many".'],
    [["sessions", "--limit"], "--limit needs a value: N."],
    [["sessions", "--tag", "--json"], "--tag needs a value: TAG."],
    [["sessions", "--status", "wating"], 'not "wating". Did you mean waiting?'],
    [["sessions", "--json=yes"], "--json takes no value."],
    [["sessions", "--trash", "--archived"], "cannot be combined"],
    [["show"], "Missing argument: ID."],
    [["rename", "last"], "Missing argument: TITLE."],
    [["show", "last", "again"], 'Unexpected argument "again".'],
    [["log", "last", "--follow", "--reverse"], "cannot be combined with --reverse or --before"],
    [["delete", "last", "--erase", "--undo"], "cannot be undone"],
  ])("%j", async (argv, message) => {
    const { run, home } = scene()
    const json = argv.includes("--json") || argv.includes("--json=yes")
    const { code, stdout, stderr } = await run(...argv)
    expect({ code, json, said: (stdout + stderr).replaceAll('\\"', '"') }).toMatchObject({
      code: 2,
      said: expect.stringContaining(message),
    })
    expect(existsSync(home)).toBe(false)
  })

  it("tells programs in JSON on standard output", async () => {
    const { run } = scene()
    const { code, stdout, stderr } = await run("sesions", "--json")
    expect({ code, stderr }).toEqual({ code: 2, stderr: "" })
    expect(JSON.parse(stdout)).toEqual({
      type: "error",
      error: { code: "usage", message: 'There is no command "sesions". Did you mean sessions?', details: {} },
    })
  })
})
