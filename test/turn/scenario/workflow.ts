import type { Scenario, Word } from "../scenario.ts"
import { calls, send } from "./step.ts"

/** A project whose tests say what they found, and leave a trace of every run. */
const project = {
  "package.json": '{ "name": "sums", "type": "module", "scripts": { "test": "node sum.test.js" } }\n',
  "sum.js": "export const sum = (a, b) => a - b\n",
  "sum.test.js": [
    'import { appendFileSync } from "node:fs"',
    'import assert from "node:assert/strict"',
    'import { sum } from "./sum.js"',
    'appendFileSync(new URL("../runs.txt", import.meta.url), "begun\\n")',
    "await new Promise((resolve) => setTimeout(resolve, 150))",
    "assert.equal(sum(2, 3), 5)",
    'console.log("1 test passed")',
    "",
  ].join("\n"),
} as const

const edit = (oldText: string, newText: string) => calls(["edit", { path: "sum.js", oldText, newText }])
const look = calls(["read", { path: "sum.js" }])

const brief = (outcome: string, ...questions: readonly string[]) =>
  [
    ...["# Brief", "## Desired outcome", `- ${outcome}`],
    ...["## In scope", "- greeting.txt", "## Acceptance criteria", `- ${outcome}`],
    ...["## Open questions", ...questions.map((question) => `- ${question}`)],
  ].join("\n\n")

const plan = (step: string) =>
  [
    ...["# Implementation plan", "## File changes", "- sum.js", "## Execution order", `1. ${step}`],
    ...["# Verification plan", "## Acceptance criteria", "- sum adds its arguments"],
    ...["## Verification commands", "- node sum.test.js", ""],
  ].join("\n\n")

const planned = "Let sum.js add its arguments"

/** What a person says to the plan that waits, by how many asks there were. */
const approves = (count: number) =>
  ({ answer: { answer: "approve" }, when: { after: "ask.opened", count } }) as const satisfies Word

/** Work that is asked about, planned, proven and mended. */
export const workflow: readonly Scenario[] = [
  {
    name: "proven by the tests",
    git: true,
    files: project,
    script: [look, edit("a - b", "a + b"), { text: "sum.js adds now." }],
    person: [send("Fix sum.js: it must add its arguments")],
  },
  {
    name: "mended after the tests failed",
    git: true,
    files: project,
    script: [look, edit("a - b", "a * b"), { text: "It adds now." }, edit("a * b", "a + b"), { text: "Now it adds." }],
    person: [send("Fix sum.js: it must add its arguments")],
  },
  {
    name: "sent back to the open items of its list",
    script: [
      calls(["todo", { items: [{ text: "Create notes.txt", state: "pending" }] }]),
      { text: "I have created notes.txt." },
      calls(["write", { path: "notes.txt", content: "noted\n" }]),
      calls(["todo", { items: [{ text: "Create notes.txt", state: "completed" }] }]),
      { text: "notes.txt is there." },
    ],
    person: [send("Create notes.txt")],
  },
  {
    name: "verified with the original tests, too",
    git: true,
    files: project,
    script: [
      look,
      edit("a - b", "a + b"),
      calls(["bash", { command: "echo 'assert.equal(sum(-1, 1), 0)' >> sum.test.js" }]),
      { text: "sum.js adds now, and a test says so." },
    ],
    person: [send("Fix sum.js: it must add its arguments")],
  },
  {
    name: "asked about first",
    mode: "clarify",
    files: { "greeting.txt": "hello\n" },
    script: [
      { text: "What should be better about it?" },
      { text: brief("greeting.txt says good day", "What else changes?") },
      { text: "What must stay as it is?" },
      { text: brief("greeting.txt says good day, and nothing else changes") },
      calls(["read", { path: "greeting.txt" }]),
      calls(["write", { path: "greeting.txt", content: "good day\n" }]),
      { text: "greeting.txt says good day." },
    ],
    person: [
      send("Make it better somehow"),
      {
        answer: { answer: "text", text: "greeting.txt should say good day" },
        when: { after: "ask.opened", count: 1 },
      },
      { answer: { answer: "text", text: "Only greeting.txt, nothing else" }, when: { after: "ask.opened", count: 2 } },
    ],
  },
  {
    name: "plan that a person approves",
    mode: "plan",
    git: true,
    files: project,
    script: [
      { text: plan("Change sum.js so that it adds") },
      look,
      edit("a - b", "a + b"),
      { text: "sum.js adds now." },
    ],
    person: [send(planned), approves(1)],
  },
  {
    name: "plan that a person changes and approves",
    mode: "plan",
    git: true,
    files: project,
    script: [
      { text: plan("Change sum.js so that it multiplies") },
      look,
      edit("a - b", "a + b"),
      { text: "sum.js adds now." },
    ],
    person: [
      send(planned),
      { edit: "plan", text: plan("Change sum.js so that it adds"), when: { after: "ask.opened", count: 1 } },
      approves(1),
    ],
  },
  {
    name: "plan that a person rejects with words, then approves",
    mode: "plan",
    git: true,
    files: project,
    script: [
      { text: plan("Change sum.js so that it multiplies") },
      { text: plan("Change sum.js so that it adds") },
      look,
      edit("a - b", "a + b"),
      { text: "sum.js adds now." },
    ],
    person: [
      send(planned),
      { answer: { answer: "deny", text: "Add, do not multiply" }, when: { after: "ask.opened", count: 1 } },
      approves(2),
    ],
  },
  {
    name: "plan that a person rejects",
    mode: "plan",
    git: true,
    files: project,
    script: [{ text: plan("Change sum.js so that it multiplies") }],
    person: [send(planned), { answer: { answer: "deny" }, when: { after: "ask.opened", count: 1 } }],
  },
  {
    name: "check that a person allows",
    permissionMode: "prompt",
    script: [calls(["write", { path: "one.mjs", content: "export const one = 1\n" }]), { text: "one.mjs is there." }],
    person: [
      send("Create one.mjs"),
      { answer: { answer: "approve" }, when: { after: "ask.opened", count: 1 } },
      { answer: { answer: "approve" }, when: { after: "ask.opened", count: 2 } },
    ],
  },
  {
    name: "steer during a check",
    git: true,
    files: project,
    script: [
      look,
      edit("a - b", "a + b"),
      { text: "sum.js adds now." },
      calls(["write", { path: "notes.txt", content: "It adds.\n" }]),
      { text: "And notes.txt says so." },
    ],
    person: [
      send("Fix sum.js: it must add its arguments"),
      { say: "steer", text: "Create notes.txt, too", when: { after: "done.verification-started" } },
    ],
  },
  {
    name: "steer between the plan of a check and its intent",
    git: true,
    files: project,
    script: [look, edit("a - b", "a + b"), { text: "sum.js adds now." }, { text: "I am as quick as I can be." }],
    person: [
      send("Fix sum.js: it must add its arguments"),
      { say: "steer", text: "And be quick", when: { before: "done.verification-started" } },
    ],
  },
  {
    name: "cancel of a running check",
    git: true,
    files: project,
    script: [look, edit("a - b", "a + b"), { text: "sum.js adds now." }],
    person: [
      send("Fix sum.js: it must add its arguments"),
      { cancel: "enough", when: { after: "done.verification-started" } },
    ],
  },
]
