import { describe, expect, it } from "vitest"
import { bash, cwd, decide, file, modes, none, place, rules } from "../../test/support/permissions/call.ts"
import type { Access } from "../session/accessed-path.ts"
import { type Call, subjectOf } from "./call.ts"
import type { SessionGrant } from "./decision.ts"

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
    expect(decide(bash("rm -r x"), "workspace-write").reason).toBe("Deletes x with all that is in it")
    expect(decide(bash("rm -rf /"), "allow")).toMatchObject({ code: "forbidden", reason: expect.stringContaining("/") })
  })

  it("says of Holdfast only what is so", () => {
    expect(decide(bash("holdfast run x"), "allow").reason).toBe("Names Holdfast or its files")
    expect(decide(bash("find . -name '*.tmp' -delete"), "allow").reason).toBe(
      "May reach files of Holdfast (deletes all that it finds)",
    )
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
