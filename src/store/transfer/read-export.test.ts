import { expect, it } from "vitest"
import { exportFormat } from "./export-lines.ts"
import { readExport } from "./read-export.ts"

it("refuses data that are nested deeper than anybody can write them again, in both formats", async () => {
  const { name: format, version } = exportFormat
  const header = JSON.stringify({ format, version, session: "s", head: 1, exportedAt: "2026-01-01T00:00:00.000Z" })
  const event = `{"seq":1,"type":"session.opened","data":${"[".repeat(100_000)}${"]".repeat(100_000)}}`
  const end = JSON.stringify({ events: 1, blobs: 0, sha256: "0".repeat(64) })
  const document = `${header.slice(0, -1)},"events":[${event}],"blobs":[],"end":${end}}`
  const deepHeader = `${header.slice(0, -1)},"x":${"[".repeat(100_000)}${"]".repeat(100_000)}}\n`
  for (const text of [document, `${header}\n${event}\n{"end":${end}}\n`, deepHeader]) {
    const chunks = (async function* () {
      yield Buffer.from(text)
    })()
    await expect(readExport(chunks)).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringContaining("nested too deep"),
    })
  }
})
