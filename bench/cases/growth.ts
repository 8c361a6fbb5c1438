import { closeSync, existsSync, fsyncSync, openSync, renameSync, writeSync } from "node:fs"
import { join } from "node:path"
import { fold } from "../../src/session/fold.ts"
import { type TranscriptItem, transcript } from "../../src/session/view/transcript.ts"
import type { Store } from "../../src/store/contract.ts"
import { openSqliteStore } from "../../src/store/sqlite/store.ts"
import { type Comparison, drive, kilobyte, milliseconds, rate } from "../measure.ts"

const small = 100
const large = 100_000
const appends = 500

/** (c) What one more event costs in a session that is short, and in one that is long. */
export const growth: Comparison = {
  title: "(c) one more event in a session of 100 and of 100,000",
  unit: "µs/append",
  prepare: async ({ shared, scale }) => {
    await grow(join(shared, "small"), small)
    await grow(join(shared, "large"), large * scale)
  },
  contenders: {
    "holdfast at 100": ({ shared }) => appendCost(join(shared, "small")),
    "holdfast at 100,000": ({ shared }) => appendCost(join(shared, "large")),
    "whole-file JSON at 100": ({ shared }) => rewriteCost(shared, small, 100),
    "whole-file JSON at 100,000": ({ shared, scale }) => rewriteCost(shared, large * scale, 3),
  },
  ratios: [
    { of: "holdfast at 100,000", to: "holdfast at 100", goal: "<= 1.2" },
    { of: "whole-file JSON at 100,000", to: "whole-file JSON at 100" },
    { of: "whole-file JSON at 100,000", to: "holdfast at 100,000" },
  ],
}

/** (d) Opening a long session where a person left it. */
export const opening: Comparison = {
  title: "(d) open a session of 100,000 events and show its last 50 messages",
  unit: "ms",
  prepare: ({ shared, scale }) => converse(join(shared, "long"), large * scale),
  contenders: {
    "state and last page": ({ shared }) => showLast(join(shared, "long"), lastPage),
    "fold from scratch": ({ shared }) => showLast(join(shared, "long"), fromScratch),
  },
  ratios: [{ of: "fold from scratch", to: "state and last page", goal: ">= 20" }],
}

async function grow(directory: string, events: number): Promise<void> {
  if (existsSync(directory)) return
  const store = openSqliteStore({ directory })
  const lease = await drive(store)
  const batch = Math.min(500, events)
  for (let i = 0; i < events; i += batch) {
    await store.append(
      lease.session,
      Array.from({ length: batch }, (_, j) => kilobyte(i + j)),
      lease,
    )
  }
  await store.close()
}

async function appendCost(directory: string) {
  const store = openSqliteStore({ directory })
  const [row] = (await store.list()).items
  const lease = await store.acquire(row?.id ?? "", { type: "Bench" })
  const perSecond = await rate(appends, async () => {
    for (let i = 0; i < appends; i++) await store.append(lease.session, [kilobyte(i)], lease)
  })
  await store.close()
  return { value: 1e6 / perSecond }
}

// What both ancestors did on every change: serialise the whole session, write it beside, rename it into place.
async function rewriteCost(shared: string, events: number, times: number) {
  const session = { messages: Array.from({ length: events }, (_, i) => kilobyte(i)) }
  const path = join(shared, `naive-${events}.json`)
  const perSecond = await rate(times, () => {
    for (let i = 0; i < times; i++) {
      session.messages.push(kilobyte(i))
      const file = openSync(`${path}.part`, "w")
      writeSync(file, JSON.stringify(session, null, 2))
      fsyncSync(file)
      closeSync(file)
      renameSync(`${path}.part`, path)
    }
  })
  return { value: 1e6 / perSecond }
}

async function converse(directory: string, events: number): Promise<void> {
  if (existsSync(directory)) return
  const store = openSqliteStore({ directory })
  const lease = await drive(store)
  let seq = 2
  while (seq < events) {
    const turn = `turn-${seq}`
    const appended = await store.append(
      lease.session,
      [
        { type: "input.accepted", data: { input: turn, kind: "send", text: `Please look at item ${seq}.` } },
        { type: "turn.started", turn, data: { task: `item ${seq}`, input: turn } },
        { type: "input.consumed", turn, data: { input: turn, as: "task" } },
        { type: "model.asked", turn, data: { purpose: "turn", model: "bench" } },
        {
          type: "model.answered",
          turn,
          data: { asked: seq + 4, text: `Done with ${seq}. ${"More words. ".repeat(40)}`, finish: "stop" },
        },
        { type: "turn.stopped", turn, data: { code: "answered", summary: "Answered." } },
      ],
      lease,
    )
    seq = appended.seq
  }
  await store.close()
}

async function showLast(directory: string, show: (store: Store, id: string) => Promise<TranscriptItem[]>) {
  const value = await milliseconds(3, async () => {
    const store = openSqliteStore({ directory })
    const [row] = (await store.list()).items
    const items = await show(store, row?.id ?? "")
    await store.close()
    if (items.length < 50) throw new Error(`only ${items.length} messages`)
  })
  return { value }
}

async function lastPage(store: Store, id: string): Promise<TranscriptItem[]> {
  const state = await store.state(id)
  const events = []
  let messages = 0
  for await (const event of store.read(id, { reverse: true })) {
    events.push(event)
    if (event.type === "input.accepted" || event.type === "model.answered") messages++
    if (messages === 50) break
  }
  return transcript(events.reverse(), { live: state.live })
}

async function fromScratch(store: Store, id: string): Promise<TranscriptItem[]> {
  const events = await Array.fromAsync(store.read(id))
  const state = fold(id, events)
  return transcript(events, { live: state.live }).slice(-50)
}
