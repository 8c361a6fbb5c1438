import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { generatedExcludes, isGenerated } from "../../session/generated.ts"
import { takeSnapshot } from "./workspace-snapshot.ts"

let root: string
let workspace: string

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-")))
  workspace = join(root, "workspace")
  mkdirSync(workspace)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe("the repository of a shadow", () => {
  it("leaves out exactly what the table of generated paths names", () => {
    const paths = [
      "a.pyc",
      "node_modules/x.js",
      "deep/__pycache__/x",
      "dist/x.js",
      "packages/a/dist/x.js",
      "src/dist/x.js",
      "src/a/b/target/x.rs",
      "target/debug/x",
      "a/coverage/x",
      "lib/coverage/x",
      ".coverage.1",
      "App/bin/Debug/x.dll",
      "bin/x.sh",
      "obj/project.assets.json",
      "obj/model.obj",
      "x.egg-info/PKG-INFO",
      ".o",
      "main.o",
      "build/x",
      "dist.ts",
    ]
    for (const path of paths) {
      mkdirSync(join(workspace, dirname(path)), { recursive: true })
      writeFileSync(join(workspace, path), "")
    }
    const git = (...args: string[]) => execFileSync("git", args, { cwd: workspace, encoding: "utf8" })
    git("init", "-q")
    writeFileSync(join(workspace, ".git/info/exclude"), generatedExcludes.join("\n"))
    const seen = git("ls-files", "--others", "--exclude-standard").trim().split("\n")
    expect(seen.sort()).toEqual(paths.filter((path) => !isGenerated(path)).sort())
  })

  it("is made again where the process that made it was killed before its last file was written", async () => {
    const directory = join(root, "snapshots")
    mkdirSync(join(directory, "git"), { recursive: true })
    writeFileSync(join(directory, "git", "HEAD"), "")
    writeFileSync(join(workspace, "a.txt"), "a")
    expect(await takeSnapshot(workspace, directory)).toEqual({ snapshot: expect.stringMatching(/^[0-9a-f]{40}$/) })
  })

  it("gives way to a manifest where git is not installed, and is made once it is", async () => {
    const { PATH } = process.env
    writeFileSync(join(workspace, "a.txt"), "a")
    try {
      process.env.PATH = root
      expect(await takeSnapshot(workspace, join(root, "snapshots"))).toEqual({
        snapshot: expect.stringMatching(/^manifest:/),
      })
    } finally {
      process.env.PATH = PATH
    }
    const { snapshot } = await takeSnapshot(workspace, join(root, "snapshots"))
    expect(snapshot).toMatch(/^[0-9a-f]{40}$/)
  })
})
