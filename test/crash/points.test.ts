import { afterAll, beforeAll, expect, it } from "vitest"
import { alone, cellsOf, type Matrix, sampleOf, matrixTimeoutMs as timeout } from "../matrix.ts"
import { errcodes, type Fault } from "./fault.ts"
import { recordPoints, surviveFaults } from "./points.ts"
import { warmWorkers } from "./warm-worker.ts"

const workers = warmWorkers(3)
let points: string[]

beforeAll(async () => {
  points = await recordPoints(workers)
})
afterAll(() => workers.stop())

/** The points of one kind of fault; the core has each point once that has a name of its own. */
async function failuresAt(kind: string, core: "named" | number, fault: (at: number) => Fault): Promise<string[]> {
  const all = points.map((_, index) => fault(index + 1))
  const named = [...new Set(points)].map((point) => points.indexOf(point) + 1)
  const matrix: Matrix<Fault> = {
    name: `points, ${kind}`,
    core: (core === "named" ? named : sampleOf(points.length, core)).map(fault),
    all,
    nameOf: (cell) => (cell.kind === "none" ? "none" : `${cell.at} of ${points.length}`),
  }
  return surviveFaults(workers, cellsOf(matrix), { alone: (cell) => alone(matrix, cell) })
}

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
    "PRAGMA journal_mode",
  ]) {
    expect(points).toContain(`before ${point}`)
    expect(points).toContain(`after ${point}`)
  }
  for (const point of ["before store file fsync", "before store file link", "after store file link"])
    expect(points).toContain(point)
  for (const point of ["before identity write", "before identity link", "after identity directory fsync"])
    expect(points).toContain(point)
  expect(points).toContain("before backup fsync")
  expect(points).toContain("before backup rename")
  expect(points).toContain("before backup directory fsync")
  expect(points).toContain("before clearing the WAL")
})

it("survives a kill at any point", { timeout }, async () => {
  expect(await failuresAt("kill", "named", (at) => ({ kind: "kill", at }))).toEqual([])
})

it("survives an error of the disk at any point, and goes on", { timeout }, async () => {
  const fault = (at: number): Fault => ({ kind: "fail", at, through: at, errcode: errcodes.io })
  expect(await failuresAt("error", 10, fault)).toEqual([])
})

it("survives a disk that fails for a while, and goes on when it is back", { timeout }, async () => {
  const fault = (at: number): Fault => ({ kind: "fail", at, through: at + 12, errcode: errcodes.io })
  expect(await failuresAt("failing for a while", 6, fault)).toEqual([])
})

it("survives a disk that is full for a while, and goes on when there is space", { timeout }, async () => {
  const fault = (at: number): Fault => ({ kind: "fail", at, through: at + 12, errcode: errcodes.full })
  expect(await failuresAt("full for a while", 6, fault)).toEqual([])
})
