import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { isDeepStrictEqual } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Problem } from "../../src/store/contract.ts"
import { repairStore } from "../../src/store/sqlite/rescue/repair-store.ts"
import { openSqliteStore } from "../../src/store/sqlite/store.ts"
import { randomFrom } from "../crash/random.ts"
import { alone, cellsOf, type Matrix, matrixTimeoutMs } from "../matrix.ts"
import { place } from "../support/store/conformance/scene.ts"
import * as say from "../support/store/conformance/script.ts"
import { copyOf, makeFixture, remove, rowsOf, storeFile, type Truth } from "./fixture.ts"
import { type Flip, flipsIn } from "./flips.ts"
import { inspect, names, type Seen, typed } from "./inspect.ts"

const seed = 1
const count = 600

describe("a store with a damaged byte", () => {
  let directory: string
  let backup: string
  let truth: Truth
  let flips: Flip[]

  beforeAll(async () => {
    const fixture = await makeFixture()
    directory = fixture.directory
    backup = fixture.backup
    truth = fixture.truth
    flips = flipsIn(directory, count, randomFrom(seed))
  })
  afterAll(() => remove(directory))

  it("gives nothing false, names what is damaged and is repaired", { timeout: matrixTimeoutMs }, async () => {
    // Each kind of place comes once before the first one comes again: the core has each once, in turn with a backup and without.
    const kinds = new Set(flips.map(({ kind }) => kind)).size
    const all = flips.map((_, index) => index)
    const matrix: Matrix<number> = { name: "flips", core: all.slice(0, kinds), all, nameOf: String }
    for (const cell of cellsOf(matrix)) {
      const flip = flips[cell]
      if (!flip) throw new Error(`there is no flip ${cell}`)
      const withBackup = cell % 2 === 0
      const copy = copyOf(directory, withBackup ? { backup } : {})
      try {
        await survives(copy, flip, truth, { withBackup })
      } catch (error) {
        throw new Error(
          `flip ${cell} (${describeFlip(flip)}, ${withBackup ? "with" : "without"} a backup; alone: ${alone(matrix, cell)}): ${messageOf(error)}`,
          { cause: error },
        )
      } finally {
        remove(copy)
      }
    }
  })
})

async function survives(directory: string, flip: Flip, truth: Truth, options: { withBackup: boolean }): Promise<void> {
  const file = join(directory, storeFile)
  const rowsBefore = contentOf(file)
  const bytes = readFileSync(file)
  bytes[flip.at] = (bytes[flip.at] ?? 0) ^ flip.mask
  writeFileSync(file, bytes)
  const changed = !isDeepStrictEqual(contentOf(file), rowsBefore)

  const before = await look(directory, truth)
  if (changed && before) expect(before.problems, "a changed event, segment or blob is found").not.toEqual([])

  const repaired = await repairStore(directory)
  if (before?.problems.length === 0) expect(repaired.kept).toBeNull()
  if (repaired.kept !== null) {
    expect(readFileSync(join(repaired.kept, storeFile)).equals(bytes), "the damaged file is kept as it was").toBe(true)
  }
  if (options.withBackup) expect(repaired.lost, "the backup has everything").toEqual([])
  await worksAgain(directory, truth, repaired.lost, before?.seen)
}

/** Looks at the damaged store. Opening may be refused, with an error of ours. */
async function look(directory: string, truth: Truth): Promise<{ problems: Problem[]; seen: Seen } | undefined> {
  const opened = await typed(() => openSqliteStore({ directory, readOnly: true }))
  if (!opened) return undefined
  const store = opened.value
  try {
    const { problems } = await store.verify()
    const seen = await inspect(store, truth)
    for (const session of seen.short) {
      expect(names(problems, { session }), `verify names session ${session}: ${JSON.stringify(problems)}`).toBe(true)
    }
    for (const blob of truth.blobs.keys()) {
      if (!seen.blobs.has(blob)) expect(names(problems, { blob }), `verify names blob ${blob}`).toBe(true)
    }
    if (problems.length === 0) expect({ list: seen.list, search: seen.search }).toEqual({ list: true, search: true })
    return { problems, seen }
  } finally {
    await store.close()
  }
}

async function worksAgain(
  directory: string,
  truth: Truth,
  lost: readonly Problem[],
  before: Seen | undefined,
): Promise<void> {
  const store = openSqliteStore({ directory, rotateAfterBytes: 6000 })
  try {
    const { problems } = await store.verify()
    expect(problems.filter(({ derived }) => derived)).toEqual([])
    for (const problem of problems) expect(lost).toContainEqual(problem)
    const seen = await inspect(store, truth)
    const damaged = new Set(
      lost.flatMap(({ session, blob }) => (session === null || blob !== undefined ? [] : [session])),
    )
    const rows = await rowsOf(store)
    for (const [id, log] of truth.logs) {
      const read = seen.read.get(id) ?? new Set()
      for (const seq of before?.read.get(id) ?? []) {
        expect(read.has(seq), `event ${seq} of ${id} could be read before the repair`).toBe(true)
      }
      if (damaged.has(id)) {
        await isQuarantined(store, id, lost, rows.get(id)?.seq ?? log.length)
      } else {
        expect(read.size, `session ${id} is whole: ${JSON.stringify(lost)}`).toBe(log.length)
        expect({ ...rows.get(id), foreignThrough: 0 }).toEqual({ ...truth.rows.get(id), foreignThrough: 0 })
      }
    }
    for (const blob of truth.blobs.keys()) {
      expect(seen.blobs.has(blob) || lost.some((problem) => problem.blob === blob), `blob ${blob}`).toBe(true)
    }
    if (lost.length === 0) expect(seen.search).toBe(true)
    const { session, key, text, seq } = truth.keyed
    if (!damaged.has(session)) {
      const { seq: again } = await store.append(session, [say.input(text), say.permitted("read-only")], "intent", {
        key,
      })
      expect(again, "a key still stands for its first append").toBe(seq)
    }
    for (const id of truth.logs.keys()) {
      if (!damaged.has(id)) await store.append(id, [say.described({ title: "goes on" })], "intent")
    }
    expect((await store.verify()).problems).toEqual(problems)
  } finally {
    await store.close()
  }
}

/** A damaged session can be read and not written; it goes on as a fork from before the damage. */
async function isQuarantined(
  store: ReturnType<typeof openSqliteStore>,
  id: string,
  lost: readonly Problem[],
  head: number,
): Promise<void> {
  const row = await store.row(id).catch(() => undefined)
  if (!row) return
  expect(row.damage).not.toBeNull()
  await expect(store.append(id, [say.described({ title: "no" })], "intent")).rejects.toMatchObject({ code: "damaged" })
  const first = Math.min(...lost.filter(({ session }) => session === id).map(({ seq }) => seq ?? 1), head + 1)
  if (first < 2) return
  const fork = await store.open({ ...place, parent: { session: id, seq: first - 1 } })
  expect((await store.append(fork, [say.input("from here")], "intent")).seq).toBe(first + 1)
}

/** What the rows of the log and the blobs say, or nothing where they cannot be read at all. */
function contentOf(file: string): unknown {
  if (!existsSync(file)) return undefined
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return [
      "SELECT session, seq, body, hash, origin FROM events NOT INDEXED",
      "SELECT session, seq, n FROM events INDEXED BY events_by_seq",
      "SELECT * FROM segments NOT INDEXED",
      "SELECT hash, bytes, packed, data FROM blobs NOT INDEXED",
    ].map((sql) => database.prepare(sql).all())
  } catch {
    return undefined
  } finally {
    database.close()
  }
}

const describeFlip = ({ kind, at, mask }: Flip) => `${kind}, byte ${at}, mask ${mask}`

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
