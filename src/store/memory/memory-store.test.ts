import { expect, it } from "vitest"
import { describeStore } from "../../../test/support/store/conformance.ts"
import { memoryData } from "./memory-data.ts"
import { openMemoryStore } from "./memory-store.ts"

describeStore("the store in memory", () => {
  const data = memoryData()
  return { open: () => openMemoryStore({ data }), destroy: () => undefined }
})

it("has no file to back up, and says what to do instead", async () => {
  await expect(openMemoryStore().backup("anywhere")).rejects.toMatchObject({
    code: "invalid",
    message: expect.stringContaining("Export"),
  })
})
