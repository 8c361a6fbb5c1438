import { describe, expect, it } from "vitest"
import type { Access, AccessedPath } from "../../session/accessed-path.ts"
import { approval } from "./approval.ts"

const call = { call: "c", name: "tool", calledAt: 1, startedAt: null, argumentsHash: null }
const verdict = {
  outcome: "ask",
  code: "prompt-mode",
  reason: "it needs approval",
  required: "workspace-write",
  subject: "",
  details: "",
  changesFiles: true,
  paths: [],
  segments: [],
} as const
const place = (shown: string): AccessedPath => ({ path: `/w/${shown}`, shown, where: "workspace" })

function asked(access: Access): unknown {
  const { data } = approval(call, access, verdict)
  return "question" in data ? data.question : undefined
}

describe("the question for an approval", () => {
  it.each<[Access, string]>([
    [{ kind: "command", command: "make\n  all", cwd: place(".") }, "Run `make all`? it needs approval."],
    [{ kind: "write", places: [place("a"), place("b"), place("a")] }, "Write a, b? it needs approval."],
    [{ kind: "read", places: [place("a")] }, "Read a? it needs approval."],
    [{ kind: "none" }, "Run tool? it needs approval."],
  ])("names what it is for: %j", (access, question) => {
    expect(asked(access)).toBe(question)
  })

  it("says how much of a long command it does not show", () => {
    const command = `echo ${"x".repeat(10_000)}`
    expect(asked({ kind: "command", command, cwd: place(".") })).toMatch(
      /^Run `echo x+… \(and 9765 characters more\)`\? /,
    )
  })
})
