import { execFileSync } from "node:child_process"
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { hashOf } from "../files/file-content.ts"
import type { WorkspaceChange } from "./change.ts"
import { changesSince, takeSnapshot, type WorkspaceChanges } from "./workspace-snapshot.ts"

let root: string
let workspace: string
let directory: string
let began: number

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-")))
  workspace = join(root, "workspace")
  directory = join(root, "snapshots")
  mkdirSync(workspace)
  began = Date.now() - 50
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

describe("a snapshot", () => {
  it("tells exactly what a command changed, with the bytes before and after", async () => {
    repository({ "kept.txt": "kept", "changed.txt": "before", "deleted.txt": "deleted", "run.sh": "run" })
    const tree = await snapshot()
    write("changed.txt", "after")
    rmSync(path("deleted.txt"))
    chmodSync(path("run.sh"), 0o755)
    mkdirSync(path("new dir"))
    write("new dir/ü\n.txt", "new")
    symlinkSync("kept.txt", path("link"))
    const { changed } = await changesFrom(tree)
    expect([...changed].sort((a, b) => (a.path < b.path ? -1 : 1)).map(withText)).toEqual([
      {
        path: path("changed.txt"),
        before: hash("before"),
        after: hash("after"),
        mode: 0o644,
        modeAfter: 0o644,
        preImage: "before",
      },
      { path: path("deleted.txt"), before: hash("deleted"), after: null, mode: 0o644, preImage: "deleted" },
      { path: path("link"), before: null, after: hash("kept.txt"), modeAfter: 0o120777, preImage: null },
      { path: path("new dir/ü\n.txt"), before: null, after: hash("new"), modeAfter: 0o644, preImage: null },
      { path: path("run.sh"), before: hash("run"), after: hash("run"), mode: 0o644, modeAfter: 0o755, preImage: "run" },
    ])
  })

  it("sees work that was never committed, and a change that leaves size and time as they were", async () => {
    repository({ "a.txt": "aaa" })
    write("a.txt", "bbb")
    write("untracked.txt", "ccc")
    const tree = await snapshot()
    const { atime, mtime } = statSync(path("a.txt"))
    write("a.txt", "ddd")
    utimesSync(path("a.txt"), atime, mtime)
    write("untracked.txt", "eee")
    const { changed } = await changesFrom(tree)
    expect(changed.map(({ preImage }) => text(preImage))).toEqual(["bbb", "ccc"])
  })

  it("leaves the user's repository as it was, and runs no hook", async () => {
    repository({ "a.txt": "a" })
    write("staged.txt", "staged")
    git("add", "staged.txt")
    write("untracked.txt", "untracked")
    const hook = `#!/bin/sh\ntouch '${join(root, "sprung")}'\n`
    writeFileSync(path(".git/hooks/post-index-change"), hook, { mode: 0o755 })
    cpSync(path(".git"), join(root, "before"), { recursive: true })
    const tree = await snapshot()
    write("a.txt", "b")
    await changesFrom(tree)
    expect(contents(path(".git"))).toEqual(contents(join(root, "before")))
    expect(existsSync(join(root, "sprung"))).toBe(false)
  })

  it("keeps bytes as they are where filters and line ends would change them", async () => {
    repository({ "a.txt": "one\n" })
    git("config", "core.autocrlf", "true")
    git("config", "filter.shout.clean", "tr a-z A-Z")
    write(".gitattributes", "*.txt text=auto filter=shout ident\n")
    write("a.txt", "one\r\n$Id$\r\n")
    git("add", "-A")
    git("commit", "-qm", "filtered")
    const tree = await snapshot()
    write("a.txt", "two")
    const { changed } = await changesFrom(tree)
    expect(changed.map(({ preImage }) => text(preImage))).toEqual(["one\r\n$Id$\r\n"])
  })

  it("only counts ignored and generated files", async () => {
    repository({ ".gitignore": "ignored\n", "a.txt": "a" })
    writeFileSync(path(".git/info/exclude"), "also-ignored\n")
    const tree = await snapshot()
    for (const name of ["ignored", "also-ignored"]) write(name, "x")
    mkdirSync(path("src/__pycache__"), { recursive: true })
    write("src/__pycache__/a.pyc", "x")
    write("a.txt", "b")
    const { changed, generated } = await changesFrom(tree)
    expect([changed.map((change) => change.path), generated]).toEqual([[path("a.txt")], 3])
  })

  it("does not take for made what is only no longer ignored", async () => {
    repository({ ".gitignore": "*.log\n", "a.txt": "a" })
    write("old.log", "x")
    const tree = await snapshot()
    const changedAt = (name: string) => statSync(path(name)).ctimeMs
    // The times of the file system are coarse.
    do write(".git/mark", "")
    while (changedAt(".git/mark") === changedAt("old.log"))
    write(".gitignore", "")
    write("new.log", "y")
    const { changed } = await changesSince(tree, { workspace, directory, since: changedAt(".git/mark") })
    expect(changed?.map((change) => change.path)).toEqual([path(".gitignore"), path("new.log")])
  })

  it.each([["with"], ["without"]])(
    "covers build output that the user's git tracks, %s attributes",
    async (attributes) => {
      mkdirSync(path("dist"))
      if (attributes === "with") write(".gitattributes", "*.bin binary\n")
      repository({ "dist/tracked.js": "a" })
      const tree = await snapshot()
      write("dist/tracked.js", "b")
      write("dist/other.js", "b")
      expect((await changesFrom(tree)).changed.map((change) => change.path)).toEqual([path("dist/tracked.js")])
    },
  )

  it("tells what changed in repositories within, without the content before", async () => {
    repository({ "a.txt": "a" })
    nested("other")
    write("other/x", "old")
    const tree = await snapshot()
    write("other/x", "new")
    git("-C", "other", "commit", "-q", "--allow-empty", "-m", "y")
    nested("made")
    write("made/y", "y")
    expect((await changesFrom(tree)).changed).toEqual([
      expect.objectContaining({ path: path("other/x"), before: hash("old"), after: hash("new"), preImage: null }),
      expect.objectContaining({ path: path("made/y"), before: null, after: hash("y") }),
    ])
    expect((await changesFrom(await snapshot())).changed).toEqual([])
  })

  it("sees changes that the user's git was told to overlook", async () => {
    repository({ "a.txt": "a", "b.txt": "b" })
    git("update-index", "--assume-unchanged", "a.txt")
    git("update-index", "--skip-worktree", "b.txt")
    const tree = await snapshot()
    write("a.txt", "changed")
    write("b.txt", "changed")
    expect((await changesFrom(tree)).changed).toHaveLength(2)
  })

  it("covers a workspace below the top of its repository", async () => {
    repository({ "top.txt": "top" })
    mkdirSync(path("below"))
    write("below/a.txt", "a")
    const below = path("below")
    const first = await takeSnapshot(below, directory)
    write("below/a.txt", "b")
    const changes = await changesSince(first.snapshot ?? "", { workspace: below, directory, since: null })
    expect(changes.changed).toMatchObject([{ path: path("below/a.txt") }])
  })

  it("starts over where the user's index cannot be used", async () => {
    repository({ "a.txt": "a" })
    git("update-index", "--split-index")
    const tree = await snapshot()
    write("a.txt", "b")
    expect((await changesFrom(tree)).changed).toHaveLength(1)
  })

  it("finds nothing where nothing changed, and the same tree again", async () => {
    repository({ "a.txt": "a" })
    const tree = await snapshot()
    expect((await changesFrom(tree)).changed).toEqual([])
    expect(await snapshot()).toBe(tree)
    write("a.txt", "b")
    await changesFrom(tree)
    write("a.txt", "a")
    expect(await snapshot()).toBe(tree)
  })

  it("knows a tree from before an index that went away", async () => {
    repository({ "a.txt": "a" })
    const tree = await snapshot()
    rmSync(join(directory, "git", "index"))
    write("a.txt", "b")
    expect((await changesFrom(tree)).changed).toHaveLength(1)
  })
})

describe("a snapshot outside of git", () => {
  it("tells what changed, with the content before", async () => {
    write("a.txt", "before")
    write(".gitignore", "*.log\n")
    mkdirSync(path("node_modules"))
    const tree = await snapshot()
    write("a.txt", "after")
    write("b.txt", "made")
    write("run.log", "ignored")
    write("node_modules/c.js", "generated")
    const { changed, generated } = await changesFrom(tree)
    expect(changed.map(withText)).toEqual([
      expect.objectContaining({
        path: path("a.txt"),
        before: hash("before"),
        after: hash("after"),
        preImage: "before",
      }),
      expect.objectContaining({ path: path("b.txt"), before: null, after: hash("made") }),
    ])
    expect(generated).toBe(2)
    expect(existsSync(path(".git"))).toBe(false)
  })

  it("works in an empty directory, and where a repository is made meanwhile", async () => {
    const tree = await snapshot()
    git("init", "-q")
    write("a.txt", "a")
    git("add", "-A")
    git("commit", "-qm", "first")
    expect((await changesFrom(tree)).changed).toMatchObject([{ path: path("a.txt"), before: null }])
    const next = await snapshot()
    rmSync(path(".git"), { recursive: true })
    write("a.txt", "b")
    expect((await changesFrom(next)).changed.map(withText)).toMatchObject([{ preImage: "a" }])
  })

  it("keeps no copy of a large workspace, but knows what changed", async () => {
    write("large.bin", "")
    truncateSync(path("large.bin"), 200 * 1024 * 1024)
    write("a.txt", "before")
    const taken = await snapshot()
    expect(taken).toMatch(/^manifest:/)
    write("a.txt", "after")
    truncateSync(path("large.bin"), 100)
    expect((await changesFrom(taken)).changed).toEqual([
      expect.objectContaining({ path: path("a.txt"), before: hash("before"), after: hash("after"), preImage: null }),
      expect.objectContaining({ path: path("large.bin"), before: expect.stringMatching(/^[0-9a-f]{64}$/) }),
    ])
    expect(existsSync(join(directory, "git", "objects"))).toBe(false)
  })
})

function repository(files: Readonly<Record<string, string>>): void {
  git("init", "-q")
  for (const [name, content] of Object.entries(files)) write(name, content)
  git("add", "-A")
  git("commit", "-qm", "first")
}

/** A repository within the workspace, with a commit and nothing in it. */
function nested(name: string): void {
  mkdirSync(path(name))
  git("init", "-q", name)
  git("-C", name, "commit", "-q", "--allow-empty", "-m", "x")
}

async function snapshot(): Promise<string> {
  const taken = await takeSnapshot(workspace, directory)
  if (taken.snapshot === null) throw new Error(taken.reason)
  return taken.snapshot
}

async function changesFrom(tree: string): Promise<WorkspaceChanges> {
  const changes = await changesSince(tree, { workspace, directory, since: began })
  if (changes.changed === null) throw new Error(changes.reason)
  return changes
}

const path = (name: string) => join(workspace, name)
const write = (name: string, content: string) => writeFileSync(path(name), content)
const text = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString("utf8")
const withText = ({ preImage, ...change }: WorkspaceChange) => ({ ...change, preImage: text(preImage) })
const hash = (content: string) => hashOf(Buffer.from(content))

function contents(top: string): Record<string, string> {
  const files = readdirSync(top, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(
    files.map((file) => {
      const whole = join(file.parentPath, file.name)
      return [whole.slice(top.length), hashOf(readFileSync(whole))]
    }),
  )
}

function git(...args: string[]): void {
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
    cwd: workspace,
    stdio: "pipe",
  })
}
