import { once } from "node:events"
import { flushCompileCache } from "node:module"
import { type Commit, type Death, deathOf } from "./death.ts"
import type { Ground } from "./ground.ts"
import { play } from "./play.ts"
import { scenarioNamed } from "./scenarios.ts"

export type Task = { scenario: string; ground: Ground; death: Death }

/** What a player tells when it was not killed. */
export type Told = { ended: Commit[] } | { broken: string }

// Started ahead of time: everything is loaded when the task comes. A killed process keeps no cache by itself.
flushCompileCache()
process.on("disconnect", () => process.exit(1))
process.send?.("ready")
const [task] = (await once(process, "message")) as [Task]
process.on("uncaughtException", fail)
process.on("unhandledRejection", fail)
const { faults, commits } = deathOf(task.death, task.ground.home)
await play({ ...task, scenario: scenarioNamed(task.scenario), faults })
tell({ ended: commits })

function fail(error: unknown): void {
  tell({ broken: error instanceof Error ? (error.stack ?? error.message) : String(error) })
}

function tell(told: Told): void {
  process.send?.(told, () => process.exit("ended" in told ? 0 : 1))
}
