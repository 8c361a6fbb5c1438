import { beforeAll, describe, expect, it } from "vitest"
import { alone, cellsOf, type Matrix, sampleOf, matrixTimeoutMs as timeout } from "../matrix.ts"
import { countSyscalls, type Injection, type Syscall, surviveInjections, withoutStrace } from "./syscalls.ts"

const reason = withoutStrace()
describe.skipIf(reason)(`faults at system calls${reason ? ` (skipped: ${reason})` : ""}`, () => {
  let counts: Map<Syscall, number>
  beforeAll(async () => {
    counts = await countSyscalls()
  })

  const matrixOf = (
    effect: Injection["effect"],
    cores: Partial<Record<Syscall, number>>,
  ): Matrix<Injection> & { failures(): Promise<string[]> } => {
    const injections = (share: (core: number) => number) =>
      Object.entries(cores).flatMap(([name, core]) => {
        const syscall = name as Syscall
        return sampleOf(counts.get(syscall) ?? 0, share(core)).map((at) => ({ syscall, at, effect }))
      })
    const matrix: Matrix<Injection> = {
      name: `system calls, ${effect}`,
      core: injections((core) => core),
      all: injections(() => Number.POSITIVE_INFINITY),
      nameOf: ({ syscall, at }) => `${syscall} ${at}`,
    }
    const failures = () => surviveInjections(cellsOf(matrix), { alone: (cell) => alone(matrix, cell) })
    return { ...matrix, failures }
  }

  it("survives a kill at any write", { timeout }, async () => {
    const matrix = matrixOf("SIGKILL", { pwrite64: 3, fsync: 2, fdatasync: 3, ftruncate: 1, unlink: 1, write: 1 })
    expect(matrix.all.length).toBeGreaterThan(100)
    expect(await matrix.failures()).toEqual([])
  })

  it("survives a kill between a commit and the mark of what it acknowledged", { timeout }, async () => {
    const file = "holdfast.db-heads"
    const marks = (await countSyscalls(file)).get("pwrite64") ?? 0
    expect(marks).toBeGreaterThan(10)
    const injections = (count: number) =>
      sampleOf(marks, count).map((at): Injection => ({ syscall: "pwrite64", at, effect: "SIGKILL", file }))
    const matrix: Matrix<Injection> = {
      name: "marks, SIGKILL",
      core: injections(3),
      all: injections(marks),
      nameOf: ({ at }) => `${at}`,
    }
    expect(await surviveInjections(cellsOf(matrix), { alone: (cell) => alone(matrix, cell) })).toEqual([])
  })

  it("survives a write, a sync or a read that the disk fails, and goes on", { timeout }, async () => {
    const cores = { pwrite64: 2, fsync: 1, fdatasync: 2, ftruncate: 1, unlink: 1, write: 1, pread64: 2 }
    expect(await matrixOf("EIO", cores).failures()).toEqual([])
  })

  it("survives a write that finds the disk full, and goes on", { timeout }, async () => {
    expect(await matrixOf("ENOSPC", { pwrite64: 2, ftruncate: 1, write: 1 }).failures()).toEqual([])
  })
})
