import { renameSync } from "node:fs"
import { expect, it } from "vitest"
import { openStream } from "../../src/client/stream.ts"
import type { Row } from "../../src/server/contract/common.ts"
import { setScene } from "./scene.ts"

it("tells on every device why a session cannot be driven, until it can be again", async () => {
  const scene = await setScene()
  const id = await scene.open([{ text: "Here I am." }])
  const rows: Row[] = []
  const seen = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const stream = openStream({
    base: scene.server.url,
    token: scene.server.token,
    list: true,
    onFrame({ name, data }) {
      if (name !== "list") return
      rows.push(...data.rows)
      const { trouble, stop } = data.rows.find((row) => row.id === id) ?? {}
      if (trouble) seen.resolve()
      if (trouble === null && stop === "answered") over.resolve()
    },
  })
  renameSync(scene.workspace, `${scene.workspace}-away`)
  await scene.client.call("POST /api/sessions/:id/inputs", { params: { id }, body: { text: "Are you there?" } })
  await seen.promise
  const { row } = await scene.client.call("GET /api/sessions/:id", { params: { id }, query: {} })
  expect(row.trouble).toEqual({
    code: "not-found",
    message: expect.stringContaining("Restore it"),
    at: expect.any(String),
  })

  renameSync(`${scene.workspace}-away`, scene.workspace)
  await scene.client.call("POST /api/sessions/:id/resume", { params: { id } })
  await over.promise
  stream.close()
})

it("tells other tabs how far a person has read", async () => {
  const scene = await setScene()
  const id = await scene.open([])
  const read = Promise.withResolvers<number | null>()
  const stream = openStream({
    base: scene.server.url,
    token: scene.server.token,
    list: true,
    onFrame({ name, data }) {
      if (name !== "list") return
      const row = data.rows.find((other) => other.id === id)
      if (row?.readSeq) read.resolve(row.readSeq)
      if (data.rows.length === 0 && data.gone.length === 0) {
        void scene.client.call("PUT /api/sessions/:id/read", { params: { id }, body: { seq: 1 } })
      }
    },
  })
  expect(await read.promise).toBe(1)
  stream.close()
})
