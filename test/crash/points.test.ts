import { afterAll, beforeAll, expect, it } from "vitest"
import { errcodes, type Fault } from "./fault.ts"
import { recordPoints, sampleOf, surviveFaults } from "./points.ts"
import { warmWorkers } from "./warm-worker.ts"

/** How many points each test takes; with HOLDFAST_FAULTS=all every one. */
const share = (usual: number) => (process.env.HOLDFAST_FAULTS === "all" ? Number.POSITIVE_INFINITY : usual)
const timeout = process.env.HOLDFAST_FAULTS === "all" ? 1_800_000 : 120_000

const workers = warmWorkers(3)
let points: string[]

beforeAll(async () => {
  points = await recordPoints(workers)
})
afterAll(() => workers.stop())

const faultsAt = (count: number, fault: (at: number) => Fault) => sampleOf(points.length, share(count)).map(fault)

it("passes a point around every statement, commit, rename and fsync of ours", () => {
  for (const point of [
    "migration",
    "BEGIN",
    "COMMIT",
    "INSERT events",
    "UPDATE sessions",
    "INSERT partials",
    "INSERT segments",
    "INSERT tombstones",
    "PRAGMA wal_checkpoint",
  ]) {
    expect(points).toContain(`before ${point}`)
    expect(points).toContain(`after ${point}`)
  }
  expect(points).toContain("before backup fsync")
  expect(points).toContain("before backup rename")
  expect(points).toContain("before backup directory fsync")
  expect(points).toContain("before clearing the WAL")
})

it("survives a kill at any point", { timeout }, async () => {
  const faults = faultsAt(80, (at) => ({ kind: "kill", at }))
  expect(await surviveFaults(workers, faults)).toEqual([])
})

it("survives an error of the disk at any point, and goes on", { timeout }, async () => {
  const faults = faultsAt(60, (at) => ({ kind: "fail", at, through: at, errcode: errcodes.io }))
  expect(await surviveFaults(workers, faults)).toEqual([])
})

it("survives a disk that fails for a while, and goes on when it is back", { timeout }, async () => {
  const faults = faultsAt(30, (at) => ({ kind: "fail", at, through: at + 12, errcode: errcodes.io }))
  expect(await surviveFaults(workers, faults)).toEqual([])
})

it("survives a disk that is full for a while, and goes on when there is space", { timeout }, async () => {
  const faults = faultsAt(30, (at) => ({ kind: "fail", at, through: at + 12, errcode: errcodes.full }))
  expect(await surviveFaults(workers, faults)).toEqual([])
})
