import { existsSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { apiClient } from "../../src/client/client.ts"
import { openStore } from "../../src/index.ts"
import { restoreBackup } from "../../src/store/sqlite/rescue/restore-backup.ts"
import { adoptFar, writeFar } from "../agent/far-log.ts"
import { setScene } from "./scene.ts"
import { eventsIn, type Fixture, prepareFixture, stopOf } from "./server-fixture.ts"

const touch = { name: "bash", arguments: { command: "touch canary" } }

describe("a call that was left open on another machine", () => {
  it.each(["resume", "inputs"] as const)("is not run by POST %s, whatever is allowed", async (act) => {
    const { server, client, workspace, script } = await setScene()
    const { store } = server.context
    const id = await adoptFar(store, { workspace, tool: touch })
    const settings = { permissionMode: "allow" as const, model: script([{ text: "I see." }, { text: "Done." }]) }
    await client.call("PATCH /api/sessions/:id/configuration", { params: { id }, body: settings })
    if (act === "resume") await client.call("POST /api/sessions/:id/resume", { params: { id }, body: {} })
    else await client.call("POST /api/sessions/:id/inputs", { params: { id }, body: { text: "Go on." } })
    await stopOf(store, id)
    expect((await eventsIn(store, id, "tool.finished")).map(({ data }) => data)).toMatchObject([{ status: "skipped" }])
    expect(existsSync(join(workspace, "canary"))).toBe(false)
  })

  it("is not continued by a server that starts on a restored backup of that machine", async () => {
    const far = prepareFixture()
    const here = prepareFixture()
    const backup = await backupOf(far, here)
    expect(await restoreBackup(here.home, backup)).toMatchObject({ origin: "foreign", sessions: 1 })
    const server = await here.start({ resume: "auto", engines: { size: 1 } })
    const { items } = await server.context.store.list({})
    expect(server.takenUp).toMatchObject({ resumed: [], left: items.map(({ id }) => id) })
    expect(existsSync(join(here.workspace, "canary"))).toBe(false)
    const client = apiClient({ base: server.url, token: server.token })
    const view = await client.call("GET /api/sessions", {})
    expect(view.items).toHaveLength(1)
  })

  it("is continued where the backup was made in the same data directory", async () => {
    const here = prepareFixture()
    const backup = await backupOf(here, here)
    expect(await restoreBackup(here.home, backup)).toMatchObject({ origin: "own" })
    const server = await here.start({ resume: "auto", engines: { size: 1 } })
    expect(server.takenUp.resumed).toHaveLength(1)
  })
})

/** A backup of a store with an open turn that may do everything, made outside of the data directory. */
async function backupOf(of: Fixture, { workspace }: Fixture): Promise<string> {
  const file = join(of.home, "..", "backup.db")
  const store = openStore({ directory: of.home })
  onTestFinished(() => store.close())
  await writeFar(store, { workspace, tool: touch })
  await store.backup(file)
  await store.close()
  return file
}
