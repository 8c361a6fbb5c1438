import { writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { expect, it } from "vitest"
import { setScene } from "./scene.ts"

it("finds nothing in the data directory of the server, and answers many at once", async () => {
  const scene = await setScene()
  const workspace = dirname(scene.home)
  writeFileSync(join(workspace, "server-notes.md"), "")
  const { id } = await scene.client.call("POST /api/sessions", { body: { workspace, model: scene.script([]) } })
  const find = () => scene.client.call("GET /api/sessions/:id/files", { params: { id }, query: { find: "server" } })
  for (const { entries } of await Promise.all([find(), find(), find()])) {
    expect(entries.map(({ name }) => name)).toEqual(["server-notes.md"])
  }
})
