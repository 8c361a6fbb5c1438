import { execFile } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { commands } from "../src/cli/command-table.ts"
import { setScene } from "./server/scene.ts"

const root = join(import.meta.dirname, "..")
const modules = join(root, "node_modules")
const run = promisify(execFile)

/** A program that calls a server by the typed client of the package, and a mistake that its types must refuse. */
const consumer = `import { ApiProblem, apiClient, emptyView, liveSessions, openStream, step } from "holdfast/client"

const [, , base = "", token = ""] = process.argv
const client = apiClient({ base, token })
const { items } = await client.call("GET /api/sessions", { query: {} })
const titles: (string | null)[] = items.map(({ title }) => title)
const missing: unknown = await client.call("GET /api/sessions/:id", { params: { id: "none" } }).catch((error) => error)
// @ts-expect-error There is no such route.
const wrong = () => client.call("GET /api/nothing", {})
const names = [emptyView, liveSessions, openStream, step].map(({ name }) => name)
console.log(JSON.stringify({ titles, code: missing instanceof ApiProblem ? missing.code : null, names, wrong: typeof wrong }))
`

let built: string

beforeAll(async () => {
  built = mkdtempSync(join(tmpdir(), "holdfast-built-"))
  await run(join(modules, ".bin", "tsdown"), ["--out-dir", built], { cwd: root })
}, 240_000)

afterAll(() => rmSync(built, { recursive: true, force: true }))

describe("the package", () => {
  const place = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-package-")))
  const installed = join(place, "node_modules", "holdfast")

  beforeAll(async () => {
    mkdirSync(installed, { recursive: true })
    cpSync(built, join(installed, "dist"), { recursive: true })
    cpSync(join(root, "package.json"), join(installed, "package.json"))
    cpSync(join(root, "bin"), join(installed, "bin"), { recursive: true })
    return () => rmSync(place, { recursive: true, force: true })
  }, 240_000)

  it("runs a turn as a program from few files, none of them of a dependency", { timeout: 120_000 }, async () => {
    const script = join(place, "script.json")
    writeFileSync(script, JSON.stringify([{ text: "Hello." }]))
    const loaded = join(place, "loaded.txt")
    const listed = join(place, "listed.mjs")
    writeFileSync(
      listed,
      `import { appendFileSync } from "node:fs"
import { registerHooks } from "node:module"
registerHooks({ load: (url, context, next) => (appendFileSync(${JSON.stringify(loaded)}, url + "\\n"), next(url, context)) })
`,
    )
    const home = mkdtempSync(join(place, "home-"))
    const { stdout } = await run(
      process.execPath,
      [
        ...[
          "--import",
          listed,
          join(installed, "bin", "holdfast"),
          "run",
          "--model",
          `scripted:${script}`,
          "Say hello",
        ],
      ],
      { cwd: home, env: { ...process.env, HOME: home, HOLDFAST_HOME: join(home, "data"), HOLDFAST_CONFIG: home } },
    )
    expect(stdout).toContain("Hello.")
    const files = readFileSync(loaded, "utf8")
      .split("\n")
      .filter((url) => url.startsWith("file:"))
    expect(files.filter((url) => !url.includes("/node_modules/holdfast/"))).toEqual([])
    expect(files.length).toBeLessThan(60)
  })

  it("has the typed client as holdfast/client, for programs and for the compiler", { timeout: 240_000 }, async () => {
    for (const name of ["zod", "@types", "@ai-sdk", "eventsource-parser"]) {
      const link = join(place, "node_modules", name)
      symlinkSync(join(modules, name), link)
      onTestFinished(() => rmSync(link))
    }
    writeFileSync(join(place, "package.json"), '{"type":"module"}')
    writeFileSync(join(place, "consumer.ts"), consumer)

    const options = {
      module: "nodenext",
      strict: true,
      target: "es2024",
      noEmit: true,
      types: ["node"],
      skipLibCheck: true,
    }
    writeFileSync(join(place, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: ["consumer.ts"] }))
    await run(join(modules, ".bin", "tsc"), ["-p", place]).catch(({ stdout }) => expect(stdout).toBe(""))

    const { server, open } = await setScene()
    await open([])
    const { stdout } = await run(process.execPath, [join(place, "consumer.ts"), server.url, server.token])
    expect(JSON.parse(stdout)).toEqual({
      titles: [null],
      code: "not-found",
      names: ["emptyView", "liveSessions", "openStream", "step"],
      wrong: "function",
    })
  })

  it("holds the programs that confine commands, to be run as they are", { timeout: 120_000 }, async () => {
    const { stdout } = await run("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: root })
    const [packed] = JSON.parse(stdout) as { files: { path: string; mode: number }[] }[]
    const programs = packed?.files.filter(({ path }) => path.startsWith("bin/sandbox-")) ?? []
    expect(programs.map(({ path, mode }) => [path, (mode & 0o111) === 0o111])).toEqual([
      ["bin/sandbox-linux-arm64", true],
      ["bin/sandbox-linux-x64", true],
    ])
  })

  it("starts from its tarball in an empty directory with an empty home", { timeout: 240_000 }, async () => {
    const place = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-package-")))
    onTestFinished(() => rmSync(place, { recursive: true, force: true }))
    const [source, empty, home] = ["source", "empty", "home"].map((name) => join(place, name))
    if (!source || !empty || !home) throw new TypeError("three directories")
    for (const directory of [source, empty, home]) mkdirSync(directory)
    for (const name of ["bin", "docs", "package.json", "README.md", "CHANGELOG.md", "LICENSE"]) {
      cpSync(join(root, name), join(source, name), { recursive: true })
    }
    cpSync(built, join(source, "dist"), { recursive: true })
    const { stdout } = await run("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", place], {
      cwd: source,
    })
    const [packed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[]
    expect(packed?.files.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["CHANGELOG.md", "README.md", "LICENSE"]),
    )
    await run("tar", ["xzf", join(place, packed?.filename ?? ""), "-C", place])
    const dependencies = Object.keys(JSON.parse(readFileSync(join(source, "package.json"), "utf8")).dependencies)
    for (const name of dependencies) {
      const link = join(place, "package", "node_modules", name)
      mkdirSync(join(link, ".."), { recursive: true })
      symlinkSync(join(modules, name), link)
    }

    const inherited = Object.entries(process.env).filter(([name]) => !/^(?:HOLDFAST|XDG|npm_)|API_KEY/i.test(name))
    const env = { ...Object.fromEntries(inherited), HOME: home }
    const holdfast = (...argv: string[]) =>
      run(process.execPath, [join(place, "package", "bin", "holdfast"), ...argv], { cwd: empty, env })
    expect((await holdfast("sessions")).stdout).toContain("No sessions yet")
    expect((await holdfast("doctor")).stdout).toMatch(/^ok +Ripgrep +ripgrep/m)
    const demo = await holdfast("run", "hello", "--model", "demo", "--json")
    expect(demo.stdout.trim().split("\n").at(-1)).toMatch(/^\{"type":"result"/)
  })

  it("holds every document that the README or the help of a command names", { timeout: 120_000 }, async () => {
    const { stdout } = await run("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: root })
    const [packed] = JSON.parse(stdout) as { files: { path: string; mode: number }[] }[]
    const paths = packed?.files.map(({ path }) => path) ?? []
    const texts = [readFileSync(join(root, "README.md"), "utf8"), JSON.stringify(commands)]
    const named = texts.join("\n").match(/docs\/[\w./-]+\.md/g) ?? []
    expect(named).not.toEqual([])
    expect(named.filter((path) => !paths.includes(path))).toEqual([])
  })
})
