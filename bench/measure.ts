import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { NewEvent } from "../src/session/event.ts"
import type { Lease, Store } from "../src/store/contract.ts"
import { openSqliteStore } from "../src/store/sqlite/store.ts"

/** What one run of one contender gave: a rate or a time or a ratio, whatever the comparison is about. */
export type Measure = { value: number; details?: Record<string, number> }

/** One side of a comparison. It runs in a process of its own; `shared` is a directory that all runs of a case share. */
export type Contender = (options: { shared: string; scale: number }) => Promise<Measure>

export type Comparison = {
  title: string
  unit: string
  contenders: Record<string, Contender>
  /** Which contender is compared with which, and what was aimed at. */
  ratios: ReadonlyArray<{ of: string; to: string; goal?: string }>
  /** Makes what the runs share, once. */
  prepare?: (options: { shared: string; scale: number }) => Promise<void>
}

/** Operations a second. */
export async function rate(operations: number, work: () => Promise<unknown> | unknown): Promise<number> {
  const start = performance.now()
  await work()
  return (operations / (performance.now() - start)) * 1000
}

/** Milliseconds, the median of some repetitions after one that does not count. */
export async function milliseconds(repetitions: number, work: () => Promise<unknown> | unknown): Promise<number> {
  await work()
  const times: number[] = []
  for (let i = 0; i < repetitions; i++) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return median(times)
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** A store in a directory of its own, which is removed afterwards. */
export async function withStore<T>(work: (store: Store, directory: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), "holdfast-bench-"))
  const store = openSqliteStore({ directory })
  try {
    return await work(store, directory)
  } finally {
    await store.close()
    rmSync(directory, { recursive: true, force: true })
  }
}

/** A session that somebody drives. */
export async function drive(store: Store): Promise<Lease> {
  const id = await store.open({ workspace: "/bench", project: "/bench" })
  return store.acquire(id, { type: "Bench" })
}

/** An event whose stored form is about 1 KiB. */
export function kilobyte(i: number): NewEvent {
  return {
    type: "workflow.noted",
    data: { kind: "repair_retry", mode: "execute", reasonCode: "bench", summary: `${i} ${filler}` },
  }
}

const filler = "the quick brown fox jumps over the lazy dog, and nothing of it is lost; ".repeat(12).slice(0, 760)
