import fc from "fast-check"
import { expect, it } from "vitest"
import { emptyState } from "../../src/session/empty-state.ts"
import { noPartials, type Partials } from "../../src/session/partial.ts"
import type { SessionState } from "../../src/session/state.ts"
import { countOf } from "../matrix.ts"
import { client, reloaded, replayed } from "./client.ts"
import { type Command, commands } from "./command.ts"
import { pick } from "./guided.ts"
import {
  acquire,
  clientOf,
  type Move,
  memoryWorld,
  moveOf,
  outcomeOf,
  reopen,
  sqliteWorld,
  type World,
} from "./world.ts"

// fast-check prints the seed and the path of what fails.
const runs = countOf({ core: 30, all: 600 })
const timeout = 270_000 + runs * 2_000

// Any interleaving of appends, checkpoints, reconnects, forks, rewinds, compactions and reopens.
it("agrees: memory, SQLite, SQLite in tiny pieces; live, replayed, reloaded", { timeout }, async () => {
  const holds = fc.asyncProperty(commands, async (script) => {
    const worlds = [memoryWorld(), sqliteWorld({}), sqliteWorld({ rotateAfterBytes: 250, snapshotAfterEvents: 3 })]
    try {
      const sessions = await play(script, worlds)
      await expectAgreement(worlds, sessions)
      for (const world of worlds) await expectOneView(world, sessions)
      for (const world of worlds) await reopen(world)
      await expectAgreement(worlds, sessions)
      for (const world of worlds) await expectOneView(world, sessions)
    } finally {
      for (const world of worlds) await world.end()
    }
  })
  // So that a failure is reported as far as it was made smaller, and not as a timeout.
  await fc.assert(holds, { numRuns: runs, interruptAfterTimeLimit: (timeout * 2) / 3 })
})

/** Does the same in every world, and expects the same of it; returns the sessions that there are in the end. */
async function play(script: readonly Command[], worlds: readonly World[]): Promise<string[]> {
  const sessions: string[] = []
  const everywhere = async (move: Move, what: string) => {
    const [first, ...others] = await Promise.all(worlds.map((world) => outcomeOf(world, move)))
    for (const other of others) expect(other, what).toEqual(first)
    return first
  }
  for (const command of script) {
    const what = JSON.stringify(command)
    const id = "session" in command ? pick(sessions, command.session) : undefined
    const { state, partials } = await known(worlds[0], id)
    const outcome = await everywhere(moveOf(command, sessions.length, state, partials), what)
    if (!("driven" in command) || !outcome || !("ok" in outcome)) continue
    sessions.push(String(outcome.ok))
    if (command.driven) await everywhere(acquire(String(outcome.ok)), what)
  }
  return sessions
}

async function known(
  world: World | undefined,
  id: string | undefined,
): Promise<{ state: SessionState; partials: Partials }> {
  if (!world || id === undefined) return { state: emptyState("none"), partials: noPartials }
  return { state: await world.store.state(id), partials: await world.store.partials(id) }
}

async function expectAgreement(worlds: readonly World[], sessions: readonly string[]): Promise<void> {
  const [first, ...others] = await Promise.all(worlds.map((world) => everythingOf(world, sessions)))
  for (const other of others) expect(other).toEqual(first)
}

async function everythingOf({ store }: World, sessions: readonly string[]) {
  const logs = []
  for (const id of sessions) {
    const events = await Array.fromAsync(store.read(id))
    const middle = await store.state(id, { at: Math.floor(events.length / 2) })
    logs.push({ events, middle, row: await store.row(id), view: await reloaded(store, id) })
  }
  const hits = (await store.search({ text: "words" })).items
  expect((await store.verify()).problems).toEqual([])
  return comparable({ logs, hits, listed: await listed(store) })
}

async function listed(store: World["store"]) {
  const { items } = await store.list({ limit: 500 })
  const times = items.map(({ updatedAt }) => updatedAt)
  expect(times).toEqual(times.toSorted().reverse())
  return items.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** Law: one reducer. Live, replayed and reloaded views are one, whoever follows and from where. */
async function expectOneView(world: World, sessions: readonly string[]): Promise<void> {
  for (const id of sessions) {
    const expected = await replayed(world.store, id)
    expect(await reloaded(world.store, id)).toEqual(expected)
    const newcomer = client(id)
    for (const follower of [clientOf(world, id), newcomer]) {
      await follower.catchUp(world.store)
      expect(follower.view()).toEqual(expected)
    }
    await newcomer.leave()
  }
}

const times: ReadonlySet<string> = new Set(["at", "updatedAt", "openedAt", "startedAt", "changedAt", "since"])

/** Stores give events ids and times of their own; all else is compared. */
function comparable(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, field: unknown) => {
      // Some are the number of an event, which is the same everywhere.
      if (times.has(key) && typeof field === "string") return "some time"
      if (key === "durationMs" && typeof field === "number") return "some duration"
      if (field instanceof Map) return [...field]
      if (typeof field === "object" && field !== null && "id" in field && "v" in field)
        return { ...field, id: "some id" }
      return field
    }),
  )
}
