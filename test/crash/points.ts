import assert from "node:assert/strict"
import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { checkAll } from "./check.ts"
import type { Fault } from "./fault.ts"
import { readJournal } from "./journal.ts"
import { emptyLedger, type Ledger, takeIn } from "./ledger.ts"
import { failuresOf } from "./parallel.ts"
import type { WarmWorkers } from "./warm-worker.ts"
import type { Task } from "./worker.ts"

/** The points that the scenario passes when nothing goes wrong. */
export async function recordPoints(workers: WarmWorkers): Promise<string[]> {
  const { ledger } = await playWith(workers, { kind: "none" })
  return ledger.points
}

/** Plays the scenario once for each fault, each time in a new store; returns what the store did not take. */
export async function surviveFaults(
  workers: WarmWorkers,
  faults: readonly Fault[],
  options: { onDone?: (failures: number) => void; alone?: (fault: Fault) => string } = {},
): Promise<string[]> {
  return failuresOf(faults, (fault) => surviveFault(workers, fault), { atOnce: 2, ...options })
}

async function surviveFault(workers: WarmWorkers, fault: Fault): Promise<void> {
  const { ledger } = await playWith(workers, fault)
  assert.deepEqual(ledger.broken, [])
}

async function playWith(workers: WarmWorkers, fault: Fault): Promise<{ ledger: Ledger }> {
  const directory = mkdtempSync(join(tmpdir(), "holdfast-"))
  const home = join(directory, "home")
  mkdirSync(home)
  const task: Task = { kind: "scenario", directory: home, journal: join(directory, "journal"), run: "s", fault }
  try {
    const ended = await play(await workers.take(), task)
    const ledger = emptyLedger()
    takeIn(ledger, readJournal(task.journal))
    if (fault.kind !== "kill" || ended.signal !== "SIGKILL") {
      assert.equal(ended.code, 0, `the scenario came to its end: ${ledger.broken.join("\n")}`)
    }
    await checkAll(home, ledger)
    return { ledger }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

async function play(worker: ChildProcess, task: Task): Promise<{ code: number | null; signal: string | null }> {
  const ended = once(worker, "exit")
  worker.send(task)
  const [code, signal] = (await ended) as [number | null, string | null]
  return { code, signal }
}
