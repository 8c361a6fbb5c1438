import { once } from "node:events"
import { flushCompileCache } from "node:module"
import { type Commit, type Death, deathOf } from "./death.ts"
import type { Fixture } from "./fixture.ts"
import { play } from "./play.ts"
import { scenarioNamed } from "./scenarios.ts"

export type Task = { scenario: string; fixture: Fixture; death: Death }

/** What a player tells when it was not killed. */
export type PlayerMessage = { ended: Commit[] } | { broken: string }

// Started ahead of time: everything is loaded when the task comes. A killed process keeps no cache by itself.
flushCompileCache()
process.on("disconnect", () => process.exit(1))
process.send?.("ready")
const [task] = (await once(process, "message")) as [Task]
process.on("uncaughtException", fail)
process.on("unhandledRejection", fail)
const { faults, commits } = deathOf(task.death, task.fixture.home)
await play({ ...task, scenario: scenarioNamed(task.scenario), faults })
post({ ended: commits })

function fail(error: unknown): void {
  post({ broken: error instanceof Error ? (error.stack ?? error.message) : String(error) })
}

function post(reply: PlayerMessage): void {
  process.send?.(reply, () => process.exit("ended" in reply ? 0 : 1))
}
