import type { Faults } from "../../src/store/sqlite/database.ts"

/** What goes wrong at the n-th point that the store passes: nothing, a kill, or an error of the disk for a while. */
export type Fault =
  | { kind: "none" }
  | { kind: "kill"; at: number }
  | { kind: "fail"; at: number; through: number; errcode: number }

/** SQLite's codes for a disk that fails and one that is full. */
export const errcodes = { io: 10, full: 13 } as const

/** The hook for a store, and the points that it has passed so far. */
export function faultsFor(fault: Fault): { faults: Faults; reached: string[] } {
  const reached: string[] = []
  const faults: Faults = (point) => {
    reached.push(point)
    const passed = reached.length
    if (fault.kind === "kill" && passed === fault.at) die()
    if (fault.kind === "fail" && passed >= fault.at && passed <= fault.through && canFail(point)) {
      throw diskError(fault.errcode, point)
    }
  }
  return { faults, reached }
}

// A COMMIT of SQLite either fails or has happened: there is no error after it.
function canFail(point: string): boolean {
  return point !== "after COMMIT"
}

/** An error as node:sqlite throws it. */
function diskError(errcode: number, point: string): Error {
  return Object.assign(new Error(`disk I/O error (made up ${point})`), { code: "ERR_SQLITE_ERROR", errcode })
}

function die(): never {
  process.kill(process.pid, "SIGKILL")
  // The signal may take effect a moment later: nothing more must happen here.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  throw new Error("unreachable")
}
