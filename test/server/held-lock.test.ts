import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { holdLock } from "../support/store/held-lock.ts"
import { awaitEvent } from "./acts.ts"
import { setScene } from "./scene.ts"
import { eventsIn, prepareFixture, say, seen, stopOf } from "./server-fixture.ts"

it("answers reads while another process writes, and takes what is said when that one is done", async () => {
  const scene = await setScene()
  const id = await scene.open([{ text: "Hi." }])
  const params = { id }
  const { release } = await holdLock(scene.home)
  const said = scene.client.call("POST /api/sessions/:id/inputs", { params, body: { text: "hello" } })
  expect((await scene.client.call("GET /api/sessions", {})).items).toHaveLength(1)
  expect((await scene.client.call("GET /api/sessions/:id", { params })).state.log.inputs.waiting).toEqual([])
  expect((await scene.client.call("GET /api/health", {})).status).toBe("ok")
  await release()
  expect((await said).seq).toBe(3)
  expect((await awaitEvent(scene, id, "turn.stopped")).data.code).toBe("answered")
})

it("goes on by itself with a turn that could be neither driven nor let go of", { timeout: 120_000 }, async () => {
  const fixture = prepareFixture()
  const server = await fixture.start({ engines: { size: 1 } })
  const { store } = server.context
  const command = "echo begun; until [ -e go ]; do sleep 0.05; done; echo once >> count"
  const steps = [{ toolCalls: [{ name: "bash", arguments: { command } }] }, { text: "Done." }]
  const session = await fixture.open(server, steps)
  await say(server, session)
  await seen(store, session, (item) => "offset" in item && item.channel === "output")
  const { release } = await holdLock(fixture.home)
  writeFileSync(join(fixture.workspace, "go"), "")
  // What came of the command could not be written in time, nor the lease be given back.
  await fixture.logged("a session is driven again")
  expect((await store.row(session)).status).toBe("interrupted")
  await release()
  expect(await stopOf(store, session)).toBe("completed-unverified")
  expect(await eventsIn(store, session, "tool.finished")).toHaveLength(1)
  expect(readFileSync(join(fixture.workspace, "count"), "utf8")).toBe("once\n")
})
