import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { text } from "node:stream/consumers"
import { afterEach, describe, expect, it } from "vitest"

const root = join(import.meta.dirname, "..")
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
const ownNode = join(root, "node_modules", "node", "bin", "node")
const oldNode = findOldNode()

const directories: string[] = []
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true })
})

describe("bin/holdfast", () => {
  it("prints the version without the program", async () => {
    const bin = copy({})
    expect(await run(process.execPath, bin, "--version")).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" })
  })

  it("runs the sources of a checkout and exits with what main returns", async () => {
    const bin = copy({ "src/cli/main.ts": `export const main = async (argv: string[]) => (console.log(...argv), 5)` })
    expect(await run(process.execPath, bin, "a", "b c")).toEqual({ code: 5, stdout: "a b c\n", stderr: "" })
  })

  it("runs the build where there are no sources", async () => {
    const bin = copy({ "dist/cli.js": `export const main = async () => 4` })
    expect(await run(process.execPath, bin)).toEqual({ code: 4, stdout: "", stderr: "" })
  })

  it("exits with 1 and says so when there is nothing to run", async () => {
    const ran = await run(process.execPath, copy({}))
    expect(ran).toMatchObject({ code: 1, stdout: "" })
    expect(ran.stderr).toContain("npm run build")
  })

  it("exits with 1 and shows the error when main throws", async () => {
    const ran = await run(
      process.execPath,
      copy({ "dist/cli.js": `export const main = () => { throw new Error("no") }` }),
    )
    expect(ran).toMatchObject({ code: 1, stdout: "" })
    expect(ran.stderr).toContain("Error: no")
  })

  it("says on Windows where it runs, and starts nothing", async () => {
    const bin = copy({ "dist/cli.js": `export const main = async () => (console.log("started"), 0)` })
    const windows = `data:text/javascript,Object.defineProperty(process, "platform", { value: "win32" })`
    const { code, stdout, stderr } = await run(process.execPath, "--import", windows, bin, "sessions")
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toMatch(/^holdfast: runs on Linux and macOS; on Windows, use it in WSL: \S+\n$/)
  })

  it("hides the warning about SQLite and no other", async () => {
    const main = `import "node:sqlite"
export const main = async () => (process.emitWarning("mind the gap", "ExperimentalWarning"), 0)`
    const { code, stderr } = await run(process.execPath, copy({ "dist/cli.js": main }))
    expect({ code, warnings: stderr.match(/\w+Warning: .*/g) }).toEqual({
      code: 0,
      warnings: ["ExperimentalWarning: mind the gap"],
    })
  })
})

describe.skipIf(!oldNode)("bin/holdfast on a Node that is too old", () => {
  const node = oldNode ?? ""

  it("prints the version all the same", async () => {
    expect(await run(node, copy({}), "--version")).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" })
  })

  it("says what is needed when the project has no Node of its own", async () => {
    const ran = await run(node, copy({ "dist/cli.js": `export const main = async () => 0` }), "--help")
    expect(ran).toMatchObject({ code: 1, stdout: "" })
    expect(ran.stderr).toMatch(/needs Node \^22.*; this is Node \d/)
    expect(ran.stderr).toContain("npm ci")
  })

  describe.skipIf(!existsSync(ownNode))("hands over to the project's own", () => {
    it("with arguments, input, output and the exit code", async () => {
      const main = `import { text } from "node:stream/consumers"
export async function main(argv) {
  console.log(JSON.stringify([process.version, argv, await text(process.stdin)]))
  return 5
}`
      const bin = copy({ "dist/cli.js": main }, "with its own Node")
      const own = spawnSync(ownNode, ["--version"], { encoding: "utf8" }).stdout.trim()
      const stdout = `${JSON.stringify([own, ["run", "a b", ""], "typed"])}\n`
      expect(await finish(start(node, bin, "run", "a b", ""), "typed")).toEqual({ code: 5, stdout, stderr: "" })
    })

    it("and passes a signal on", async () => {
      const main = `export const main = () => new Promise((resolve) => {
  const alive = setInterval(() => {}, 1000)
  process.once("SIGTERM", () => { clearInterval(alive); resolve(7) })
  console.log("ready")
})`
      const child = start(node, copy({ "dist/cli.js": main }, "with its own Node"))
      await once(child.stdout, "data")
      child.kill("SIGTERM")
      expect((await finish(child)).code).toBe(7)
    })

    it("and dies of the signal that it died of", async () => {
      const main = `export const main = () => new Promise(() => process.kill(process.pid, "SIGKILL"))`
      const child = start(node, copy({ "dist/cli.js": main }, "with its own Node"))
      await once(child, "close")
      expect({ code: child.exitCode, signal: child.signalCode }).toEqual({ code: null, signal: "SIGKILL" })
    })
  })
})

/** A copy of the launcher with the given files around it; gives the path of the launcher. */
function copy(files: Record<string, string>, own?: "with its own Node"): string {
  const home = mkdtempSync(join(tmpdir(), "holdfast-bin-"))
  directories.push(home)
  for (const part of ["bin", "package.json"]) cpSync(join(root, part), join(home, part), { recursive: true })
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(join(home, file, ".."), { recursive: true })
    writeFileSync(join(home, file), content)
  }
  if (own) symlinkSync(join(root, "node_modules"), join(home, "node_modules"))
  return join(home, "bin", "holdfast")
}

function start(node: string, bin: string, ...argv: string[]) {
  const cache = join(bin, "..", "cache")
  return spawn(node, [bin, ...argv], { stdio: "pipe", env: { ...process.env, XDG_CACHE_HOME: cache } })
}

async function finish(child: ReturnType<typeof start>, input = "") {
  child.stdin.end(input)
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), closed(child)])
  return { code: child.exitCode, stdout, stderr }
}

async function closed(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "close")
}

function run(node: string, bin: string, ...argv: string[]) {
  return finish(start(node, bin, ...argv))
}

// npm puts the project's Node first on the PATH; the machine's own comes later and may be older than we accept.
function findOldNode(): string | undefined {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .map((directory) => join(directory, "node"))
    .filter((file) => existsSync(file))
    .find((file) => {
      const major = spawnSync(file, ["-p", "process.versions.node"], { encoding: "utf8" }).stdout.split(".")[0]
      return Number(major) < 22
    })
}
