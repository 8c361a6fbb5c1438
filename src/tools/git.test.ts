import { execFileSync } from "node:child_process"
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { openTestWorkspace, type TestWorkspace } from "../../test/support/tools/test-workspace.ts"
import { gitTool } from "./git.ts"

let shop: TestWorkspace
let workspace: string

beforeEach(() => {
  shop = openTestWorkspace()
  workspace = shop.context.workspace
  writeFileSync(join(workspace, "a.txt"), "one\n")
  git("init", "-q", "-b", "main")
  git("add", "-A")
  git("commit", "-qm", "first")
  writeFileSync(join(workspace, "a.txt"), "two\n")
})

afterEach(() => shop.close())

describe("git", () => {
  it.each([
    [{ action: "status", args: ["--short"] }, " M a.txt"],
    [{ action: "log", args: ["--format=%s", "-n", "1"] }, "first"],
    [{ action: "diff", path: "a.txt" }, "+two"],
    [{ action: "diff", args: ["--stat"] }, "a.txt | 2 +-"],
    [{ action: "show", args: ["HEAD:a.txt"] }, "one"],
    [{ action: "branch", args: ["-a"] }, "* main"],
    [{ action: "rev-parse", args: ["--abbrev-ref", "HEAD"] }, "main"],
    [{ action: "blame", args: ["-L", "1,1"], path: "a.txt" }, "two"],
  ] as const)("looks: %j", async ({ action, ...args }, shown) => {
    const result = await look({
      action,
      ...("args" in args ? { args: [...args.args] } : {}),
      ...("path" in args ? { path: args.path } : {}),
    })
    expect(result).toEqual({ status: "ok", text: expect.stringContaining(shown) })
  })

  it.each([
    ["diff", "--output=stolen"],
    ["diff", "--outp=stolen"],
    ["diff", "--ext-diff"],
    ["diff", "--textconv"],
    ["diff", "--no-index"],
    ["diff", "-Oorder"],
    ["log", "--show-signature"],
    ["branch", "-D"],
    ["branch", "-m"],
    ["branch", "--edit-description"],
    ["branch", "--delete"],
    ["status", "--exec-path=."],
    ["blame", "--contents=/etc/hostname"],
    ["show", "/etc/hostname"],
    ["diff", "../outside"],
    ["show", "HEAD:../../x"],
  ] as const)("refuses %s %s", async (action, word) => {
    const result = await look({ action, args: [word, ...(word === "-D" || word === "-m" ? ["main"] : [])] })
    expect(result).toEqual({ status: "error", text: expect.stringMatching(/only looks|out of the workspace/) })
  })

  it("compares no file outside of the workspace behind a link, without a repository either", async () => {
    const outside = mkdtempSync(join(tmpdir(), "holdfast-outside-"))
    writeFileSync(join(outside, "secret.txt"), "secret\n")
    symlinkSync(outside, join(workspace, "link"))
    rmSync(join(workspace, ".git"), { recursive: true })
    for (const args of [
      ["link/secret.txt", "a.txt"],
      ["a.txt", "link/secret.txt"],
    ]) {
      const result = await look({ action: "diff", args })
      expect(result).toEqual({ status: "error", text: expect.stringContaining("out of the workspace") })
    }
    rmSync(outside, { recursive: true })
  })

  it("makes no branch of a name", async () => {
    await look({ action: "branch", args: ["new"] })
    await look({ action: "branch", args: ["--show-current", "new"] })
    expect(git("branch", "--list", "--format=%(refname:short)")).toBe("main\n")
  })

  it("runs no program that the repository names, and writes nothing", async () => {
    const trap = join(workspace, "trap.sh")
    writeFileSync(trap, `#!/bin/sh\necho "$0" "$@" >> '${join(workspace, "sprung")}'\ncat\n`)
    chmodSync(trap, 0o755)
    writeFileSync(join(workspace, ".gitattributes"), "*.txt diff=trap filter=trap\n")
    const settings = [
      "diff.external",
      "diff.trap.command",
      "diff.trap.textconv",
      "filter.trap.clean",
      "filter.trap.process",
      "core.fsmonitor",
      "core.pager",
      "gpg.program",
      "core.sshCommand",
    ]
    for (const name of settings) git("config", name, trap)
    git("config", "log.showSignature", "true")
    git("config", "filter.trap.required", "true")
    for (const hook of ["post-index-change", "pre-commit"])
      writeFileSync(join(workspace, ".git", "hooks", hook), `#!/bin/sh\n${trap}\n`, { mode: 0o755 })
    const index = readFileSync(join(workspace, ".git", "index"))
    for (const action of ["status", "log", "diff", "show", "blame"] as const) {
      const result = await look({
        action,
        ...(action === "blame" ? { path: "a.txt" } : action === "log" ? { args: ["-p", "--format=%G?"] } : {}),
      })
      expect(result.status).toBe("ok")
    }
    expect(existsSync(join(workspace, "sprung"))).toBe(false)
    expect(readFileSync(join(workspace, ".git", "index"))).toEqual(index)
  })

  it("says what git says when it fails", async () => {
    const result = await look({ action: "show", args: ["nothing"] })
    expect(result).toEqual({ status: "error", text: expect.stringContaining("unknown revision") })
  })
})

function look(args: Parameters<typeof gitTool.run>[0]) {
  return gitTool.run(args, shop.context)
}

function git(...args: string[]): string {
  return execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
    cwd: workspace,
    encoding: "utf8",
  })
}
