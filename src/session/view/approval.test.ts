import { describe, expect, it } from "vitest"
import { approvalView } from "./approval.ts"

const details = [
  "tool=bash",
  "active_mode=workspace-write",
  "required_mode=danger-full-access",
  "command=npm test &&",
  "  rm -r ../other",
  "cwd=sub",
  "sandbox=off for this command",
  "reason=Deletes ../other, outside the project",
  "segment=[workspace] npm test (may change files of the workspace)",
  "segment=[danger] rm -r ../other (deletes ../other, outside the project)",
].join("\n")

describe("what an approval shows", () => {
  it("is what a command does, the command, its parts, and how far each answer reaches", () => {
    const command = "npm test &&\nrm -r ../other"
    const rule = { tool: "bash", command, cwd: "/w/sub" }
    const subject = `run in /w/sub: ${command}`
    expect(approvalView({ question: "Run `npm test`? Deletes.", details, subject, rule })).toEqual({
      title: "Run this command? Deletes ../other, outside the project.",
      command,
      parts: [
        { text: "npm test", why: "may change files of the workspace", isDanger: false },
        { text: "rm -r ../other", why: "deletes ../other, outside the project", isDanger: true },
      ],
      facts: [
        { name: "cwd", value: "sub" },
        { name: "sandbox", value: "off for this command" },
      ],
      change: [],
      scopes: [
        { scope: "once", covers: "" },
        { scope: "session", covers: "exactly this command, in sub" },
        { scope: "always", covers: "exactly this command, in sub, in every session" },
      ],
    })
  })

  it("is the change of an edit, once", () => {
    const edit = "tool=edit\npath=a.ts\nreason=Everything asks in prompt mode\nchange=\n  -one\n  +two"
    expect(approvalView({ question: "Write a.ts?", details: edit, subject: "write /w/a.ts" })).toMatchObject({
      title: "Write a.ts?",
      command: null,
      facts: [{ name: "path", value: "a.ts" }],
      change: ["-one", "+two"],
    })
  })

  it.each([
    [
      { tool: "bash", starts_with: "npm install", cwd: "/w", network: true as const },
      /^commands that start with npm install, in this directory, with the network, in every session$/,
    ],
    [{ tool: "write", path_contains: "/srv/a" }, /^write of \/srv\/a and what is below it, in every session$/],
    [{ tool: "deploy" }, /^every call of deploy, in every session$/],
  ])("names what a rule would cover: %j", (rule, covers) => {
    expect(approvalView({ question: "", rule }).scopes.at(-1)).toMatchObject({
      scope: "always",
      covers: expect.stringMatching(covers),
    })
  })

  it.each([
    [
      "run with the network in /w: npm i",
      "command=npm i\ncwd=.",
      "exactly this command, in this directory, with the network",
    ],
    [
      "run without the sandbox in /w: a",
      "command=a\ncwd=.",
      "exactly this command, in this directory, without the sandbox",
    ],
    ["write /w/a", "path=a", "changing the same path"],
    ["read /w/a", "path=a", "reading the same path"],
    ['with {"a":1}', "tool=deploy", "the same call with the same arguments"],
  ])("offers no rule where none can say it, and names what a session covers: %s", (subject, details, covers) => {
    expect(approvalView({ question: "", details, subject }).scopes).toEqual([
      { scope: "once", covers: "" },
      { scope: "session", covers },
    ])
  })
})
