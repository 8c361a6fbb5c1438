import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { beforeEach, describe, expect, it, onTestFinished } from "vitest"
import {
  completionTrace,
  createAgent,
  describeMove,
  type Event,
  isKnown,
  movesIn,
  openStore,
  type Store,
  scriptedModel,
  transcript,
  undo,
  why,
} from "../../src/index.ts"
import { root, type Session, sessions, stored } from "./scene.ts"

// The store was written by version 12 of the fold, where a check had events of its own and each move of a turn was one.

type Name = keyof typeof sessions

let store: Store
let directory: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "holdfast-written-"))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  writeFileSync(join(directory, "holdfast.db"), gunzipSync(readFileSync(stored)))
  store = openStore({ directory })
  onTestFinished(() => store.close())
})

const added = "export const sum = (a, b) => a + b\n"

async function idOf(name: Name): Promise<string> {
  const { items } = await store.list()
  const found = items.find(({ workspace }) => workspace === `${root}/${name}`)
  if (!found) throw new TypeError(`the fixture has a session ${name}`)
  return found.id
}

async function logOf(name: Name): Promise<Event[]> {
  const events: Event[] = []
  for await (const event of store.read(await idOf(name))) if (isKnown(event)) events.push(event)
  return events
}

/** Puts the files of a session where its log says that they are, as its edits left them. */
function layOut(name: Name): string {
  const { files }: Session = sessions[name]
  const workspace = `${root}/${name}`
  mkdirSync(workspace, { recursive: true })
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) writeFileSync(join(workspace, path), text)
  writeFileSync(join(workspace, "sum.js"), added)
  return workspace
}

async function resume(name: Name) {
  const model = scriptedModel("scripted:written", sessions[name].steps)
  const agent = createAgent({
    store,
    directory,
    noAsk: true,
    model: async () => model,
    env: { PATH: process.env.PATH, HOLDFAST_CONFIG: directory },
  })
  return agent.drive(await idOf(name))
}

const checksIn = (log: readonly Event[]) =>
  transcript(log).flatMap((item) => (item.kind === "check" ? [`${item.state} ${item.command}`] : []))

describe("a store of an earlier version", () => {
  it("is sound, and lists its sessions", async () => {
    expect((await store.verify()).problems).toEqual([])
    const { items } = await store.list()
    expect(items.map(({ workspace, status }) => `${workspace.slice(root.length + 1)} ${status}`).sort()).toEqual([
      "interrupted interrupted",
      "mended idle",
      "planned interrupted",
      "proven idle",
    ])
  })

  it("shows a turn that its checks proved", async () => {
    const { log, branch } = await store.state(await idOf("proven"))
    expect(log.turn).toBeNull()
    expect(branch.stop).toMatchObject({ code: "completed-verified" })
    expect(branch.done?.attempts).toMatchObject([
      { status: "passed", checks: [{ command: "npm test", status: "passed", summary: "passed: 1 test passed" }] },
    ])
    const moves = movesIn(await logOf("proven"))
    expect(moves.map(({ to }) => to)).toEqual([
      "prepare",
      "assistant",
      "tools",
      "assistant",
      "tools",
      "assistant",
      "completion",
      "finalize",
    ])
    expect(moves.slice(-1).map(describeMove)).toEqual(["completion -> finalize [terminal] Finalizing completed turn"])
    expect(completionTrace(branch).map(({ outcome }) => outcome)).toEqual(["complete"])
    expect(checksIn(await logOf("proven"))).toEqual(["passed npm test"])
  })

  it("shows a check that failed, what it was sent back for, and the one that passed", async () => {
    const log = await logOf("mended")
    expect(checksIn(log)).toEqual(["failed npm test", "passed npm test"])
    const { branch } = await store.state(await idOf("mended"))
    expect(completionTrace(branch).map(({ outcome }) => outcome)).toEqual(["continue", "complete"])
    const reason = why(log, { driven: false })
    expect(reason?.stop).toMatchObject({ code: "completed-verified" })
    expect(reason?.did.checks.map(({ status, attempt }) => `${attempt} ${status}`)).toEqual(["1 failed", "2 passed"])
    expect(transcript(log).filter(({ kind }) => kind === "push-back")).toHaveLength(1)
  })

  it("resumes in the middle of a check, which runs again: the project named it", async () => {
    const before = await logOf("interrupted")
    expect(checksIn(before)).toEqual(["running npm test"])
    const workspace = layOut("interrupted")
    const { state } = await resume("interrupted")
    expect(state.branch.stop).toMatchObject({ code: "completed-verified" })
    expect(checksIn(await logOf("interrupted"))).toEqual(["unknown npm test", "passed npm test"])
    expect(readFileSync(join(workspace, "sum.js"), "utf8")).toBe(added)
    expect((await store.verify()).problems).toEqual([])
  })

  it("resumes in the middle of a check that only the model named, which is unknown and runs no second time", async () => {
    layOut("planned")
    const { state } = await resume("planned")
    expect(state.branch.stop).toMatchObject({ code: "completed-unverified" })
    expect(checksIn(await logOf("planned"))).toEqual(["passed node --check sum.js", "unknown node proof.js"])
  })

  it("undoes the edit of a turn", async () => {
    const workspace = layOut("proven")
    const undone = await undo(store, await idOf("proven"))
    expect(undone.restored.map(({ path }) => path)).toEqual([join(workspace, "sum.js")])
    expect(readFileSync(join(workspace, "sum.js"), "utf8")).toBe(sessions.proven.files["sum.js"])
  })
})
