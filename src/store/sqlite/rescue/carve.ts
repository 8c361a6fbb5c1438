import type { Pages as OpenPages } from "./pages.ts"
import { pageSize } from "./wal-frames.ts"

type Pages = Omit<OpenPages, "close">

/** What a column holds. */
export type Value = null | number | string | Uint8Array

/**
 * A record as it lies in a page: of a table, with its rowid, or of an index. Unsure are those whose place in the page
 * may have been given up.
 */
export type Carved = { kind: "table" | "index"; rowid: number; values: Value[]; sure: boolean }

/**
 * Every record that can be made out in the leaves of a database file, whatever became of the pages above them and of
 * the schema (sqlite.org/fileformat2.html). Nothing is proven: that is left to the hashes.
 */
export function* carve(pages: Pages): Generator<Carved> {
  for (let number = 1; number <= pages.count; number++) {
    const page = pages.page(number)
    if (page) yield* recordsIn(pages, page, number === 1 ? 100 : 0)
  }
  for (const page of pages.doubted) {
    for (const record of recordsIn(pages, page, 0)) yield { ...record, sure: false }
  }
}

type Layout = { kind: "table" | "index"; header: number; skip: number }

const layouts: Readonly<Record<number, Layout>> = {
  13: { kind: "table", header: 8, skip: 0 },
  10: { kind: "index", header: 8, skip: 0 },
  2: { kind: "index", header: 12, skip: 4 }, // inner pages of an index hold records too, behind a page number
}
const innerTable = 5

function* recordsIn(pages: Pages, page: Buffer, start: number): Generator<Carved> {
  const type = page[start] ?? 0
  if (type === innerTable) return
  const known = layouts[type]
  // A page whose type is damaged is tried as each. Overflow pages have none: the first thing in them that is no cell
  // gives them away.
  const tried = known ? [known] : [layouts[13], layouts[10]]
  for (const layout of tried) if (layout) yield* cellsIn(pages, page, start, layout, { strict: !known })
}

function* cellsIn(
  pages: Pages,
  page: Buffer,
  start: number,
  layout: Layout,
  { strict }: { strict: boolean },
): Generator<Carved> {
  const cellCount = page.readUInt16BE(start + 3)
  let lowest = page.length
  // Pointers grow from the front and cells from the back: those beyond the cell count may be left over, or
  // may be all that a damaged number hides.
  for (let index = 0, at = start + layout.header; at + 2 <= lowest; index++, at += 2) {
    const cell = page.readUInt16BE(at)
    const record = cell < at + 2 ? undefined : cellAt(pages, page, cell + layout.skip, layout.kind)
    if (!record && strict) return
    if (!record) continue
    lowest = Math.min(lowest, cell)
    yield { ...record, kind: layout.kind, sure: index < cellCount }
  }
}

function cellAt(pages: Pages, page: Buffer, at: number, kind: "table" | "index") {
  const size = varint(page, at)
  if (!size || size.value < 2 || size.value > pageSize * pages.count) return undefined
  const key = kind === "table" ? varint(page, size.next) : { value: 0, next: size.next }
  const payload = key && payloadAt(pages, page, key.next, size.value, kind)
  const values = payload && valuesIn(payload)
  return values && { rowid: key.value, values }
}

function payloadAt(pages: Pages, page: Buffer, at: number, size: number, kind: "table" | "index"): Buffer | undefined {
  const most = kind === "table" ? pageSize - 35 : Math.floor(((pageSize - 12) * 64) / 255) - 23
  if (size <= most) return at + size <= page.length ? page.subarray(at, at + size) : undefined
  const least = Math.floor(((pageSize - 12) * 32) / 255) - 23
  const wanted = least + ((size - least) % (pageSize - 4))
  const local = wanted <= most ? wanted : least
  if (at + local + 4 > page.length) return undefined
  const parts = [page.subarray(at, at + local)]
  let left = size - local
  let next = page.readUInt32BE(at + local)
  while (left > 0) {
    const overflow = next > 0 && next <= pages.count ? pages.page(next) : undefined
    if (!overflow) return undefined
    parts.push(overflow.subarray(4, 4 + Math.min(left, pageSize - 4)))
    left -= pageSize - 4
    next = overflow.readUInt32BE(0)
  }
  return Buffer.concat(parts)
}

function valuesIn(payload: Buffer): Value[] | undefined {
  const header = varint(payload, 0)
  if (!header || header.value > payload.length) return undefined
  const values: Value[] = []
  let body = header.value
  for (let at = header.next; at < header.value; ) {
    const serial = varint(payload, at)
    if (!serial) return undefined
    at = serial.next
    const bytes = widthOf(serial.value)
    if (bytes === undefined || body + bytes > payload.length) return undefined
    values.push(valueFrom(serial.value, payload.subarray(body, body + bytes)))
    body += bytes
  }
  return values
}

const widths = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0]

function widthOf(serial: number): number | undefined {
  return serial >= 12 ? Math.floor((serial - 12) / 2) : widths[serial]
}

function valueFrom(serial: number, bytes: Buffer): Value {
  if (serial === 0) return null
  if (serial === 7) return bytes.readDoubleBE()
  if (serial === 6) return Number(bytes.readBigInt64BE())
  if (serial < 7) return bytes.readIntBE(0, bytes.length)
  if (serial < 10) return serial - 8
  return serial % 2 === 0 ? bytes : bytes.toString()
}

// Up to nine bytes, seven bits each and the last one whole. What is too large for a number is nothing of ours.
function varint(bytes: Buffer, from: number): { value: number; next: number } | undefined {
  let value = 0
  for (let index = 0; index < 9; index++) {
    const byte = bytes[from + index]
    if (byte === undefined) return undefined
    value = index === 8 ? value * 256 + byte : value * 128 + (byte & 0x7f)
    if (byte < 0x80 || index === 8) return Number.isSafeInteger(value) ? { value, next: from + index + 1 } : undefined
  }
  return undefined
}
