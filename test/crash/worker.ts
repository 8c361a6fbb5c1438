import { once } from "node:events"
import { flushCompileCache } from "node:module"
import { openSqliteStore } from "../../src/store/sqlite/store.ts"
import { type Fault, faultsFor } from "./fault.ts"
import { type Journal, journalTo, sharedClock } from "./journal.ts"
import { randomFrom } from "./random.ts"
import { reportedStore } from "./reported-store.ts"
import { playScenario } from "./scenario.ts"
import { type Orders, workForever } from "./workload.ts"

/** What a worker may be told: to work until it is killed, or to play the scenario once with a fault in it. */
export type Task =
  | { kind: "work"; orders: Orders }
  | { kind: "scenario"; directory: string; journal: string; run: string; fault: Fault }

// Started ahead of time: everything is loaded when the task comes. A killed process keeps no cache by itself.
flushCompileCache()
// Whoever started it is gone: there is nobody left to kill it.
process.on("disconnect", () => process.exit(1))
process.send?.("ready")
const [task] = (await once(process, "message")) as [Task]
const journal = journalTo(task.kind === "work" ? task.orders.journal : task.journal)
process.on("uncaughtException", (error) => fail(journal, error))
process.on("unhandledRejection", (error) => fail(journal, error))
await perform(task, journal)
process.exit()

async function perform(task: Task, journal: Journal): Promise<void> {
  if (task.kind === "scenario") {
    const { directory, run } = task
    const { faults, reached } = faultsFor(task.fault)
    const open = () =>
      openSqliteStore({ directory, rotateAfterBytes: 900, snapshotAfterEvents: 10, lowWatermarkBytes: 0, faults })
    await playScenario({ open, directory, journal, run })
    for (const point of reached) journal({ kind: "point", point })
    return
  }
  const { orders } = task
  const store = openSqliteStore({
    directory: orders.directory,
    rotateAfterBytes: 2048,
    snapshotAfterEvents: 40,
    lowWatermarkBytes: 0,
    faults: (point) => {
      const [when, what = ""] = point.split(" ", 2)
      if (what === "COMMIT") journal({ kind: when === "before" ? "syncing" : "synced", at: sharedClock() })
    },
  })
  const reported = reportedStore(store, journal, orders.run)
  await workForever({ reported, journal, random: randomFrom(orders.seed), orders })
}

function fail(journal: Journal, error: unknown): never {
  journal({ kind: "broken", what: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  process.exit(1)
}
