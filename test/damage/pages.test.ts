import { readFileSync, truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Problem } from "../../src/store/contract.ts"
import { repairStore } from "../../src/store/sqlite/rescue/repair-store.ts"
import { openSqliteStore } from "../../src/store/sqlite/store.ts"
import { randomFrom } from "../crash/random.ts"
import { copyOf, makeFixture, remove, storeFile, type Truth } from "./fixture.ts"
import { inspect, type Seen, typed } from "./inspect.ts"

/** Ways to lose a page of 4096 bytes. */
const blows = {
  zeroed: (page: Buffer) => page.fill(0),
  scrambled: (page: Buffer) => {
    const random = randomFrom(page.readUInt32LE(100))
    for (let at = 0; at < page.length; at++) page[at] = random.between(0, 255)
  },
  "half overwritten": (page: Buffer) => page.copy(page, 2048, 0, 2048),
} as const

describe("a store that lost a whole page", () => {
  let directory: string
  let backup: string
  let truth: Truth
  let pages: Map<string, number[]>

  beforeAll(async () => {
    ;({ directory, backup, truth } = await makeFixture())
    pages = pagesOf(join(directory, storeFile))
  })
  afterAll(() => remove(directory))

  const hit = async (names: readonly string[], blow: keyof typeof blows, options: { withBackup: boolean }) => {
    const copy = copyOf(directory, options.withBackup ? { backup } : {})
    try {
      const file = join(copy, storeFile)
      const bytes = readFileSync(file)
      for (const name of names) {
        const [page = 1] = pages.get(name) ?? []
        blows[blow](bytes.subarray((page - 1) * 4096, page * 4096))
      }
      writeFileSync(file, bytes)
      return await afterRepair(copy, truth)
    } finally {
      remove(copy)
    }
  }

  const tables = [
    "sqlite_schema",
    "sessions",
    "events",
    "events_by_seq",
    "segments",
    "blobs",
    "keys",
    "search_data",
    "leases",
  ]

  for (const blow of Object.keys(blows) as Array<keyof typeof blows>) {
    it(`has all of it back from the backup: ${blow}`, async () => {
      for (const table of tables) {
        const { lost, seen } = await hit([table], blow, { withBackup: true })
        expect(lost, table).toEqual([])
        expect(seen, table).toMatchObject({ short: new Set(), list: true, search: true })
      }
    })

    it(`gives what can be proven, and names the rest, without a backup: ${blow}`, async () => {
      for (const table of tables) {
        const { lost, seen } = await hit([table], blow, { withBackup: false })
        expect(unnamed(truth, seen, lost), table).toEqual([])
      }
    })
  }

  it("loses nothing without a backup where a page held nothing but what others say too", async () => {
    for (const table of [
      "sqlite_schema",
      "events_by_seq",
      "keys",
      "search_data",
      "tags",
      "documents",
      "snapshots",
      "blob_refs",
    ]) {
      const { lost, seen } = await hit([table], "zeroed", { withBackup: false })
      expect(lost, table).toEqual([])
      expect([...seen.short], table).toEqual([])
    }
  })

  it("finds the sessions again by their indexes and their events when all rows are gone", async () => {
    const { lost, seen } = await hit(["sessions"], "zeroed", { withBackup: false })
    expect(lost).toEqual([])
    expect([...seen.short]).toEqual([])
    expect(seen.search).toBe(true)
  })

  it.each(["events", "segments"])(
    "recovers without a backup what SQLite does not give, when %s lost its inner page",
    async (table) => {
      const copy = copyOf(directory)
      const file = join(copy, storeFile)
      const bytes = readFileSync(file)
      const inner = innerPageOf(file, table)
      bytes.fill(0, (inner - 1) * 4096, inner * 4096)
      expect(rowsGiven(file, table)).toBeGreaterThan(10)
      writeFileSync(file, bytes)
      expect(rowsGiven(file, table)).toBe(0)
      const { lost, seen } = await afterRepair(copy, truth)
      expect(lost).toEqual([])
      expect([...seen.short]).toEqual([])
      remove(copy)
    },
  )

  it("takes up what is left when the file was cut off", async () => {
    for (const part of [0.9, 0.5, 0.1, 0.001]) {
      const copy = copyOf(directory, { backup })
      const file = join(copy, storeFile)
      truncateSync(file, Math.ceil(readFileSync(file).length * part))
      const { lost, seen } = await afterRepair(copy, truth)
      expect(lost, `${part}`).toEqual([])
      expect([...seen.short], `${part}`).toEqual([])
      remove(copy)
    }
  })

  it("brings the events of a page back from the backup and those after it from the file", async () => {
    const copy = copyOf(directory, { backup })
    const store = openSqliteStore({ directory: copy })
    const id = truth.keyed.session
    const { seq: later } = await store.append(
      id,
      [{ type: "session.described", data: { title: "after the backup" } }],
      "intent",
    )
    await store.close()
    const file = join(copy, storeFile)
    const bytes = readFileSync(file)
    const [body] = [...bytes.toString("latin1").matchAll(/short the quick needle 0/g)]
    bytes[(body?.index ?? 0) + 8] = 0x21
    writeFileSync(file, bytes)
    const repaired = await repairStore(copy)
    expect(repaired).toMatchObject({ lost: [], fromBackup: { sessions: 0, events: 1, blobs: 0 } })
    const again = openSqliteStore({ directory: copy })
    expect((await again.row(id)).title).toBe("after the backup")
    expect((await Array.fromAsync(again.read(id))).map(({ seq }) => seq)).toEqual(
      Array.from({ length: later }, (_, at) => at + 1),
    )
    await again.close()
    remove(copy)
  })
})

async function afterRepair(directory: string, truth: Truth): Promise<{ lost: Problem[]; seen: Seen }> {
  const before = await typed(() => openSqliteStore({ directory, readOnly: true }))
  if (before) {
    await inspect(before.value, truth)
    await before.value.close()
  }
  const { lost } = await repairStore(directory)
  const store = openSqliteStore({ directory })
  try {
    return { lost, seen: await inspect(store, truth) }
  } finally {
    await store.close()
  }
}

/** Events that are gone although no problem speaks of their session or of the whole store. */
function unnamed(truth: Truth, seen: Seen, lost: readonly Problem[]): string[] {
  return [...truth.logs].flatMap(([id, log]) => {
    const missing = log.filter(({ seq }) => !seen.read.get(id)?.has(seq))
    const isReported = lost.some(
      ({ session, seq }) => session === id && (seq === null || missing.some((event) => event.seq >= seq)),
    )
    return missing.length === 0 || isReported ? [] : [`${id}: ${missing.map(({ seq }) => seq).join(" ")}`]
  })
}

function pagesOf(file: string): Map<string, number[]> {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const rows = database.prepare("SELECT name, pageno FROM dbstat WHERE pagetype <> 'internal' ORDER BY pageno").all()
    const pages = new Map<string, number[]>()
    for (const { name, pageno } of rows as Array<{ name: string; pageno: number }>) {
      pages.set(name, [...(pages.get(name) ?? []), pageno])
    }
    return pages.set("sqlite_schema", [1])
  } finally {
    database.close()
  }
}

function innerPageOf(file: string, table: string): number {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const sql = "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'internal'"
    const pages = database.prepare(sql).all(table) as Array<{ pageno: number }>
    expect(pages).toHaveLength(1)
    return pages[0]?.pageno ?? 0
  } finally {
    database.close()
  }
}

/** How many rows of a table SQLite gives, each asked for by itself. */
function rowsGiven(file: string, table: string): number {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const row = database.prepare(`SELECT * FROM ${table} WHERE rowid = ?`)
    const isGiven = (rowid: number) => {
      try {
        return row.get(rowid) !== undefined
      } catch {
        return false // its page cannot be reached
      }
    }
    return Array.from({ length: 1000 }, (_, at) => at + 1).filter(isGiven).length
  } finally {
    database.close()
  }
}
