import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { beforeEach, describe, expect, it, onTestFinished } from "vitest"
import { landlockRecords } from "./landlock.ts"
import { type SandboxPolicy, type SandboxSettings, sandboxPolicy } from "./sandbox-policy.ts"
import { seatbeltProfile } from "./seatbelt.ts"

let root: string
const at = (...names: string[]) => join(root, ...names)

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-")))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const name of ["ws/.git/hooks", "home/.cache", "home/.npm", "home/.ssh", "data/jobs/j", "config", "tmp"])
    mkdirSync(at(name), { recursive: true })
  for (const name of ["ws/.git/config", "ws/.git/HEAD", "home/.netrc"]) writeFileSync(at(name), "")
})

function policy(
  mode: "read-only" | "workspace-write",
  settings: SandboxSettings = {},
  workspace = at("ws"),
): SandboxPolicy {
  const context = { workspace, home: at("home"), env: {}, settings, protected: [at("data"), at("config")] }
  const given = { ...context, rules: [join(workspace, ".holdfast")], temporary: [at("tmp")] }
  const made = sandboxPolicy({ cwd: workspace, place: at("data/jobs/j") }, { mode }, given)
  // Those of the machine are the machine's.
  return { ...made, hidden: made.hidden.filter((path) => !path.startsWith("/etc/")) }
}

describe("what a command may do", () => {
  it("is nothing but to write to a directory of its own, where it only reads", () => {
    expect(policy("read-only")).toEqual({
      network: false,
      writable: [at("data/jobs/j/tmp")],
      readOnly: [],
      pinned: [],
      hidden: [at("config"), at("data"), at("home/.netrc"), at("home/.ssh")],
      visible: [at("data/jobs/j/tmp")],
      absent: [],
      temporary: at("data/jobs/j/tmp"),
    })
  })

  it("is to write to the workspace, temporary directories and caches, and not to what other programs obey", () => {
    expect(policy("workspace-write")).toEqual({
      network: false,
      writable: [at("home/.cache"), at("home/.npm"), at("tmp"), at("ws"), at("ws/.git")],
      readOnly: [at("ws/.git/config"), at("ws/.git/hooks")],
      pinned: [at("ws/.git")],
      hidden: [at("config"), at("data"), at("home/.netrc"), at("home/.ssh")],
      visible: [],
      absent: [at("ws/.git/commondir"), at("ws/.git/config.worktree"), at("ws/.holdfast")],
      temporary: null,
    })
  })

  it("follows the settings of the person", () => {
    mkdirSync(at("other"))
    const { writable, hidden } = policy("workspace-write", { writable: [at("other")], readable: ["~/.netrc"] })
    expect(writable).toContain(at("other"))
    expect(hidden).not.toContain(at("home/.netrc"))
  })

  it("never is to write to the store, though a setting names it", () => {
    const { writable } = policy("workspace-write", { writable: [at("data"), at("data/jobs"), at("config")] })
    expect(writable.filter((path) => path.startsWith(at("data")) || path.startsWith(at("config")))).toEqual([])
  })

  it("is the same of the repository of a linked worktree, but not of one that only says so", () => {
    const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null" }
    const git = (cwd: string, ...args: string[]) => execFileSync("git", args, { cwd, env, stdio: "ignore" })
    mkdirSync(at("main"))
    git(at("main"), "init", "--quiet")
    git(at("main"), "-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--allow-empty", "-m", "x")
    git(at("main"), "worktree", "add", "--quiet", at("tree"))
    const linked = policy("workspace-write", {}, at("tree"))
    expect(linked.writable).toContain(at("main/.git"))
    expect(linked.readOnly).toEqual(
      expect.arrayContaining([at("main/.git/config"), at("main/.git/worktrees/tree/commondir"), at("tree/.git")]),
    )
    mkdirSync(at("liar"))
    writeFileSync(at("liar/.git"), `gitdir: ${at("main/.git")}\n`)
    expect(policy("workspace-write", {}, at("liar")).writable).not.toContain(at("main/.git"))
  })

  it("keeps start-up files from commands where the home is the workspace", () => {
    writeFileSync(at("home/.bashrc"), "")
    const { readOnly, absent } = policy("workspace-write", {}, at("home"))
    expect(readOnly).toContain(at("home/.bashrc"))
    expect(absent).toContain(at("home/.zshrc"))
  })
})

describe("for Linux", () => {
  it("what is hidden is never among what can be read, where it cannot be mounted over", () => {
    const records = landlockRecords(policy("workspace-write"), { namespaces: false, others: [] }).split("\0")
    const readable = records.filter((record) => record.startsWith("r")).map((record) => record.slice(1))
    const covers = (path: string) => readable.some((place) => path === place || path.startsWith(`${place}/`))
    expect([at("home/.ssh"), at("data"), at("config"), "/dev"].filter(covers)).toEqual([])
    expect(["/usr", "/etc/hosts", at("home/.cache")].filter((path) => !covers(path))).toEqual([])
    expect(records.filter((record) => /^[mhkbp]/.test(record))).toEqual([])
  })
})

describe("for macOS", () => {
  it("the profile denies writes but to what is given, and what is hidden at all", () => {
    const profile = seatbeltProfile({
      network: false,
      writable: ["/ws", '/with "quotes"'],
      readOnly: ["/ws/.git/config"],
      pinned: ["/ws/.git"],
      hidden: ["/home/.ssh"],
      visible: [],
      absent: ["/ws/.holdfast"],
      temporary: null,
    })
    expect(profile.split("\n")).toEqual([
      "(version 1)",
      "(allow default)",
      "(deny file-write*)",
      "(allow file-write*",
      '  (subpath "/ws")',
      '  (subpath "/with \\"quotes\\"")',
      '  (literal "/dev/null")',
      '  (literal "/dev/zero")',
      '  (literal "/dev/tty")',
      '  (literal "/dev/ptmx")',
      '  (literal "/dev/dtracehelper")',
      '  (subpath "/dev/fd"))',
      "(deny file-read* file-write*",
      '  (subpath "/home/.ssh"))',
      "(deny file-write*",
      '  (subpath "/ws/.git/config")',
      '  (subpath "/ws/.holdfast"))',
      "(deny file-write-unlink",
      '  (literal "/ws/.git"))',
      "(deny signal)",
      "(allow signal (target same-sandbox))",
      "(deny process-info* (target others))",
      expect.stringContaining("(deny mach-lookup"),
      "(deny network*)",
      "",
    ])
  })

  it("the profile leaves the network alone where it was given", () => {
    const empty = { writable: [], readOnly: [], pinned: [], hidden: [], visible: [], absent: [], temporary: null }
    expect(seatbeltProfile({ network: true, ...empty })).not.toContain("(deny network*)")
  })
})
