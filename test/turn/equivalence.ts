import assert from "node:assert/strict"
import { once } from "node:events"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import type { Event } from "../../src/session/event.ts"
import { movesIn, phaseAfter } from "../../src/session/view/move.ts"
import { storeFileName } from "../../src/store/sqlite/file.ts"
import { openSqliteStore } from "../../src/store/sqlite/store.ts"
import type { WarmWorkers } from "../crash/warm-worker.ts"
import { type Commit, type Death, deathOf } from "./death.ts"
import { type Fixture, prepareFixture, removeFixture } from "./fixture.ts"
import { checkLaws } from "./laws.ts"
import { type Outcome, outcomeOf, readLog } from "./outcome.ts"
import { play } from "./play.ts"
import type { PlayerMessage, Task } from "./player.ts"
import type { Scenario } from "./scenario.ts"

/** A run that nobody disturbed: what it came to, and where it could have been killed. */
export type Reference = { scenario: Scenario; outcome: Outcome; boundaries: Boundary[] }

/**
 * An instant at which events became durable. `kind` says what is the same in all scenarios: the type of the event, its
 * phase, and the tool. `lastsMs` is the time to the next one: what is done in it can be cut off.
 */
export type Boundary = { commit: number; type: string; kind: string; lastsMs: number }

export async function playUndisturbed(scenario: Scenario): Promise<Reference> {
  const fixture = prepareFixture(scenario)
  try {
    const { faults, commits } = deathOf({ kind: "never" }, fixture.home)
    await inTime(play({ fixture, scenario, faults }), "to play")
    await checkLaws(fixture, { kills: 0 })
    return { scenario, outcome: await outcomeOf(fixture, scenario), boundaries: await boundariesOf(fixture, commits) }
  } finally {
    removeFixture(fixture)
  }
}

/** Kills one process after the other, lets another one finish, and compares. */
export async function survive(workers: WarmWorkers, { scenario, outcome }: Reference, deaths: readonly Death[]) {
  const fixture = prepareFixture(scenario)
  try {
    for (const death of deaths) await playIn(workers, { scenario: scenario.name, fixture, death })
    await inTime(play({ fixture, scenario }), "to resume")
    await checkLaws(fixture, { kills: deaths.length })
    assert.deepEqual(await outcomeOf(fixture, scenario), outcome)
  } finally {
    removeFixture(fixture)
  }
}

/** Has a player play until it is killed or at the end. */
export async function playIn(workers: WarmWorkers, task: Task): Promise<Commit[] | "killed"> {
  const worker = await workers.take()
  const messages: PlayerMessage[] = []
  worker.on("message", (message: PlayerMessage) => messages.push(message))
  const ended = once(worker, "exit")
  worker.send(task)
  try {
    const [code, signal] = (await inTime(ended, "to play")) as [number | null, string | null]
    if (signal === "SIGKILL") return "killed"
    const [last] = messages
    if (last && "ended" in last) return last.ended
    throw new Error(`The player ended with ${code ?? signal}: ${last ? last.broken : "without a word"}`)
  } finally {
    worker.kill("SIGKILL")
  }
}

const patienceMs = 60_000

async function inTime<T>(work: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It took more than ${patienceMs / 1000} seconds ${what}.`)), patienceMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

async function boundariesOf({ home }: Fixture, commits: readonly Commit[]): Promise<Boundary[]> {
  const events = await eventsInOrder(home)
  return commits.map(({ head, at }, index) => {
    const event = events[head - 1]
    const phase = phaseAfter(movesIn(events.slice(0, head).filter((earlier) => earlier !== undefined)))
    const next = commits[index + 1]
    const type = event?.type ?? "none"
    return {
      commit: index + 1,
      type,
      kind: `${type} in ${phase ?? "none"}${toolOf(event, events)}`,
      lastsMs: next ? next.at - at : 0,
    }
  })
}

function toolOf(event: Event | undefined, events: readonly (Event | undefined)[]): string {
  if (!event || !("call" in event.data)) return ""
  const { call } = event.data
  const called = events.find((one) => one?.type === "tool.called" && one.data.call === call)
  return called?.type === "tool.called" ? ` by ${called.data.name}` : ""
}

/** The events of all sessions of a store, as they came. */
async function eventsInOrder(home: string): Promise<(Event | undefined)[]> {
  const database = new DatabaseSync(join(home, storeFileName), { readOnly: true })
  const store = openSqliteStore({ directory: home, readOnly: true })
  try {
    const places = database
      .prepare(
        "SELECT sessions.id AS id, seq FROM events JOIN sessions ON sessions.n = events.session ORDER BY events.n",
      )
      .all() as { id: string; seq: number }[]
    const ids = [...new Set(places.map(({ id }) => id))]
    const logs = new Map(await Promise.all(ids.map(async (id) => [id, await readLog(store, id)] as const)))
    return places.map(({ id, seq }) => logs.get(id)?.[seq - 1])
  } finally {
    database.close()
    await store.close()
  }
}
