import type { Scenario } from "../scenario.ts"
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

const brief = (outcome: string) =>
  [
    ...["# Brief", "## Desired outcome", `- ${outcome}`],
    ...["## In scope", "- greeting.txt", "## Acceptance criteria", `- ${outcome}`],
  ].join("\n\n")

const plan = (step: string) =>
  [
    ...["# Implementation plan", "## File changes", "- sum.js", "## Execution order", `1. ${step}`],
    ...["# Verification plan", "## Acceptance criteria", "- sum adds its arguments"],
    ...["## Verification commands", "- node sum.test.js", ""],
  ].join("\n\n")

/** A task that is planned before it is begun. */
const planned =
  "Refactor the architecture of sum.js so that it adds its arguments, write an implementation plan and a verification plan for the migration, and migrate everything that uses it; then report what changed"

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
    name: "told that nothing was done",
    script: [
      { text: "I have created notes.txt." },
      calls(["write", { path: "notes.txt", content: "noted\n" }]),
      { text: "notes.txt is there." },
    ],
    person: [send("Create notes.txt")],
  },
  {
    name: "asked about first",
    files: { "greeting.txt": "hello\n" },
    script: [
      { text: "What should be better about it?" },
      { text: brief("greeting.txt says good day") },
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
    name: "planned first",
    git: true,
    files: project,
    script: [
      { text: plan("Change sum.js so that it adds") },
      look,
      edit("a - b", "a + b"),
      calls(["todo", { items: [{ text: "Change sum.js so that it adds", state: "completed" }] }]),
      { text: "sum.js adds now." },
    ],
    person: [send(planned)],
  },
  {
    name: "plan that a person changes",
    git: true,
    files: project,
    script: [
      { text: plan("Change sum.js so that it multiplies") },
      look,
      edit("a - b", "a + b"),
      calls(["todo", { items: [{ text: "Change sum.js so that it adds", state: "completed" }] }]),
      { text: "sum.js adds now." },
    ],
    person: [
      send(planned),
      {
        edit: "plan",
        text: plan("Change sum.js so that it adds"),
        when: { after: "workflow.artifact-written", count: 2 },
      },
    ],
  },
  {
    name: "check that a person allows",
    permissionMode: "prompt",
    script: [calls(["write", { path: "notes.txt", content: "noted\n" }]), { text: "notes.txt is there." }],
    person: [
      send("Create notes.txt"),
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
