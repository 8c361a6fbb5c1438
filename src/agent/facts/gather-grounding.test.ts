import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { emptyState } from "../../session/empty-state.ts"
import { gatherGrounding } from "./gather-grounding.ts"

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "holdfast-grounding-"))
  mkdirSync(join(root, "workspace"))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function groundingOf(task: string) {
  const state = emptyState("session")
  return gatherGrounding({ state: { ...state, log: { ...state.log, workspace: join(root, "workspace") } } }, task, [])
}

it("tells what is at the top, and which of the files that the task names are there", async () => {
  const workspace = join(root, "workspace")
  for (const name of ["src", "node_modules", ".cache"]) mkdirSync(join(workspace, name))
  writeFileSync(join(workspace, "greet.js"), "export function greet() {}\n")
  writeFileSync(join(root, "secret.js"), "")
  expect(await groundingOf("Make `greet.js` friendlier than `leave.js` and `../secret.js`")).toEqual({
    project: null,
    entries: ["src/", "greet.js"],
    existing: ["greet.js"],
    missing: ["leave.js", "../secret.js"],
  })
})
