import { describe, expect, it } from "vitest"
import { exitCodeOf, rewind } from "../../src/index.ts"
import { eventsOf, type Scene, scene } from "./scene.ts"

const write = { toolCalls: [{ name: "write", arguments: { path: "a.mjs", content: "export const a = 1\n" } }] }
const stopsOf = async (played: Scene) =>
  (await eventsOf(played, "turn.stopped")).map(({ data: { code, unmet } }) => ({ code, unmet }))
const required = async (played: Scene) => (await eventsOf(played, "turn.started")).map(({ data }) => data.require)

describe("what is required of a turn", () => {
  it("is met by work that is verified", async () => {
    const test = { toolCalls: [{ name: "write", arguments: { path: "a.test.mjs", content: 'import "./a.mjs"\n' } }] }
    const played = await scene({ model: [write, test, { text: "Done." }] })
    await played.agent.send(played.session, "Write a.mjs.", { require: "verified" })
    await played.agent.drive(played.session)
    expect([await required(played), await stopsOf(played)]).toEqual([
      ["verified"],
      [{ code: "completed-verified", unmet: undefined }],
    ])
  })

  it("is not met by an answer, which then ends with 5", async () => {
    for (const require of ["verified", "change"] as const) {
      const played = await scene({ model: [{ text: "It is a README." }] })
      await played.agent.send(played.session, { text: "What is this?", require })
      await played.agent.drive(played.session)
      const [stop] = await stopsOf(played)
      expect(stop).toEqual({ code: "answered", unmet: require })
      expect(stop && exitCodeOf(stop)).toBe(5)
      expect((await played.store.state(played.session)).branch.stop?.unmet).toBe(require)
    }
  })

  it("is kept by the turn that resumes it and by one that is regenerated, and by no other", async () => {
    const played = await scene({
      model: [{ text: "One." }, { text: "Two." }, { text: "Three." }],
      limits: { steps: 0 },
    })
    const { agent, session, store } = played
    await agent.send(session, "Do it.", { require: "change" })
    await agent.drive(session)
    await agent.resume(session)
    await agent.drive(session)
    await rewind(store, session, { to: "regenerate" })
    await agent.drive(session)
    await agent.send(session, "Something else.")
    await agent.drive(session)
    expect(await required(played)).toEqual(["change", "change", "change", undefined])
  })

  it("belongs to the input: the same key with another requirement is refused", async () => {
    const { agent, session } = await scene({ model: [{ text: "Hi." }] })
    const first = await agent.send(session, "Do it.", { key: "k", require: "change" })
    expect(await agent.send(session, "Do it.", { key: "k", require: "change" })).toEqual(first)
    for (const require of [undefined, "verified"] as const) {
      const again = agent.send(session, "Do it.", { key: "k", ...(require ? { require } : {}) })
      await expect(again).rejects.toMatchObject({ code: "key-reused" })
    }
  })
})
