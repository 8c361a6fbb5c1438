import { execFile } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { describe, expect, it, onTestFinished } from "vitest"
import { commands } from "../src/cli/commands.ts"
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

describe("the package", () => {
  it("has the typed client as holdfast/client, for programs and for the compiler", { timeout: 240_000 }, async () => {
    const place = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-package-")))
    onTestFinished(() => rmSync(place, { recursive: true, force: true }))
    const installed = join(place, "node_modules", "holdfast")
    mkdirSync(installed, { recursive: true })
    await run(join(modules, ".bin", "tsdown"), ["--out-dir", join(installed, "dist")], { cwd: root })
    cpSync(join(root, "package.json"), join(installed, "package.json"))
    for (const name of ["zod", "@types", "@ai-sdk"]) symlinkSync(join(modules, name), join(place, "node_modules", name))
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

  it("holds every document that the README or the help of a command names", { timeout: 120_000 }, async () => {
    const { stdout } = await run("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: root })
    const [packed] = JSON.parse(stdout) as { files: { path: string }[] }[]
    const paths = packed?.files.map(({ path }) => path) ?? []
    const texts = [readFileSync(join(root, "README.md"), "utf8"), JSON.stringify(commands)]
    const named = texts.join("\n").match(/docs\/[\w./-]+\.md/g) ?? []
    expect(named).not.toEqual([])
    expect(named.filter((path) => !paths.includes(path))).toEqual([])
  })
})
