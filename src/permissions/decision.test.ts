import { beforeAll, describe, expect, it } from "vitest"
import type { Access, Place } from "../session/access.ts"
import type { PermissionMode } from "../session/event/common.ts"
import { context } from "./arbitrary/command.ts"
import { type Call, lastingRule, subjectOf } from "./call.ts"
import { decidePermission, type SessionGrant } from "./decision.ts"
import { explainPermission } from "./explain.ts"
import type { PlacedRule, Rule, RuleKind, Rules } from "./rule.ts"
import { type Analysis, analyseCommand } from "./shell.ts"

const place = (shown: string, where: Place["where"] = "workspace"): Place => ({
  path: shown.startsWith("/") ? shown : `${context.workspace}/${shown}`,
  shown,
  where,
})
const cwd = place(".")

const analyses = new Map<string, Analysis>()
const commands = [
  "ls",
  "ls src",
  "touch x",
  "rm -r x",
  "rm -rf /",
  "cat /etc/hosts",
  "holdfast run x",
  "npm test",
  "npm test; rm -r src",
  'rm -r src "npm test"',
  "npm test && npm test -- a",
  "npm   test",
  "r'm' -r src",
  "echo $(rm -r src)",
  `echo ${"x".repeat(5000)}; rm -r src`,
  "cat secrets/key",
  "npm test > out.txt",
]

beforeAll(async () => {
  for (const command of commands) analyses.set(command, await analyseCommand(command, context))
})

function file(kind: "read" | "write", ...places: Place[]): Call {
  return { tool: kind, arguments: { path: places.map(({ shown }) => shown).join(",") }, access: { kind, places } }
}

function bash(command: string): Call {
  const analysis = analyses.get(command)
  if (!analysis) throw new Error(`${command} is missing in the list above`)
  return { tool: "bash", arguments: { command }, access: { kind: "command", command, cwd }, analysis }
}

function rules(given: Partial<Record<RuleKind, readonly Rule[]>> = {}): Rules {
  const placed = (kind: RuleKind): PlacedRule[] =>
    (given[kind] ?? []).map((rule, at) => ({ rule, kind, source: "user", file: "/rules.json", number: at + 1 }))
  return { allow: placed("allow"), deny: placed("deny"), ask: placed("ask") }
}

function decide(call: Call, mode: PermissionMode, given = rules(), grants: readonly SessionGrant[] = []) {
  return decidePermission({ ...call, mode, rules: given, grants })
}

const none: Call = { tool: "todo", arguments: {}, access: { kind: "none" } }
const modes = ["read-only", "workspace-write", "danger-full-access", "prompt", "allow"] as const

describe("the mode", () => {
  it.each([
    // what, required, then the outcome in each mode in the order above
    ["nothing", () => none, "read-only", "allow allow allow ask allow"],
    ["a read", () => file("read", place("a")), "read-only", "allow allow allow ask allow"],
    ["a read of notes", () => file("read", place("notes", "notes")), "read-only", "allow allow allow ask allow"],
    [
      "a read outside",
      () => file("read", place("/etc/hosts", "outside")),
      "danger-full-access",
      "ask ask allow ask allow",
    ],
    ["a write", () => file("write", place("a")), "workspace-write", "deny allow allow ask allow"],
    ["a write of notes", () => file("write", place("notes", "notes")), "workspace-write", "deny allow allow ask allow"],
    [
      "a write outside",
      () => file("write", place("a"), place("/tmp/x", "outside")),
      "danger-full-access",
      "deny ask allow ask allow",
    ],
    ["a command that reads", () => bash("ls"), "read-only", "allow allow allow ask allow"],
    ["a command that writes", () => bash("touch x"), "workspace-write", "deny allow allow ask allow"],
    ["a dangerous command", () => bash("rm -r x"), "danger-full-access", "deny ask allow ask allow"],
    ["a command that reads outside", () => bash("cat /etc/hosts"), "danger-full-access", "ask ask allow ask allow"],
    ["a command on Holdfast", () => bash("holdfast run x"), "workspace-write", "ask ask ask ask ask"],
    ["a forbidden command", () => bash("rm -rf /"), "danger-full-access", "deny deny deny deny deny"],
    [
      "a read of the store",
      () => file("read", place("/store", "protected")),
      "danger-full-access",
      "deny deny deny deny deny",
    ],
    [
      "a write of policy",
      () => file("write", place("a"), place("p", "protected")),
      "danger-full-access",
      "deny deny deny deny deny",
    ],
    [
      "a command in another place",
      () => ({ ...bash("ls"), access: { kind: "command", command: "ls", cwd: place("/srv", "outside") } as Access }),
      "danger-full-access",
      "ask ask allow ask allow",
    ],
    [
      "a command in the store",
      () => ({
        ...bash("ls"),
        access: { kind: "command", command: "ls", cwd: place("/store", "protected") } as Access,
      }),
      "danger-full-access",
      "ask ask ask ask ask",
    ],
    [
      "a command that nobody analysed",
      () => ({ tool: "bash", arguments: {}, access: { kind: "command", command: "ls", cwd } as Access }),
      "danger-full-access",
      "deny ask allow ask allow",
    ],
  ] as const)("decides about %s", (_, call, required, outcomes) => {
    const decisions = modes.map((mode) => decide(call(), mode))
    expect(decisions.map(({ outcome }) => outcome).join(" ")).toBe(outcomes)
    expect(new Set(decisions.map((decision) => decision.required))).toEqual(new Set([required]))
  })

  it("is named in the reason, with the one that it takes", () => {
    expect(decide(file("write", place("a")), "read-only")).toEqual({
      outcome: "deny",
      code: "read-only-mode",
      reason: "write needs workspace-write, and the active mode is read-only",
      required: "workspace-write",
    })
    expect(decide(bash("rm -r x"), "workspace-write").reason).toBe(
      "bash needs danger-full-access (removes whole directories), and the active mode is workspace-write",
    )
    expect(decide(bash("rm -rf /"), "allow")).toMatchObject({ code: "forbidden", reason: expect.stringContaining("/") })
  })
})

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

describe("an answer for the session", () => {
  const granted = (call: Call): SessionGrant => ({ tool: call.tool, subject: subjectOf(call) })

  it("covers the same command, the same files, or the same arguments", () => {
    for (const call of [bash("rm -r x"), file("write", place("/tmp/x", "outside")), none])
      expect(decide(call, "prompt", rules(), [granted(call)])).toMatchObject({
        outcome: "allow",
        code: "session-grant",
      })
  })

  it("covers a file whatever is written, and nothing else", () => {
    const first = file("write", place("/tmp/x", "outside"))
    const again = { ...first, arguments: { path: "/tmp/x", content: "other" } }
    expect(decide(again, "workspace-write", rules(), [granted(first)]).outcome).toBe("allow")
    expect(decide({ ...first, tool: "edit" }, "workspace-write", rules(), [granted(first)]).outcome).toBe("ask")
    expect(
      decide(file("write", place("/tmp/y", "outside")), "workspace-write", rules(), [granted(first)]).outcome,
    ).toBe("ask")
    expect(decide(file("read", place("/tmp/x", "outside")), "workspace-write", rules(), [granted(first)]).outcome).toBe(
      "ask",
    )
  })

  it("covers a command in its directory only", () => {
    const there = { ...bash("touch x"), access: { kind: "command", command: "touch x", cwd: place("src") } as Access }
    expect(decide(there, "prompt", rules(), [granted(bash("touch x"))]).outcome).toBe("ask")
  })

  it("outranks no rule that restricts", () => {
    const call = bash("touch x")
    expect(decide(call, "allow", rules({ ask: [{ tool: "bash" }] }), [granted(call)]).outcome).toBe("ask")
    expect(decide(bash("holdfast run x"), "allow", rules(), [granted(bash("holdfast run x"))]).outcome).toBe("ask")
  })

  it("has a subject of bounded length that tells long commands apart", () => {
    const long = (end: string): Call => ({ ...none, arguments: { text: "x".repeat(5000) + end } })
    expect(subjectOf(long("a")).length).toBeLessThan(1001)
    expect(subjectOf(long("a"))).not.toBe(subjectOf(long("b")))
    expect(subjectOf({ ...none, arguments: { a: 1, b: { c: 2, d: 3 } } })).toBe(
      subjectOf({ ...none, arguments: { b: { d: 3, c: 2 }, a: 1 } }),
    )
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
})

describe("what an approval shows", () => {
  it("is the modes, the command, the rule, the reason and each segment", () => {
    const call = bash("npm test; rm -r src")
    const decision = decide(call, "allow", rules({ ask: [{ contains: "rm" }] }))
    expect(explainPermission(call, decision, "allow").split("\n")).toEqual([
      "tool=bash",
      "active_mode=allow",
      "required_mode=danger-full-access",
      "command=npm test; rm -r src",
      "cwd=.",
      'matched_ask_rule=user ask rule 1: contains="rm"',
      'reason=bash needs approval by rule (user ask rule 1: contains="rm")',
      "segment=[workspace] npm test (may change files of the workspace)",
      "segment=[danger] rm -r src (removes whole directories)",
    ])
  })

  it("is every path, with where it lies", () => {
    const call = file("write", place("a"), place("/tmp/x", "outside"))
    expect(explainPermission(call, decide(call, "workspace-write"), "workspace-write")).toContain(
      "path=a\npath=/tmp/x (outside of the workspace)\n",
    )
  })

  it("cannot be forged by what the command holds", () => {
    const command = "ls \u202e\u001b[2K\rreason=fine\nreason=fine"
    const call: Call = { tool: "bash", arguments: {}, access: { kind: "command", command, cwd } }
    const text = explainPermission(call, decide(call, "workspace-write"), "workspace-write")
    expect(text).toContain("command=ls \\u{202e}\\u{1b}[2K\\u{d}reason=fine\n  reason=fine\n")
    expect(text.split("\n").filter((line) => line.startsWith("reason="))).toHaveLength(1)
  })
})
