import { readFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import type { Random } from "../crash/random.ts"
import { storeFile } from "./fixture.ts"

/** One byte of the store's file, and the bits of it that change. */
export type Flip = { kind: string; at: number; mask: number }

/** Places to damage: all over the file, and in turn each kind of page and of content. */
export function flipsIn(directory: string, count: number, random: Random): Flip[] {
  const file = join(directory, storeFile)
  const kinds = placesIn(file)
  return Array.from({ length: count }, (_, index) => {
    const [kind, places] = kinds[index % kinds.length] ?? kinds[0] ?? ["nothing", []]
    const [from, to] = random.pick(places as [[number, number], ...[number, number][]])
    const mask = random.chance(0.5) ? 1 << random.between(0, 7) : random.between(1, 255)
    return { kind, at: random.between(from, to - 1), mask }
  })
}

type Range = [from: number, to: number]

function placesIn(file: string): Array<[string, Range[]]> {
  const bytes = readFileSync(file)
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const { page_size: size } = database.prepare("PRAGMA page_size").get() as { page_size: number }
    const pages = database.prepare("SELECT name, pageno FROM dbstat").all() as Array<{ name: string; pageno: number }>
    const used = new Set(pages.map(({ pageno }) => pageno))
    const whole = (pageno: number): Range => [(pageno - 1) * size, pageno * size]
    const free = Array.from({ length: bytes.length / size }, (_, index) => index + 1).filter((page) => !used.has(page))
    const columns = (sql: string): Range[] =>
      (database.prepare(sql).all() as Array<{ value: Uint8Array }>).flatMap(({ value }) => {
        const at = bytes.indexOf(value.subarray(0, 1000))
        return at === -1 || value.length === 0 ? [] : [[at, at + Math.min(1000, value.length)] satisfies Range]
      })
    const names = [...new Set(pages.map(({ name }) => name))]
    const kinds: Array<[string, Range[]]> = [
      ["anywhere", [[0, bytes.length]]],
      ["header", [[0, 100]]],
      ["page heads", pages.map(({ pageno }) => [(pageno - 1) * size, (pageno - 1) * size + 64])],
      ["event bodies", columns("SELECT body AS value FROM events")],
      ["event hashes", columns("SELECT hash AS value FROM events")],
      ["event origins", columns("SELECT CAST(origin AS BLOB) AS value FROM events WHERE origin IS NOT NULL")],
      ["segment data", columns("SELECT data AS value FROM segments")],
      ["segment ends", columns("SELECT before AS value FROM segments UNION ALL SELECT after FROM segments")],
      ["blob data", columns("SELECT data AS value FROM blobs")],
      ["session ids", columns("SELECT CAST(id AS BLOB) AS value FROM sessions")],
      ["session hashes", columns("SELECT hash AS value FROM sessions")],
      ["free pages", free.map(whole)],
      ...names.map((name): [string, Range[]] => [
        `pages of ${name}`,
        pages.filter((page) => page.name === name).map(({ pageno }) => whole(pageno)),
      ]),
    ]
    return kinds.filter(([, ranges]) => ranges.length > 0)
  } finally {
    database.close()
  }
}
