import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { turnScene } from "./run-scene.ts"
import { finish, type Scene, scene, spawnCli } from "./scene.ts"
import { turned } from "./turned.ts"

const rules = { deny: [{ tool: "bash", command: "npm publish" }], allow: [{ tool: "bash", command: "make all" }] }

function withRules(here: Scene, content: unknown = rules): void {
  mkdirSync(join(here.project, ".holdfast"), { recursive: true })
  writeFileSync(join(here.project, ".holdfast", "permissions.json"), JSON.stringify(content))
}

describe("permissions", () => {
  it("checks a call without making it: decision, rule, needed mode and segments", async () => {
    const here = scene()
    withRules(here)
    expect(await here.json("permissions", "check", "bash", "ls && touch src")).toMatchObject({
      tool: "bash",
      outcome: "allow",
      mode: "workspace-write",
      required: "workspace-write",
      segments: [
        { text: "ls", class: "read-only" },
        { text: "touch src", class: "workspace" },
      ],
    })
    expect(await here.json("permissions", "check", "bash", "npm publish")).toMatchObject({
      outcome: "deny",
      code: "deny-rule",
      rule: { source: "project", number: 1 },
    })
    const readOnly = await here.run("permissions", "check", "write", "a.txt", "--permission-mode", "read-only")
    expect(readOnly).toMatchObject({ code: 0, stdout: expect.stringMatching(/^denied: [\s\S]*needs workspace-write/) })
    const args = JSON.stringify({ path: join(here.home, "holdfast.db") })
    const own = (await here.json("permissions", "check", "read", "--args", args)) as object
    expect(JSON.stringify(own)).toContain("protected")
    expect(await here.json("permissions", "check", "nothing")).toMatchObject({ error: { code: "not-found" } })
    expect(await here.run("permissions", "check", "bash", "--args", "{")).toMatchObject({ code: 2 })
    expect(await here.run("permissions", "look")).toMatchObject({ code: 2 })
    expect(await here.run("permissions", "check", "bash")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("command"),
    })
  })

  it("lists your own rules, and revokes the one that is named", async () => {
    const here = turnScene()
    const file = join(here.config, "permissions.json")
    const [test, make] = [
      { tool: "bash", starts_with: "npm test" },
      { tool: "bash", command: "make" },
    ]
    mkdirSync(here.config)
    writeFileSync(file, JSON.stringify({ allow: [test, make], deny: [{ tool: "write" }] }))
    expect((await here.run("permissions")).stdout).toMatch(
      /user allow rule 2: [^\n]*make[\s\S]*Revoke one of your allow rules/,
    )
    expect(await here.run("permissions", "revoke", "1")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("Revoked: commands that start with npm test, in every directory"),
    })
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ allow: [make], deny: [{ tool: "write" }] })
    for (const number of ["2", "0", "x"]) {
      const refused = await here.run("permissions", "revoke", number)
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("You have allow rules 1 to 1.") })
    }
    expect(await here.run("permissions", "revoke")).toMatchObject({ code: 2 })
  })

  it("records the rules in the session, and shows them in status, show, permissions and the log", async () => {
    const here = scene()
    const file = join(here.project, ".holdfast", "permissions.json")
    withRules(here, { deny: [{ tool: "bash", command: "npm publish" }], ask: [{ tool: "write" }] })
    await turned(here, [{ text: "It is fine." }], "--permission-mode", "prompt")
    const permission = {
      mode: "prompt",
      prompting: true,
      ruleCounts: { allow: 0, deny: 1, ask: 1 },
      rulesSource: file,
    }
    expect(await here.json("status")).toMatchObject({ permission })
    const { session } = (await here.json("status")) as { session: { id: string } }
    expect(await here.json("show", session.id)).toMatchObject({ state: { log: { permission } } })
    const { mode, ...recorded } = permission
    expect(await here.json("permissions", "show", "--session", session.id)).toMatchObject({ mode, recorded })
    for (const command of [["status"], ["show", session.id], ["permissions", "show", "--session", session.id]]) {
      expect((await here.run(...command)).stdout).toContain(`1 deny, 1 ask, from ${file}`)
    }
    expect((await here.run("log", session.id)).stdout).toContain("rules: 1 deny, 1 ask, 0 allow")
  })

  it("shows the rules that count, and that those of a project count once they are trusted", async () => {
    const here = scene()
    withRules(here)
    const before = await here.run("permissions", "show")
    expect(before.stdout).toContain("Mode  workspace-write")
    expect(before.stdout).toContain("project deny rule 1")
    expect(before.stdout).toContain("do not apply until you run")
    expect(before.stdout).not.toContain("project allow rule 1")
    expect(await finish(here.start("trust"), "y\n")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--yes"),
    })
    const trusted = await here.run("trust", "--yes")
    expect(trusted).toMatchObject({ code: 0, stdout: expect.stringContaining("project allow rule 1") })
    expect((await here.run("permissions", "show")).stdout).toContain("project allow rule 1")
    expect(await here.json("trust", here.project)).toMatchObject({ changed: false })
    withRules(here, { ...rules, allow: [{ tool: "bash" }] })
    expect(await here.json("permissions", "show")).toMatchObject({
      sources: [{}, { source: "project", trusted: false }],
    })
  })
})

describe("reading a command", () => {
  it("takes little more memory than the program itself", async () => {
    const here = scene()
    // What the process took at its peak is known only to itself.
    const peak = `process.on("exit", () => process.stderr.write("peak " + process.resourceUsage().maxRSS + "\\n"))`
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(peak)}` }
    const taken = async (command: string) => {
      const place = { home: here.home, cwd: here.project, env }
      const { stderr } = await finish(spawnCli(["permissions", "check", "bash", command], place))
      return Number(/^peak (\d+)$/m.exec(stderr)?.[1])
    }
    const [bare, read] = [await taken("ls"), await taken("git log | grep x > $(date +%F).txt && npm test; ls a{b,c}")]
    expect(read).toBeGreaterThan(0)
    expect(read / bare).toBeLessThan(1.3)
  })
})

describe("trust", () => {
  it("is withdrawn: the rules can only restrict again, as they are and as they were", async () => {
    const here = scene()
    const isTrusted = async () => {
      const { sources } = (await here.json("permissions", "show")) as { sources: { trusted: boolean }[] }
      return sources[1]?.trusted
    }
    expect(await here.json("trust", "--withdraw")).toMatchObject({ project: here.project, hash: null, changed: false })
    withRules(here)
    await here.run("trust", "--yes")
    withRules(here, { allow: [{ tool: "bash" }] })
    await here.run("trust", "--yes")
    expect(await isTrusted()).toBe(true)
    expect(await here.run("trust", "--withdraw", "--yes")).toMatchObject({ code: 2 })

    const withdrawn = await here.run("trust", here.project, "--withdraw")
    expect(withdrawn).toMatchObject({ code: 0, stdout: expect.stringContaining("are no longer trusted") })
    expect(await isTrusted()).toBe(false)
    withRules(here)
    expect(await isTrusted()).toBe(false)
    expect(await here.json("trust", "--withdraw")).toMatchObject({ changed: false })

    await here.run("trust", "--yes")
    expect(await isTrusted()).toBe(true)
    withRules(here, { allow: "all" })
    expect(await here.json("trust", "--withdraw")).toMatchObject({ changed: true })
    withRules(here)
    expect(await isTrusted()).toBe(false)
  })

  it("that was given when projects were not noted is withdrawn too", async () => {
    const here = scene()
    withRules(here)
    const { hash } = (await here.json("trust", "--yes")) as { hash: string }
    await here.use((store) => store.setSetting("trusted-rules", ["another", hash]))
    expect(await here.json("trust")).toMatchObject({ changed: false })
    expect(await here.json("trust", "--withdraw")).toMatchObject({ hash, changed: true })
    expect(await here.use((store) => store.setting("trusted-rules"))).toEqual([{ hash: "another", project: null }])
  })

  it("says where there are no rules, and refuses wrong ones", async () => {
    const here = scene()
    expect(await here.json("trust", "--yes")).toMatchObject({ error: { code: "not-found" } })
    withRules(here, { allow: "all" })
    expect(await here.json("trust", "--yes")).toMatchObject({ error: { code: "invalid" } })
  })
})
