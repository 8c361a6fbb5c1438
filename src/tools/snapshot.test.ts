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
  utimesSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { hashOf } from "./file-content.ts"
import { changesSince, takeSnapshot, type WorkspaceChanges } from "./snapshot.ts"

let root: string
let workspace: string
let directory: string

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-")))
  workspace = join(root, "workspace")
  directory = join(root, "snapshots")
  mkdirSync(workspace)
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
    const changes = await changesFrom(tree)
    expect([...changes.changed].sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
      {
        path: path("changed.txt"),
        before: hash("before"),
        after: hash("after"),
        modes: { before: "file", after: "file" },
      },
      { path: path("deleted.txt"), before: hash("deleted"), after: null, modes: { before: "file", after: null } },
      { path: path("link"), before: null, after: hash("kept.txt"), modes: { before: null, after: "symlink" } },
      { path: path("new dir/ü\n.txt"), before: null, after: hash("new"), modes: { before: null, after: "file" } },
      { path: path("run.sh"), before: hash("run"), after: hash("run"), modes: { before: "file", after: "executable" } },
    ])
    expect(text(changes.preImage(path("changed.txt")))).toBe("before")
    expect(text(changes.postImage(path("changed.txt")))).toBe("after")
    expect(changes.preImage(path("link"))).toBeNull()
    expect(changes.preImage(path("kept.txt"))).toBeNull()
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
    const changes = await changesFrom(tree)
    expect(text(changes.preImage(path("a.txt")))).toBe("bbb")
    expect(text(changes.preImage(path("untracked.txt")))).toBe("ccc")
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
    expect(text((await changesFrom(tree)).preImage(path("a.txt")))).toBe("one\r\n$Id$\r\n")
  })

  it("does not cover ignored files, nor what is in other repositories", async () => {
    repository({ ".gitignore": "ignored\n", "a.txt": "a" })
    writeFileSync(path(".git/info/exclude"), "also-ignored\n")
    mkdirSync(path("empty-repository"))
    git("init", "-q", "empty-repository")
    mkdirSync(path("other"))
    git("init", "-q", "other")
    git("-C", "other", "commit", "-q", "--allow-empty", "-m", "x")
    const tree = await snapshot()
    for (const name of ["ignored", "also-ignored", "empty-repository/x", "other/x"]) write(name, "x")
    git("-C", "other", "commit", "-q", "--allow-empty", "-m", "y")
    write("a.txt", "b")
    expect((await changesFrom(tree)).changed.map((change) => change.path)).toEqual([path("a.txt")])
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
    const changes = await changesSince(first.tree ?? "", below, directory)
    expect(changes.changed).toMatchObject([{ path: path("below/a.txt") }])
  })

  it("starts over where the user's index cannot be used", async () => {
    repository({ "a.txt": "a" })
    git("update-index", "--split-index")
    const tree = await snapshot()
    write("a.txt", "b")
    expect((await changesFrom(tree)).changed).toHaveLength(1)
  })

  it("says why there is none", async () => {
    expect(await takeSnapshot(workspace, directory)).toEqual({
      tree: null,
      reason: "the workspace is in no git repository",
    })
  })
})

function repository(files: Readonly<Record<string, string>>): void {
  git("init", "-q")
  for (const [name, content] of Object.entries(files)) write(name, content)
  git("add", "-A")
  git("commit", "-qm", "first")
}

async function snapshot(): Promise<string> {
  const taken = await takeSnapshot(workspace, directory)
  if (taken.tree === null) throw new Error(taken.reason)
  return taken.tree
}

async function changesFrom(tree: string): Promise<WorkspaceChanges> {
  const changes = await changesSince(tree, workspace, directory)
  if (changes.changed === null) throw new Error(changes.reason)
  return changes
}

const path = (name: string) => join(workspace, name)
const write = (name: string, content: string) => writeFileSync(path(name), content)
const text = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString("utf8")
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
