import { mkdirSync, symlinkSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { apiClient } from "../../src/client/client.ts"
import { refused } from "./acts.ts"
import { prepareFixture } from "./server-fixture.ts"
import { opened } from "./workspace.ts"

describe("directories", () => {
  it("shows directories to choose from, and which of them are projects", async () => {
    const { scene, put, at } = await opened()
    put("project/.git/HEAD", "")
    put("plain/a", "")
    put(".hidden/a", "")
    put("file", "")
    symlinkSync("plain", at("link"))
    const { client, workspace } = scene
    expect(await client.call("GET /api/directories", { query: { path: workspace } })).toEqual({
      path: workspace,
      parent: dirname(workspace),
      directories: [
        { name: "link", path: at("link"), project: false },
        { name: "plain", path: at("plain"), project: false },
        { name: "project", path: at("project"), project: true },
      ],
      more: false,
    })
    const of = (path: string) => refused(client.call("GET /api/directories", { query: { path } }))
    expect(await of(at("nothing"))).toMatchObject({ status: 404 })
    expect(await of(at("file"))).toMatchObject({ status: 400 })
    expect(await of("relative")).toMatchObject({ status: 400 })
    expect(await of("/nul\0")).toMatchObject({ status: 400 })
  })

  it("stays in the roots of the server, where it has some", async () => {
    const fixture = prepareFixture()
    mkdirSync(join(fixture.workspace, "inside"))
    symlinkSync(dirname(fixture.workspace), join(fixture.workspace, "out"))
    const server = await fixture.start({ roots: [fixture.workspace] })
    const client = apiClient({ base: server.url, token: server.token })
    expect(await client.call("GET /api/directories", {})).toMatchObject({
      path: fixture.workspace,
      parent: null,
      directories: [{ name: "inside" }],
    })
    for (const path of ["/", dirname(fixture.workspace), join(fixture.workspace, "out")]) {
      const refusal = await refused(client.call("GET /api/directories", { query: { path } }))
      expect(refusal).toMatchObject({ status: 403, code: "forbidden" })
    }
    const other = await server.context.store.open({ workspace: "/usr", project: "/usr" })
    const call = client.call("GET /api/sessions/:id/files", { params: { id: other } })
    expect(await refused(call)).toMatchObject({ status: 403, code: "forbidden" })
  })
})
