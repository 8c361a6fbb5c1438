import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { parseList } from "./file-list.ts"
import { readIndex } from "./git-index.ts"

let workspace: string

beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), "holdfast-"))
})
afterEach(() => rmSync(workspace, { recursive: true }))

const git = (...args: string[]) =>
  execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], { cwd: workspace })
const indexBytes = () => readFileSync(join(workspace, ".git", "index"))

function fill() {
  mkdirSync(join(workspace, "deep", "deeper"), { recursive: true })
  for (let n = 0; n < 40; n++) writeFileSync(join(workspace, "deep", `file-${n}.txt`), `${n}\n`)
  writeFileSync(join(workspace, "deep", "deeper", `${"long".repeat(60)} ü.txt`), "x")
  writeFileSync(join(workspace, "run"), "#!/bin/sh\n", { mode: 0o755 })
  git("add", "--all")
}

describe("an index", () => {
  it.each([
    ["2", "sha1"],
    ["4", "sha1"],
    ["2", "sha256"],
    ["4", "sha256"],
  ])("of version %s with %s has the files of the tree that git writes of it", (version, format) => {
    git("init", "-q", `--object-format=${format}`)
    git("config", "index.version", version)
    fill()
    git("update-index", "--index-version", version)
    const tree = git("write-tree").toString().trim()
    const entries = readIndex(indexBytes()) ?? []
    expect(entries.map(({ isOverlooked: _, ...file }) => file)).toEqual(
      parseList(git("ls-tree", "-r", "-z", tree).toString()),
    )
    expect(entries.some(({ isOverlooked }) => isOverlooked)).toBe(false)
  })

  it.each([
    ["--assume-unchanged", ["update-index", "--assume-unchanged", "run"]],
    ["--skip-worktree", ["update-index", "--skip-worktree", "run"]],
    ["--intent-to-add", ["add", "--intent-to-add", "later"]],
  ])("tells what git overlooks by %s", (_, args) => {
    git("init", "-q")
    fill()
    writeFileSync(join(workspace, "later"), "")
    git(...args)
    expect(readIndex(indexBytes())?.filter(({ isOverlooked }) => isOverlooked)).toHaveLength(1)
  })

  it("is not read where it is split, damaged or something else", () => {
    git("init", "-q")
    fill()
    const bytes = indexBytes()
    bytes[100] = (bytes[100] ?? 0) ^ 1
    expect(readIndex(bytes)).toBeUndefined()
    expect(readIndex(Buffer.from("nothing of the kind"))).toBeUndefined()
    git("update-index", "--split-index")
    expect(readIndex(indexBytes())).toBeUndefined()
  })
})
