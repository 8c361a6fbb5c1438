import { describe, expect, it } from "vitest"
import { type ExportSource, exportDocument, exportFormat, exportLines } from "./export.ts"
import { readExport } from "./import.ts"

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

describe("an export that is longer than a text can be", () => {
  it("is read as JSON lines, one by one", async () => {
    const { log } = await readExport(inChunks(exportLines(source())), longest)
    expect(log.events).toEqual(await Array.fromAsync(source().events))
  })

  it("is refused as one document, with the way out", async () => {
    const refusal = { code: "invalid", message: expect.stringContaining("--format jsonl") }
    await expect(readExport(inChunks(exportDocument(source())), longest)).rejects.toMatchObject(refusal)
    expect((await readExport(inChunks(exportDocument(source())))).log.events.length).toBe(count)
  })

  it("is refused where one line alone is longer", async () => {
    const long = "x".repeat(longest)
    await expect(readExport(inChunks(exportLines(source(long))), longest)).rejects.toMatchObject({ code: "invalid" })
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
