import { join } from "node:path"
import { afterAll, afterEach, expect, it } from "vitest"
import { createAgent } from "../../src/agent/agent.ts"
import { openSqliteStore } from "../../src/store/sqlite/store.ts"
import { warmWorkers } from "../crash/warm-worker.ts"
import type { Death } from "./death.ts"
import { playIn } from "./equivalence.ts"
import { type Fixture, prepareFixture, removeFixture } from "./fixture.ts"
import { checkLaws } from "./laws.ts"
import { filesOf, readLog } from "./outcome.ts"
import { play, sessionId } from "./play.ts"
import { scenarioNamed } from "./scenarios.ts"

const workers = warmWorkers(2, join(import.meta.dirname, "player.ts"))
afterAll(() => workers.stop())

let fixture: Fixture
const fixtures: Fixture[] = []
afterEach(() => fixtures.splice(0).forEach(removeFixture))

function takePlace(scenario: string): void {
  fixture = prepareFixture(scenarioNamed(scenario))
  fixtures.push(fixture)
}

/** Whoever takes the session up dies at once. */
const atOnce: Death = { kind: "commit", commit: 1 }

it.for([
  ["plain answer", { kind: "type", type: "model.asked" }, { kind: "type", type: "model.asked" }, "asking"],
  ["write", { kind: "type", type: "tool.started" }, atOnce, "running write"],
  ["command", { kind: "type", type: "tool.started" }, atOnce, "running bash"],
  ["command", { kind: "type", type: "tool.finished" }, atOnce, "asking"],
  ["proven by the tests", { kind: "type", type: "tool.started", ofCheck: true }, atOnce, "checking with npm test"],
] as const)(
  "stops a turn that crashes again and again at one point: %s, %j",
  { timeout: 120_000 },
  async ([name, first, again, what]) => {
    takePlace(name)
    await die(name, [first, again, again, again])
    expect(await stops()).toEqual([])
    await play({ fixture, scenario: scenarioNamed(name) })
    expect(await stops()).toEqual([{ code: "crashed", what: expect.stringContaining(what) }])
    await checkLaws(fixture, { kills: 4 })
    const before = filesOf(fixture.workspace)

    await resume()
    await play({ fixture, scenario: scenarioNamed(name) })
    const after = await stops()
    expect(after).toHaveLength(2)
    expect(after[1]?.code).toMatch(/^answered$|^completed/)
    // What had an unknown outcome is not done when a person says that it go on: only what the model asks for then.
    for (const [path, file] of Object.entries(filesOf(fixture.workspace))) {
      if (before[path] !== undefined) expect(file.startsWith(before[path])).toBe(true)
      expect((file.match(/begun/g) ?? []).length).toBeLessThanOrEqual(1)
    }
    await checkLaws(fixture, { kills: 4 })
  },
)

it("counts from the beginning when a person resumes", { timeout: 120_000 }, async () => {
  const death: Death = { kind: "type", type: "model.asked" }
  takePlace("plain answer")
  await die("plain answer", [death, death, death, death])
  await resume()
  // The person's own dies, and so do two of the three that come after it by themselves.
  await die("plain answer", [death, death, death])
  await play({ fixture, scenario: scenarioNamed("plain answer") })
  expect(await stops()).toEqual([{ code: "answered", what: undefined }])
  await checkLaws(fixture, { kills: 7 })
})

async function die(scenario: string, deaths: readonly Death[]): Promise<void> {
  for (const death of deaths) expect(await playIn(workers, { scenario, fixture, death })).toBe("killed")
}

async function resume(): Promise<void> {
  const store = openSqliteStore({ directory: fixture.home, lowWatermarkBytes: 0 })
  try {
    const agent = createAgent({ store, directory: fixture.home, model: () => Promise.reject(new Error("no model")) })
    expect(await agent.resume(sessionId)).toBeTypeOf("number")
  } finally {
    await store.close()
  }
}

async function stops(): Promise<{ code: string; what: string | undefined }[]> {
  const store = openSqliteStore({ directory: fixture.home, readOnly: true })
  try {
    const log = await readLog(store, sessionId)
    return log.flatMap((event) =>
      event.type === "turn.stopped" ? [{ code: event.data.code, what: event.data.during?.what }] : [],
    )
  } finally {
    await store.close()
  }
}
