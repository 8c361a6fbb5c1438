import { expect, it } from "vitest"
import { scene } from "./scene.ts"

it("opens a session with its settings in one step: nobody ever finds it with others", async () => {
  const { store, workspace, agentWith } = await scene({ model: [] })
  // Whoever dies right after the opening has appended nothing.
  const dying = agentWith({ store: { ...store, append: () => Promise.reject(new Error("killed")) } })
  const session = await dying.open({
    workspace,
    title: "Look around",
    model: "openai-compatible/m",
    baseUrl: "localhost:8000",
    permissionMode: "read-only",
  })
  expect((await store.state(session)).log).toMatchObject({
    title: "Look around",
    model: "openai-compatible/m",
    server: { baseUrl: "http://localhost:8000/v1" },
    permission: { mode: "read-only" },
  })
})

it("opens none whose settings are wrong", async () => {
  const { store, workspace, agent } = await scene({ model: [] })
  const before = await store.list()
  for (const baseUrl of ["http://ada:secret@a.test", "http://a.test/?key=secret", "not an address"]) {
    await expect(agent.open({ workspace, baseUrl })).rejects.toMatchObject({ code: "invalid" })
  }
  expect(await store.list()).toEqual(before)
})
