import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { commands } from "../../test/support/permissions/command.ts"

let base: string

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), "holdfast-"))
  mkdirSync(join(base, "home"))
  mkdirSync(join(base, "app", "src"), { recursive: true })
  for (const name of ["README.md", "a", "b", "x", "file", "list.txt", "package.json", "src/a.ts"])
    writeFileSync(join(base, "app", name), "1 2\n3 4\n")
  spawnSync("git", ["init", "-q"], { cwd: join(base, "app") })
})

afterAll(() => rmSync(base, { recursive: true, force: true }))

const tree = () =>
  readdirSync(base, { recursive: true, withFileTypes: true })
    .map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
    .map(({ entry, path }) => [path, entry.isFile() ? readFileSync(path, "base64") : ""])
    .sort()

// The package manager keeps a log of its own.
const harmless = commands["read-only"].filter((command) => !command.startsWith("npm"))

it("a command that only reads changes nothing when bash runs it", () => {
  const before = tree()
  for (const command of harmless) {
    const env = { PATH: process.env.PATH, HOME: join(base, "home") }
    spawnSync("bash", ["-c", command], { cwd: join(base, "app"), env, input: "", timeout: 10_000 })
    expect(tree(), command).toEqual(before)
  }
}, 120_000)
