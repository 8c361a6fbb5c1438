import { existsSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Worker } from "node:worker_threads"
import type { EventType } from "../../src/session/event.ts"
import type { Faults } from "../../src/store/sqlite/database.ts"
import { storeFileName } from "../../src/store/sqlite/file.ts"

/**
 * When a process is killed: never; in the instant in which its n-th commit of events is durable, so much later, or just
 * before, when what it tells of is done and nobody knows; or
 * whenever events of a type are durable, or those of a check, or so much of an answer was heard. Events of one append are durable together, so that these are all the
 * boundaries that there are.
 */
export type Death =
  | { kind: "never" }
  | { kind: "commit" | "before-commit"; commit: number; afterMs?: number }
  | { kind: "type"; type: EventType; ofCheck?: true }
  | { kind: "streamed"; characters: number }

/** A commit that brought events: the number of the newest one in the whole store, and when it was, in milliseconds. */
export type Commit = { head: number; at: number }

/** The hook for a store that kills this process, and the commits of events that it has seen. */
export function deathOf(death: Death, home: string): { faults: Faults; commits: Commit[] } {
  const commits: Commit[] = []
  const later = death.kind === "commit" && death.afterMs !== undefined ? killer() : undefined
  let head = headOf(home)
  const faults: Faults = (point, database) => {
    if (!database || !/^(before|after) COMMIT$/.test(point)) return
    const now = newest(database)
    if (now === head) return
    if (point === "before COMMIT") {
      if (death.kind === "before-commit" && commits.length + 1 === death.commit) die()
      return
    }
    head = now
    commits.push({ head, at: performance.now() })
    if (death.kind !== "commit" || commits.length !== death.commit) return
    if (later) later(death.afterMs ?? 0)
    else die()
  }
  return { faults, commits }
}

export function die(): never {
  process.kill(process.pid, "SIGKILL")
  // The signal may take effect a moment later: nothing more must happen here.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  throw new Error("unreachable")
}

function headOf(home: string): number {
  const file = join(home, storeFileName)
  if (!existsSync(file)) return 0
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return newest(database)
  } finally {
    database.close()
  }
}

function newest(database: DatabaseSync): number {
  const { tables } = database.prepare("SELECT count(*) AS tables FROM sqlite_master WHERE name = 'events'").get() as {
    tables: number
  }
  if (tables === 0) return 0
  return (database.prepare("SELECT coalesce(max(n), 0) AS n FROM events").get() as { n: number }).n
}

// A thread of its own: a timer would wait for what this one is doing.
function killer(): (afterMs: number) => void {
  const word = new Int32Array(new SharedArrayBuffer(8))
  const thread = new Worker(
    `const { workerData: word } = require("node:worker_threads")
     Atomics.wait(word, 0, 0)
     Atomics.wait(word, 0, 1, word[1] / 1000)
     process.kill(process.pid, "SIGKILL")`,
    { eval: true, workerData: word },
  )
  thread.unref()
  return (afterMs) => {
    Atomics.store(word, 1, Math.round(afterMs * 1000))
    Atomics.store(word, 0, 1)
    Atomics.notify(word, 0)
  }
}
