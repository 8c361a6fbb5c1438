import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { emptyState } from "../session/empty-state.ts"
import { groundTask } from "./grounding.ts"

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "holdfast-grounding-"))
  mkdirSync(join(root, "workspace"))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function ground(task: string) {
  const state = emptyState("session")
  return groundTask({ state: { ...state, log: { ...state.log, workspace: join(root, "workspace") } } }, task, [])
}

it("tells what a file says that the task names", async () => {
  writeFileSync(join(root, "workspace", "greet.js"), "export function greet() {}\n")
  const { existing, facts } = await ground("Make `greet.js` friendlier")
  expect(existing).toEqual(["greet.js"])
  expect(facts).toEqual([expect.stringContaining("greet")])
})

it("reads nothing that a link leads out to, and waits for no pipe", async () => {
  writeFileSync(join(root, "secret.js"), "export function secret() {}\n")
  symlinkSync(join(root, "secret.js"), join(root, "workspace", "link.js"))
  execFileSync("mkfifo", [join(root, "workspace", "pipe.js")])
  const { facts } = await ground("Make `link.js` and `pipe.js` friendlier")
  expect(facts).toEqual([])
})
