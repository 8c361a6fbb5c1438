import { fileURLToPath } from "node:url"
import type { ScriptStep } from "../../src/index.ts"

/** The directory that the sessions of the fixture worked in: their logs name it. */
export const root = "/tmp/holdfast-fixture"

export const stored = fileURLToPath(new URL("store.db.gz", import.meta.url))

/** While this file exists, the tests of a project do not end: their run can be cut off. */
export const hold = `${root}/hold`

const test = [
  'import assert from "node:assert/strict"',
  'import { appendFileSync, existsSync } from "node:fs"',
  'import { sum } from "./sum.js"',
  `appendFileSync(new URL("../" + process.cwd().split("/").at(-1) + ".runs", import.meta.url), "run\\n")`,
  `while (existsSync("${hold}")) await new Promise((resolve) => setTimeout(resolve, 20))`,
  "assert.equal(sum(2, 3), 5)",
  'console.log("1 test passed")',
  "",
].join("\n")

const sums = {
  "package.json": '{ "name": "sums", "type": "module", "scripts": { "test": "node sum.test.js" } }\n',
  "sum.js": "export const sum = (a, b) => a - b\n",
  "sum.test.js": test,
} as const

const edit = (oldText: string, newText: string): ScriptStep => ({
  toolCalls: [{ name: "edit", arguments: { path: "sum.js", oldText, newText } }],
})
const read: ScriptStep = { toolCalls: [{ name: "read", arguments: { path: "sum.js" } }] }
const task = "Fix sum.js: it must add its arguments"

const plan = [
  ...["# Implementation plan", "## File changes", "- sum.js", "## Execution order", "1. Change sum.js so that it adds"],
  ...["# Verification plan", "## Acceptance criteria", "- sum adds its arguments"],
  ...["## Verification commands", "- node proof.js", ""],
].join("\n\n")

/** What each session of the fixture is about, by the name of its workspace. */
export const sessions = {
  proven: { task, files: sums, steps: [read, edit("a - b", "a + b"), { text: "sum.js adds now." }], cutOff: false },
  mended: {
    task,
    files: sums,
    steps: [read, edit("a - b", "a * b"), { text: "It adds now." }, edit("a * b", "a + b"), { text: "Now it adds." }],
    cutOff: false,
  },
  /** Its driver was killed while the tests of the project ran. */
  interrupted: { task, files: sums, steps: [read, edit("a - b", "a + b"), { text: "sum.js adds now." }], cutOff: true },
  /** Its driver was killed while a command ran that only the model named. */
  planned: {
    task,
    files: { "sum.js": sums["sum.js"], "proof.js": test },
    steps: [{ text: plan }, read, edit("a - b", "a + b"), { text: "sum.js adds now." }],
    cutOff: true,
  },
} as const satisfies Record<string, Session>

export type Session = { task: string; files: Record<string, string>; steps: readonly ScriptStep[]; cutOff: boolean }
