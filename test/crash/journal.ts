import { hash } from "node:crypto"
import { existsSync, openSync, readFileSync, writeSync } from "node:fs"
import type { ForeignEvent, NewEvent } from "../../src/session/event.ts"
import type { Channel } from "../../src/session/partial.ts"
import type { NewSession } from "../../src/store/contract.ts"

/** What a worker tells of its work: each line is with the kernel before the worker goes on, so that a kill loses none. */
export type Line =
  | { kind: "opening"; key: string; session: NewSession }
  | { kind: "opened"; key: string; id: string }
  | { kind: "sent"; send: string; session: string; digests: string[]; retry?: { key: string; events: NewEvent[] } }
  | { kind: "acknowledged"; send: string; seq: number }
  | { kind: "refused"; send: string; code: string }
  | ({ kind: "handed"; session: string; intent: number } & Handed)
  | { kind: "recovered"; session: string; streams: Array<{ intent: number; channel: Channel; length: number }> }
  | { kind: "syncing" | "synced"; at: number }
  | { kind: "blob"; hash: string }
  | { kind: "erasing"; session: string }
  | { kind: "erased"; session: string }
  | { kind: "backed-up"; file: string }
  | { kind: "broken"; what: string }
  | { kind: "point"; point: string }

/** A piece of streamed text, when it was handed over, and how long the worker had waited for the processor by then. */
export type Handed = { channel: Channel; offset: number; text: string; at: number; waited: number }

export type Journal = (line: Line) => void

export function journalTo(file: string): Journal {
  const handle = openSync(file, "a", 0o600)
  return (line) => {
    writeSync(handle, `${JSON.stringify(line)}\n`)
  }
}

/** The lines of a journal; the last one may have been cut off by the kill, and the file may never have been made. */
export function readJournal(file: string): Line[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, "utf8").split("\n")
  lines.pop()
  return lines.map((line) => JSON.parse(line) as Line)
}

/** Milliseconds on the clock that all processes of a Linux machine share (CLOCK_MONOTONIC). */
export function sharedClock(): number {
  return Number(process.hrtime.bigint() / 1000n) / 1000
}

/** How long a process has been kept from the processor by others, in milliseconds; 0 where that is not told. */
export function waitedFor(pid: number | "self"): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, "latin1").split(" ")[1]) / 1e6
  } catch {
    return 0 // not Linux, or a kernel without the statistics
  }
}

/** What an event is recognised by: all that was sent of it. */
export function digestOf({ type, turn, step, data }: Pick<ForeignEvent, "type" | "turn" | "step" | "data">): string {
  return hash("sha256", JSON.stringify([type, turn ?? null, step ?? null, data]), "hex").slice(0, 24)
}
