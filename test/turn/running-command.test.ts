import { once } from "node:events"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { afterAll, expect, it } from "vitest"
import { openSqliteStore } from "../../src/store/sqlite/store.ts"
import { warmWorkers } from "../crash/warm-worker.ts"
import { prepareFixture, removeFixture } from "./fixture.ts"
import { checkLaws } from "./laws.ts"
import { readLog } from "./outcome.ts"
import { play, sessionId } from "./play.ts"
import type { Task } from "./player.ts"
import { scenarioNamed } from "./scenarios.ts"

const workers = warmWorkers(1, join(import.meta.dirname, "player.ts"))
const scenario = scenarioNamed("counter")
const fixture = prepareFixture(scenario)
afterAll(() => {
  workers.stop()
  removeFixture(fixture)
})

it("lets a command run on when the agent is killed, and takes up its result", { timeout: 120_000 }, async () => {
  const worker = await workers.take()
  const ended = once(worker, "exit")
  worker.send({ scenario: scenario.name, fixture, death: { kind: "never" } } satisfies Task)
  const seen = await ticks(3)
  worker.kill("SIGKILL")
  await ended
  const left = countTicks()
  // Nobody drives, and it counts on.
  await ticks(Math.max(seen, left) + 3)
  expect(await outcome()).toBeUndefined()

  await play({ fixture, scenario })
  expect(readFileSync(tickFile, "utf8")).toBe(Array.from({ length: 30 }, (_, index) => `${index + 1}\n`).join(""))
  expect(await outcome()).toMatchObject({ status: "ok", exitCode: 0, output: { text: "counted" } })
  await checkLaws(fixture, { kills: 1 })
})

const tickFile = join(fixture.workspace, "ticks.txt")

async function ticks(wanted: number): Promise<number> {
  while (countTicks() < wanted) await delay(5)
  return countTicks()
}

function countTicks(): number {
  return existsSync(tickFile) ? readFileSync(tickFile, "utf8").split("\n").length - 1 : 0
}

async function outcome() {
  const store = openSqliteStore({ directory: fixture.home, readOnly: true })
  try {
    const finished = (await readLog(store, sessionId)).find(({ type }) => type === "tool.finished")
    return finished?.data
  } finally {
    await store.close()
  }
}
