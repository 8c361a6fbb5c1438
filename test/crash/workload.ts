import { setTimeout as delay, setImmediate as tick } from "node:timers/promises"
import { isHoldfastError } from "../../src/session/error.ts"
import type { NewEvent } from "../../src/session/event.ts"
import type { Lease, NewSession } from "../../src/store/contract.ts"
import { uuidv7 } from "../../src/store/uuid.ts"
import type { Journal } from "./journal.ts"
import type { Random } from "./random.ts"
import type { ReportedStore } from "./reported-store.ts"
import { accepted, anchor, asked, beginning, settleLeftovers, stopped, stream, textOf } from "./turn.ts"

/** What a worker is told to do: which sessions to go on with, and what its predecessor was not answered. */
export type Orders = {
  directory: string
  journal: string
  run: string
  seed: number
  /** Streams slowly, so that time and not size decides when it is flushed. */
  slow: boolean
  sessions: string[]
  erase: string[]
  retries: {
    opens: Array<{ key: string; session: NewSession }>
    appends: Array<{ send: string; session: string; key: string; events: NewEvent[] }>
  }
}

type Work = { reported: ReportedStore; journal: Journal; random: Random; orders: Orders }

const sessionsAtOnce = 4

/** Works on several sessions at once until the process is killed. */
export async function workForever(work: Work): Promise<never> {
  const { reported, orders } = work
  const retried = orders.retries.opens.map(({ key, session }) => reported.open(session, key))
  const repeated = orders.retries.appends.map(({ session, events, key, send }) =>
    reported.append(session, events, "intent", { key, send }),
  )
  const [opened] = await Promise.all([Promise.all(retried), Promise.all(repeated)])
  const sessions = [...orders.sessions, ...opened].slice(0, sessionsAtOnce)
  while (sessions.length < sessionsAtOnce) sessions.push(await openSession(work))
  await Promise.all([...sessions.map((id) => drive(work, id)), sendInputs(work, sessions), eraseSome(work)])
  throw new Error("The worker came to an end without being killed.")
}

async function openSession({ reported }: Work, parent?: { session: string; seq: number }): Promise<string> {
  const title = `${anchor} ${reported.word()}`
  const session = { workspace: "/work", project: "/work", title, ...(parent ? { parent } : {}) }
  return reported.open(session, title)
}

async function drive(work: Work, id: string): Promise<void> {
  const lease = await work.reported.store.acquire(id, { type: "CrashWorker" })
  await settleLeftovers(work.reported, work.journal, lease)
  for (;;) {
    await oneTurn(work, lease)
    await between(work, lease)
  }
}

async function oneTurn({ reported, random, journal, orders }: Work, lease: Lease): Promise<void> {
  const id = lease.session
  const by = { epoch: lease.epoch }
  const turn = uuidv7()
  const pace = orders.slow
    ? { characters: 2, pause: () => delay(10) }
    : { characters: random.between(20, 300), pause: () => tick() }
  const attachments = random.chance(0.3) ? [await reported.putBlob(Buffer.from(textOf(reported, 700)))] : undefined
  const input = accepted(textOf(reported, random.between(20, 400)), attachments)
  await reported.append(id, [input], "intent", random.chance(0.5) ? { key: reported.word() } : {})
  const waiting = (await reported.store.state(id)).log.inputs.waiting[0]?.input
  await reported.append(id, beginning(turn, textOf(reported, 40), waiting), by)
  if (random.chance(0.3)) {
    const body = await reported.putBlob(Buffer.from(textOf(reported, 300)))
    const sections = [{ name: "system", body }]
    await reported.append(id, [{ type: "prompt.built", turn, data: { format: "chat", mode: "execute", sections } }], by)
  }
  for (let step = random.between(1, 3); step > 0; step--) {
    const intent = await reported.append(id, [asked(reported, turn)], by)
    const answer = textOf(reported, random.between(50, 1500))
    if (random.chance(0.3)) await stream(reported, lease, intent, "reasoning", answer.slice(0, 900), pace)
    await stream(reported, lease, intent, "text", answer, pace)
    const call = uuidv7()
    const outcome: NewEvent = random.chance(0.8)
      ? { type: "model.answered", turn, data: { asked: intent, text: answer, finish: "stop" } }
      : { type: "model.failed", turn, data: { asked: intent, kind: "server", message: textOf(reported, 40) } }
    const run = { command: textOf(reported, 50) }
    const called: NewEvent = { type: "tool.called", turn, data: { call, name: "run", arguments: run } }
    await reported.append(id, [outcome, called], by)
    const started = await reported.append(id, [{ type: "tool.started", turn, data: { call, readOnly: false } }], by)
    const output = textOf(reported, random.chance(0.15) ? random.between(8000, 16_000) : random.between(30, 600))
    await stream(reported, lease, started, "output", output, pace)
    const finished = { call, status: "ok" as const, output: { text: output }, changed: [] }
    await reported.append(id, [{ type: "tool.finished", turn, data: finished }], by)
  }
  await reported.append(id, [stopped(turn, textOf(reported, 60))], by)
  if (random.chance(0.3)) {
    await mustBeRefused(journal, "stopped", () => reported.append(id, [stopped(turn, "A second stop record")], by))
  }
}

/** What people do between turns. */
async function between(work: Work, lease: Lease): Promise<void> {
  const { reported, random, journal } = work
  const id = lease.session
  const by = { epoch: lease.epoch }
  const state = await reported.store.state(id)
  if (random.chance(0.3)) {
    const tags = [reported.word(), random.pick(["red", "blue"])]
    const described = { title: textOf(reported, 50), tags, pinned: random.chance(0.5), archived: random.chance(0.1) }
    await reported.append(id, [{ type: "session.described", data: described }], "intent", { key: reported.word() })
  }
  const compacted = state.branch.compaction?.through ?? 0
  const compactable = Math.min(state.seq, ...state.log.inputs.waiting.map(({ seq }) => seq)) - 1
  if (random.chance(0.2) && compactable > compacted) {
    const through = random.between(compacted + 1, compactable)
    const data = { summary: textOf(reported, 80), through, removed: 3, tokensBefore: 900, tokensAfter: 90 }
    await reported.append(id, [{ type: "context.compacted", data }], by)
  }
  if (random.chance(0.15)) await rewind(work, id)
  if (random.chance(0.1)) await openSession(work, { session: id, seq: random.between(1, state.seq) })
  if (random.chance(0.2)) {
    await mustBeRefused(journal, "fenced", () =>
      reported.append(id, [stopped(uuidv7(), "Of an older epoch")], { epoch: lease.epoch - 1 }),
    )
  }
}

async function rewind({ reported, random }: Work, id: string): Promise<void> {
  const { seq, live } = await reported.store.state(id)
  const range = random.pick(live as [(typeof live)[number], ...typeof live])
  const to = random.between(range.from, Math.min(range.to ?? seq - 1, seq - 1))
  try {
    await reported.append(id, [{ type: "history.rewound", data: { to, head: seq, because: "rewind" } }], "intent")
  } catch (error) {
    // Somebody sent an input meanwhile.
    if (!isHoldfastError(error) || error.code !== "behind") throw error
  }
}

/** Somebody without a lease, who sends to all sessions. */
async function sendInputs({ reported, random }: Work, sessions: readonly string[]): Promise<void> {
  for (;;) {
    await delay(random.between(1, 30))
    const id = random.pick(sessions as [string, ...string[]])
    await reported.append(id, [accepted(textOf(reported, random.between(20, 200)))], "intent", { key: reported.word() })
  }
}

async function eraseSome({ reported, orders }: Work): Promise<void> {
  for (const id of orders.erase) await reported.erase(id)
}

async function mustBeRefused(journal: Journal, code: string, attempt: () => Promise<unknown>): Promise<void> {
  try {
    await attempt()
    journal({ kind: "broken", what: `an append that should have been refused (${code}) was accepted` })
  } catch (error) {
    if (isHoldfastError(error) && error.code === code) return
    journal({ kind: "broken", what: `expected ${code}, got ${String(error)}` })
  }
}
