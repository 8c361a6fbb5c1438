import { describe, expect, it } from "vitest"
import { type ExportSource, exportDocument, exportFormat, exportLines } from "./export-lines.ts"
import { importLimits } from "./import-lines.ts"
import { readExport } from "./read-export.ts"

const longest = 2_000
const count = 100

// Words of more than one byte, so that chunks end in the middle of a character.
function source(words = "Grüße, 世界"): ExportSource {
  const events = Array.from({ length: count }, (_, index) => ({
    id: `e${index}`,
    session: "s",
    seq: index + 1,
    at: "2026-01-01T00:00:00.000Z",
    by: { kind: "person" as const, name: "ada" },
    type: "input.accepted" as const,
    v: 1,
    data: { input: `i${index}`, kind: "send" as const, text: words },
  }))
  const { name: format, version } = exportFormat
  return {
    header: { format, version, session: "s", head: count, exportedAt: "2026-01-01T00:00:00.000Z" },
    events: (async function* () {
      yield* events
    })(),
    blob: async () => undefined,
  }
}

async function* inChunks(pieces: AsyncIterable<string>, size = 7): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from((await Array.fromAsync(pieces)).join(""))
  expect(bytes.length).toBeGreaterThan(longest)
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

async function* inLine(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

describe("an export that is longer than a text can be", () => {
  it("is read as JSON lines, one by one", async () => {
    const { log } = await readExport(inChunks(exportLines(source())), { ...importLimits, document: longest })
    expect(log.events).toEqual(await Array.fromAsync(source().events))
  })

  it("is refused as one document, with the way out", async () => {
    const refusal = { code: "invalid", message: expect.stringContaining("--format jsonl") }
    const limits = { ...importLimits, document: longest }
    await expect(readExport(inChunks(exportDocument(source())), limits)).rejects.toMatchObject(refusal)
    const oneLine = inLine(JSON.stringify({ ...source().header, events: ["x".repeat(longest)] }))
    await expect(readExport(oneLine, limits)).rejects.toMatchObject(refusal)
    expect((await readExport(inChunks(exportDocument(source())))).log.events.length).toBe(count)
  })

  it("is refused where one line alone is longer", async () => {
    const long = "x".repeat(longest)
    const limits = { ...importLimits, line: longest }
    const refusal = { code: "invalid", message: expect.stringContaining("A line of the file is longer") }
    await expect(readExport(inChunks(exportLines(source(long))), limits)).rejects.toMatchObject(refusal)
  })
})

describe("a file that is made to break its reader", () => {
  const header = () => JSON.stringify({ ...source().header, head: 1 })
  const few = { ...importLimits, parts: 1_000 }
  const tooMany = { code: "invalid", message: expect.stringContaining("more than 1,000 parts") }

  it.each([
    ["members", () => `${header()}\n{"seq":1,"type":"x","data":[${"1,".repeat(1_000)}1]}\n`],
    ["empty lists", () => `${header().slice(0, -1)},"events":[${"[],".repeat(600)}[]]}`],
    ["blank lines", () => `${header()}\n${"\n".repeat(1_000)}`],
  ])("is refused for its many %s before they are in memory", async (_, file) => {
    await expect(readExport(inLine(file()), few)).rejects.toMatchObject(tooMany)
  })

  it("is read where commas and brackets are only words", async () => {
    const words = `${",[{".repeat(1_000)}"\\`
    const { log } = await readExport(inChunks(exportLines(source(words))), { ...importLimits, parts: 2_000 })
    expect(log.events.length).toBe(count)
  })
})

it("takes blank lines for the end of a file only", async () => {
  const lines = await Array.fromAsync(exportLines(source()))
  const read = (changed: readonly string[]) =>
    readExport(
      inChunks(
        (async function* () {
          yield* changed
        })(),
      ),
    )
  expect((await read([...lines, "\n", " \n"])).log.events.length).toBe(count)
  const between = { code: "invalid", message: expect.stringContaining("Line 3 of the file") }
  await expect(read([...lines.slice(0, 2), "\n", ...lines.slice(2)])).rejects.toMatchObject(between)
})
