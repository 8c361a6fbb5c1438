import { expect, it } from "vitest"
import { holdLock } from "../../src/store/thread/arbitrary/held-lock.ts"
import { told } from "./acts.ts"
import { setScene } from "./scene.ts"

it("answers reads while another process writes, and takes what is said when that one is done", async () => {
  const scene = await setScene()
  const id = await scene.open([{ text: "Hi." }])
  const params = { id }
  const { letGo } = await holdLock(scene.home)
  const said = scene.client.call("POST /api/sessions/:id/inputs", { params, body: { text: "hello" } })
  expect((await scene.client.call("GET /api/sessions", {})).items).toHaveLength(1)
  expect((await scene.client.call("GET /api/sessions/:id", { params })).state.log.inputs.waiting).toEqual([])
  expect((await scene.client.call("GET /api/health", {})).status).toBe("ok")
  await letGo()
  expect((await said).seq).toBe(3)
  expect((await told(scene, id, "turn.stopped")).data.code).toBe("answered")
})
