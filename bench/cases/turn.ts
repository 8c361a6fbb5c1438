import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { createAgent } from "../../src/agent/agent.ts"
import type { Model } from "../../src/models/contract.ts"
import type { NewEvent } from "../../src/session/event.ts"
import { openSqliteStore } from "../../src/store/sqlite/store.ts"
import { readTool } from "../../src/tools/read.ts"
import { type Comparison, type Measure, median } from "../measure.ts"

const short = 10
const long = 10_000
const measured = 200
const contextMessages = 50

/** What one step of the loop costs in a short and in a long session: the model answers at once and reads one small file. */
export const turn: Comparison = {
  title: "(turn) one step of the agent, without the time of the model, in a session of 10 and of 10,000 steps",
  unit: "ms/step",
  prepare: async ({ shared, scale }) => {
    await prepare(join(shared, "short"), short)
    await prepare(join(shared, "long"), long * scale)
  },
  contenders: {
    "at 10": ({ shared }) => withCopy(join(shared, "short"), stepCost),
    "at 10,000": ({ shared }) => withCopy(join(shared, "long"), stepCost),
  },
  ratios: [{ of: "at 10,000", to: "at 10", goal: "<= 1.2" }],
}

/** What a turn of 10,000 steps keeps in memory. */
export const memory: Comparison = {
  title: "(memory) what is kept in memory after a tenth, and after all, of a turn of 10,000 steps",
  unit: "MiB",
  contenders: {
    "after a tenth": ({ scale }) => kept((long * scale) / 10),
    "after all": ({ scale }) => kept(long * scale),
  },
  ratios: [{ of: "after all", to: "after a tenth", goal: "<= 1.1" }],
}

async function stepCost(home: string): Promise<Measure> {
  const began: number[] = []
  const commits: number[] = []
  const busy: number[] = []
  let commit = 0
  await work(home, measured, {
    onCommit: () => commit++,
    onStep: () => {
      began.push(performance.now())
      commits.push(commit)
      const { user, system } = process.cpuUsage()
      busy.push((user + system) / 1000)
    },
  })
  // The first steps warm it up.
  const between = (values: number[]) =>
    values
      .slice(1)
      .map((value, index) => value - (values[index] ?? 0))
      .slice(20)
  const details = { "commits/step": median(between(commits)), "ms of processor/step": median(between(busy)) }
  return { value: median(between(began)), details }
}

async function kept(steps: number): Promise<Measure> {
  const home = emptyHome()
  try {
    let value = 0
    await work(home, steps, {
      onCommit: () => undefined,
      onStep: (step) => {
        if (step === steps - 1) value = heapMiB()
      },
    })
    return { value }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

function heapMiB(): number {
  setFlagsFromString("--expose-gc")
  const collect = runInNewContext("gc") as () => void
  collect()
  return process.memoryUsage().heapUsed / 1024 / 1024
}

type Watch = { onCommit(): void; onStep(step: number): void }

/** Lets an agent make so many steps in the one session of a home, or in a new one. */
async function work(home: string, steps: number, { onCommit, onStep }: Watch): Promise<void> {
  const store = openSqliteStore({
    directory: join(home, "data"),
    faults: (point) => {
      if (point === "after COMMIT") onCommit()
    },
  })
  const model = instant(steps, onStep)
  const agent = createAgent({
    store,
    directory: join(home, "data"),
    model: async () => model,
    tools: [readTool],
    limits: { steps: null, repeats: Number.POSITIVE_INFINITY, contextMessages },
  })
  const [row] = (await store.list()).items
  const session = row?.id ?? (await agent.open({ workspace: join(home, "workspace") }))
  await agent.send(session, "What does the file say, however often it is read?")
  const { state } = await agent.drive(session)
  if (state.branch.stop?.code !== "answered") throw new Error(`it stopped with ${state.branch.stop?.code}`)
  await store.close()
}

function instant(steps: number, onStep: (step: number) => void): Model {
  let step = 0
  return {
    name: "bench/instant",
    scripted: true,
    contextWindow: null,
    async *stream() {
      onStep(step++)
      if (step === steps) {
        yield { type: "text", text: "Done." }
        yield { type: "finished", finish: "stop" }
        return
      }
      yield { type: "call", call: `call-${step}`, name: "read", arguments: { path: "small.txt" } }
      yield { type: "finished", finish: "tool-calls", usage: { input: 1_000, output: 20 } }
    },
  }
}

function emptyHome(at = mkdtempSync(join(tmpdir(), "holdfast-bench-"))): string {
  mkdirSync(join(at, "workspace"), { recursive: true })
  writeFileSync(join(at, "workspace", "small.txt"), "one line\n".repeat(20))
  return at
}

/** A session in which an agent has made so many steps, written in one go. */
async function prepare(home: string, steps: number): Promise<void> {
  emptyHome(home)
  const store = openSqliteStore({ directory: join(home, "data") })
  const workspace = join(home, "workspace")
  const session = await store.open({ workspace, project: workspace })
  const lease = await store.acquire(session, { type: "Bench" })
  const turn = "turn-1"
  const begin: NewEvent[] = [
    { type: "input.accepted", data: { input: "task", kind: "send", text: "Read." } },
    { type: "turn.started", data: { task: "Read.", input: "task" } },
    { type: "input.consumed", data: { input: "task", as: "task" } },
  ]
  const inTurn = (events: NewEvent[]) => events.map((event) => ({ turn, ...event }))
  let { seq } = await store.append(
    session,
    begin.map((event) => (event.type === "input.accepted" ? event : { ...event, turn })),
    lease,
  )
  const batch = Math.min(100, steps)
  for (let done = 0; done < steps; done += batch) {
    const events = Array.from({ length: batch }, (_, index) => stepEvents(`old-${done + index}`, seq + 5 * index + 1))
    seq = (await store.append(session, inTurn(events.flat()), lease)).seq
  }
  await store.append(
    session,
    inTurn([{ type: "turn.stopped", data: { code: "answered", summary: "Answered" } }]),
    lease,
  )
  await store.close()
}

function stepEvents(call: string, asked: number): NewEvent[] {
  return [
    { type: "model.asked", data: { purpose: "turn", model: "bench/instant" } },
    { type: "model.answered", data: { asked, text: "", finish: "tool-calls", calls: [{ call, name: "read" }] } },
    { type: "tool.called", data: { call, name: "read", arguments: { path: "small.txt" } } },
    { type: "tool.started", data: { call, readOnly: true } },
    { type: "tool.finished", data: { call, status: "ok", output: { text: "1\tone line\n".repeat(20) }, changed: [] } },
  ]
}

async function withCopy(home: string, measure: (home: string) => Promise<Measure>): Promise<Measure> {
  const copy = mkdtempSync(join(tmpdir(), "holdfast-bench-"))
  try {
    cpSync(home, copy, { recursive: true })
    return await measure(copy)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
