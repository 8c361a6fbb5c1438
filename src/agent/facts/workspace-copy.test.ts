import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { copyWorkspace, type Original } from "./workspace-copy.ts"

let base: string
let workspace: string
let to: string

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "holdfast-copy-"))
  workspace = join(base, "workspace")
  to = join(base, "deep", "copy")
  mkdirSync(workspace)
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

function put(path: string, text: string): void {
  mkdirSync(dirname(join(workspace, path)), { recursive: true })
  writeFileSync(join(workspace, path), text)
}

const copy = (...originals: Original[]) => copyWorkspace(workspace, to, originals)
const original = (path: string, text: string | null): Original => ({
  path,
  bytes: text === null ? null : Buffer.from(text),
})
const read = (path: string) => readFileSync(join(to, path), "utf8")

describe("a copy of a workspace", () => {
  it("has its files and directories, and leaves the workspace alone", async () => {
    put("src/a.ts", "a")
    put(".env", "KEY=1")
    mkdirSync(join(workspace, "empty"))
    expect(await copy()).toBeNull()
    expect(readdirSync(to, { recursive: true }).sort()).toEqual([".env", "empty", "src", "src/a.ts"])
    writeFileSync(join(to, "src/a.ts"), "b")
    expect(readFileSync(join(workspace, "src/a.ts"), "utf8")).toBe("a")
  })

  it("has some files as they were before the work", async () => {
    put("a.test.ts", "changed")
    put("new.config.ts", "added")
    expect(
      await copy(
        original("a.test.ts", "before"),
        original("new.config.ts", null),
        original("deep/gone.test.ts", "deleted"),
      ),
    ).toBeNull()
    expect(read("a.test.ts")).toBe("before")
    expect(existsSync(join(to, "new.config.ts"))).toBe(false)
    expect(read("deep/gone.test.ts")).toBe("deleted")
    expect(readFileSync(join(workspace, "a.test.ts"), "utf8")).toBe("changed")
  })

  it("does not write an original through a link", async () => {
    put("target.ts", "target")
    symlinkSync(join(workspace, "target.ts"), join(workspace, "a.test.ts"))
    expect(await copy(original("a.test.ts", "before"))).toBeNull()
    expect(lstatSync(join(to, "a.test.ts")).isFile()).toBe(true)
    expect(readFileSync(join(workspace, "target.ts"), "utf8")).toBe("target")
  })

  it.each(["node_modules/a/index.js", "linked/a/index.js"])(
    "is not made where an original is behind a link, which leads back to the workspace: %s",
    async (path) => {
      put(path.replace("linked", "real"), "now")
      if (path.startsWith("linked")) symlinkSync(join(workspace, "real"), join(workspace, "linked"))
      expect(await copy(original(path, "before"))).toBe("a file as it was before the work is behind a link")
      expect(readFileSync(join(workspace, path), "utf8")).toBe("now")
      expect(existsSync(to)).toBe(false)
    },
  )

  it("keeps modes and links", async () => {
    put("run.sh", "true")
    chmodSync(join(workspace, "run.sh"), 0o755)
    symlinkSync("run.sh", join(workspace, "link"))
    symlinkSync("nowhere", join(workspace, "dangling"))
    expect(await copy(original("run.sh", "false"))).toBeNull()
    expect(statSync(join(to, "run.sh")).mode & 0o777).toBe(0o755)
    expect(readlinkSync(join(to, "link"))).toBe("run.sh")
    expect(readlinkSync(join(to, "dangling"))).toBe("nowhere")
  })

  it("links dependencies, and has no repository and no generated files", async () => {
    put("node_modules/jest/index.js", "jest")
    put("pkg/node_modules/ava/index.js", "ava")
    put(".git/HEAD", "ref: refs/heads/main")
    put("src/__pycache__/a.pyc", "x")
    put("src/a.py", "a")
    expect(await copy()).toBeNull()
    expect(readdirSync(to).sort()).toEqual(["node_modules", "pkg", "src"])
    expect(readdirSync(join(to, "src"))).toEqual(["a.py"])
    expect(readlinkSync(join(to, "node_modules"))).toBe(join(workspace, "node_modules"))
    expect(read("pkg/node_modules/ava/index.js")).toBe("ava")
  })

  it("takes the place of an older one", async () => {
    put("a", "a")
    mkdirSync(to, { recursive: true })
    writeFileSync(join(to, "old"), "old")
    expect(await copy()).toBeNull()
    expect(readdirSync(to)).toEqual(["a"])
  })

  it("is not made of a workspace that is too large, and says so", async () => {
    put("huge.bin", "")
    truncateSync(join(workspace, "huge.bin"), 200 * 1024 * 1024)
    expect(await copy()).toBe("the workspace is too large to be copied")
    expect(existsSync(to)).toBe(false)
  })

  it("is not made of a workspace with too many files", async () => {
    mkdirSync(join(workspace, "many"))
    for (let n = 0; n <= 5_000; n++) writeFileSync(join(workspace, "many", String(n)), "")
    expect(await copy()).toBe("the workspace is too large to be copied")
  })
})
