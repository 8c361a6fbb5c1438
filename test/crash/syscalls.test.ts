import { beforeAll, describe, expect, it } from "vitest"
import { sampleOf } from "./points.ts"
import { countSyscalls, type Injection, type Syscall, surviveInjections, withoutStrace } from "./syscalls.ts"

const reason = withoutStrace()
const each = process.env.HOLDFAST_FAULTS === "all" ? Number.POSITIVE_INFINITY : undefined
const timeout = each ? 3_600_000 : 120_000

describe.skipIf(reason)(`faults at system calls${reason ? ` (skipped: ${reason})` : ""}`, () => {
  let counts: Map<Syscall, number>
  beforeAll(async () => {
    counts = await countSyscalls()
  })

  const injections = (effect: Injection["effect"], wanted: Partial<Record<Syscall, number>>) =>
    Object.entries(wanted).flatMap(([name, usual]) => {
      const syscall = name as Syscall
      return sampleOf(counts.get(syscall) ?? 0, each ?? usual).map((at) => ({ syscall, at, effect }))
    })

  it("survives a kill at any write", { timeout }, async () => {
    const wanted = injections("SIGKILL", { pwrite64: 10, fsync: 5, fdatasync: 5, ftruncate: 2, unlink: 2, write: 1 })
    expect(wanted.length).toBeGreaterThan(10)
    expect(await surviveInjections(wanted)).toEqual([])
  })

  it("survives a write, a sync or a read that the disk fails, and goes on", { timeout }, async () => {
    const wanted = injections("EIO", {
      pwrite64: 6,
      fsync: 4,
      fdatasync: 4,
      ftruncate: 2,
      unlink: 1,
      write: 1,
      pread64: 6,
    })
    expect(await surviveInjections(wanted)).toEqual([])
  })

  it("survives a write that finds the disk full, and goes on", { timeout }, async () => {
    const wanted = injections("ENOSPC", { pwrite64: 8, ftruncate: 1, write: 1 })
    expect(await surviveInjections(wanted)).toEqual([])
  })
})
