import { expect, it } from "vitest"
import { exportFormat } from "./export.ts"
import { readExport } from "./import.ts"

it("refuses a document whose data are nested deeper than anybody can write them again", async () => {
  const { name: format, version } = exportFormat
  const header = JSON.stringify({ format, version, session: "s", head: 1, exportedAt: "2026-01-01T00:00:00.000Z" })
  const event = `{"seq":1,"type":"session.opened","data":${"[".repeat(100_000)}${"]".repeat(100_000)}}`
  const end = JSON.stringify({ events: 1, blobs: 0, sha256: "0".repeat(64) })
  const document = `${header.slice(0, -1)},"events":[${event}],"blobs":[],"end":${end}}`
  const chunks = (async function* () {
    yield Buffer.from(document)
  })()
  await expect(readExport(chunks)).rejects.toMatchObject({
    code: "invalid",
    message: expect.stringContaining("nested too deep"),
  })
})
