import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
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
import { directoryHash } from "../../session/event/common.ts"
import { hashOf } from "../files/file-content.ts"
import { lookAtDirectories, type Manifest, manifestChanges } from "./manifest.ts"
import { keepManifest, lookAgain, readManifest } from "./manifest-store.ts"
import { manifestLimits } from "./watch-limits.ts"

let root: string
let top: string

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-")))
  top = join(root, "top")
  mkdirSync(top)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const path = (name: string) => join(top, name)
const write = (name: string, text: string) => writeFileSync(path(name), text)
const hash = (text: string) => hashOf(Buffer.from(text))

async function look(known?: Manifest): Promise<Manifest> {
  const found = await lookAtDirectories([top], known)
  if ("reason" in found) throw new Error(found.reason)
  return found
}

/** As if the look had been long ago: what changed just before a look is read again. */
const aged = (manifest: Manifest): Manifest => ({ ...manifest, at: manifest.at + 60_000 })

describe("a manifest", () => {
  it("tells what was made, changed and removed: files, links, modes and empty directories", async () => {
    for (const name of ["changed", "gone", "run", "kept", "swapped"]) write(name, name)
    for (const name of ["empty", "full", "private"]) mkdirSync(path(name))
    write("full/file", "x")
    symlinkSync("kept", path("link"))
    const before = await look()
    write("changed", "other")
    rmSync(path("gone"))
    chmodSync(path("run"), 0o600)
    rmSync(path("empty"), { recursive: true })
    rmSync(path("full"), { recursive: true })
    chmodSync(path("private"), 0o700)
    rmSync(path("link"))
    symlinkSync("other", path("link"))
    mkdirSync(path("made/deep"), { recursive: true })
    rmSync(path("swapped"))
    mkdirSync(path("swapped"))
    const changes = manifestChanges(before, await look(before))
    const file = { mode: 0o644, preImage: null }
    const directory = { kind: "directory", preImage: null }
    expect(changes.sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
      { path: path("changed"), before: hash("changed"), after: hash("other"), modeAfter: 0o644, ...file },
      { path: path("empty"), before: directoryHash, after: null, mode: 0o755, ...directory },
      { path: path("full/file"), before: hash("x"), after: null, ...file },
      { path: path("gone"), before: hash("gone"), after: null, ...file },
      {
        path: path("link"),
        before: hash("kept"),
        after: hash("other"),
        mode: 0o120777,
        modeAfter: 0o120777,
        preImage: null,
      },
      { path: path("made/deep"), before: null, after: directoryHash, modeAfter: 0o755, ...directory },
      {
        path: path("private"),
        before: directoryHash,
        after: directoryHash,
        mode: 0o755,
        modeAfter: 0o700,
        ...directory,
      },
      { path: path("run"), before: hash("run"), after: hash("run"), modeAfter: 0o600, ...file },
      { path: path("swapped"), before: hash("swapped"), after: null, ...file },
      { path: path("swapped"), before: null, after: directoryHash, modeAfter: 0o755, ...directory },
    ])
  })

  it("takes a file that was only touched, or written as it was, for unchanged", async () => {
    write("a", "a")
    const before = await look()
    utimesSync(path("a"), 1, 1)
    expect(manifestChanges(before, await look(before))).toEqual([])
  })

  it("sees a change that leaves size and times as they were, even in the instant of the look", async () => {
    write("a", "aaa")
    const before = await look()
    const { atime, mtime } = statSync(path("a"))
    write("a", "bbb")
    utimesSync(path("a"), atime, mtime)
    expect(manifestChanges(before, await look(before))).toMatchObject([{ before: hash("aaa"), after: hash("bbb") }])
  })

  it("is the same one while nothing changes, and shares what is the same", async () => {
    mkdirSync(path("one"))
    mkdirSync(path("two"))
    write("one/a", "a")
    write("two/b", "b")
    const first = aged(await look())
    const second = await look(first)
    expect(second.roots).toBe(first.roots)
    write("two/b", "c")
    const third = await look(aged(second))
    const entries = (manifest: Manifest) => manifest.roots[top]?.entries
    expect(entries(third)?.[0]).toBe(entries(first)?.[0])
    expect(manifestChanges(first, third)).toMatchObject([{ path: path("two/b") }])
  })

  it("leaves out git directories and generated files", async () => {
    const before = await look()
    for (const name of [".git", "node_modules", "src/__pycache__"]) mkdirSync(path(name), { recursive: true })
    for (const name of [".git/x", "node_modules/x", "src/__pycache__/x.pyc"]) write(name, "x")
    expect(manifestChanges(before, await look(before))).toEqual([])
  })

  it("knows a large file by its size and times, and gives up where there are too many", async () => {
    write("large", "12345")
    const few = { ...manifestLimits, fileBytes: 4 }
    const before = await lookAtDirectories([top], undefined, few)
    write("large", "123456")
    const after = await lookAtDirectories([top], undefined, few)
    if ("reason" in before || "reason" in after) throw new Error("it is small enough")
    expect(manifestChanges(before, after)).toHaveLength(1)
    write("other", "")
    expect(await lookAtDirectories([top], undefined, { ...manifestLimits, files: 1 })).toEqual({
      reason: "it has more than 1 files",
    })
  })

  it("is kept under the same name while nothing changes, and read again by another process", async () => {
    const directory = join(root, "manifests")
    write("a", "a")
    const first = await keepManifest([top], directory)
    const again = await keepManifest([top], directory)
    if ("reason" in first || "reason" in again) throw new Error("it is small enough")
    expect(again.id).toBe(first.id)
    write("a", "b")
    await lookAgain([top], directory)
    const kept = await readManifest(first.id, directory)
    expect(kept?.roots[top]?.entries).toMatchObject([{ name: "a", hash: hash("a") }])
    const next = await keepManifest([top], directory)
    expect(next).not.toMatchObject({ id: first.id })
  })
})
