import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { confinedSearch, sandboxSystem } from "../sandbox/sandbox.ts"
import { ripgrep } from "./ripgrep.ts"

const { kind } = await sandboxSystem()

/** A workspace in which a process has put links to a secret and to the store, and each of their texts is sought. */
function scene() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-")))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const [workspace, home, data] = [join(root, "home/work"), join(root, "home"), join(root, "data")]
  for (const directory of [workspace, join(home, ".ssh"), join(data, "notes")])
    mkdirSync(directory, { recursive: true })
  writeFileSync(join(workspace, "own.txt"), "canary of the workspace\n")
  writeFileSync(join(home, ".ssh/id_rsa"), "canary of the home\n")
  writeFileSync(join(data, "holdfast.db"), "canary of the store\n")
  writeFileSync(join(data, "notes/memory.md"), "canary of the notes\n")
  symlinkSync(join(home, ".ssh"), join(workspace, "keys"))
  symlinkSync(data, join(workspace, "store"))
  const context = { workspace, home, env: process.env, settings: {}, protected: [data], rules: [] }
  const search = async (path: string, isConfined: boolean) => {
    const lines: string[] = []
    await ripgrep(["--no-filename", "--hidden", "--follow", "--sort=path", "--regexp=canary", "--", path], {
      cwd: path,
      signal: new AbortController().signal,
      confinement: isConfined ? await confinedSearch(path, context) : null,
      take: (line) => lines.push(line) > 0,
    })
    return lines.sort()
  }
  return { workspace, notes: join(data, "notes"), search }
}

describe.skipIf(kind === "none")("a search that the model asks for", () => {
  it("finds nothing in secrets and the store, whatever links lead there", async () => {
    const { workspace, search } = scene()
    expect(await search(workspace, false)).toEqual([
      "canary of the home",
      "canary of the notes",
      "canary of the store",
      "canary of the workspace",
    ])
    expect(await search(workspace, true)).toEqual(["canary of the workspace"])
  })

  it("finds what is below the directory that was allowed, though it lies in a hidden one", async () => {
    const { notes, search } = scene()
    expect(await search(notes, true)).toEqual(["canary of the notes"])
  })
})
