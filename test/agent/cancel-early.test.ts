import { describe, expect, it } from "vitest"
import { cancel } from "../../src/agent/sessions/cancel-resume.ts"
import type { Store } from "../../src/index.ts"
import { eventsOf, type Scene, scene, stops } from "./scene.ts"

const tasks = async (played: Scene) => (await eventsOf(played, "turn.started")).map(({ data }) => data.task)
const waiting = async ({ store, session }: Scene) => {
  const { inputs } = (await store.state(session)).log
  return { held: inputs.held, texts: inputs.waiting.map(({ text }) => text) }
}

describe("a cancel before the turn has begun", () => {
  it("takes back what was about to begin and holds the rest, until a person resumes", async () => {
    const played = await scene({ model: [{ text: "Second." }, { text: "Third." }] })
    const { agent, session } = played
    const { input } = await agent.send(session, "One?")
    await agent.send(session, "Two?")
    await agent.send(session, { kind: "queue", text: "Three?" })
    expect(await agent.cancel(session, { reason: "wait" })).toMatchObject({ turn: null, withdrawn: input })
    expect((await agent.drive(session)).rest).toBe("input")
    expect(await waiting(played)).toEqual({ held: true, texts: ["Two?", "Three?"] })
    expect(await agent.cancel(session)).toBeNull()
    expect(await agent.resume(session)).not.toBeNull()
    await agent.drive(session)
    expect(await tasks(played)).toEqual(["Two?", "Three?"])
  })

  it("lets the next send begin alone", async () => {
    const played = await scene({ model: [{ text: "Yes." }] })
    await played.agent.send(played.session, "Wrogn?")
    await played.agent.cancel(played.session)
    await played.agent.send(played.session, "Right?")
    await played.agent.drive(played.session)
    expect(await tasks(played)).toEqual(["Right?"])
  })

  it("is one for a key, whatever was said since", async () => {
    const played = await scene({ model: [] })
    const { agent, session } = played
    await agent.send(session, "One?")
    const first = await agent.cancel(session, { key: "stop" })
    await agent.send(session, "Two?")
    expect(await agent.cancel(session, { key: "stop" })).toEqual(first)
    expect(await waiting(played)).toEqual({ held: false, texts: ["Two?"] })
    await expect(agent.cancel(session, { key: "stop", reason: "other" })).rejects.toMatchObject({ code: "key-reused" })
  })

  it("takes back that a stopped turn be taken up again, and it can be asked for anew", async () => {
    const played = await scene({ model: [{ error: { status: 401, message: "No key." } }, { text: "Here." }] })
    const { agent, session } = played
    await agent.send(session, "What is in the README?")
    await agent.drive(session)
    await agent.resume(session)
    expect(await agent.cancel(session)).toMatchObject({ turn: null, withdrawn: null })
    expect((await agent.drive(session)).rest).toBe("input")
    expect(await tasks(played)).toHaveLength(1)
    await agent.resume(session)
    await agent.drive(session)
    expect(await tasks(played)).toHaveLength(2)
  })

  it("stops the turn where whoever drives was faster", async () => {
    const played = await scene({ model: [{ text: "Too late.", chunkChars: 1, chunkDelayMs: 1000 }] })
    const { agent, store, session } = played
    await agent.send(session, "What is in the README?")
    const driven: Promise<unknown>[] = []
    const behind: Store = {
      ...store,
      async state(id) {
        const seen = await store.state(id)
        if (driven.length === 0) {
          driven.push(agent.drive(session))
          for await (const item of store.follow(session, { after: seen.seq })) {
            if ("type" in item && item.type === "turn.started") break
          }
        }
        return seen
      },
    }
    const cancelled = await cancel(behind, session)
    await Promise.all(driven)
    expect(cancelled).toMatchObject({ turn: expect.any(String), withdrawn: null })
    expect(await stops(played)).toEqual(["cancelled"])
  })

  it("ends in a stop or a withdrawal when both happen at the same moment", async () => {
    for (let round = 0; round < 10; round++) {
      const played = await scene({ model: [{ text: "Too late.", chunkChars: 1, chunkDelayMs: 1000 }] })
      const { agent, session } = played
      await agent.send(session, "What is in the README?")
      const [cancelled] = await Promise.all([agent.cancel(session), agent.drive(session)])
      expect(cancelled).not.toBeNull()
      expect(await stops(played)).toEqual(cancelled?.turn ? ["cancelled"] : [])
      expect(await waiting(played)).toMatchObject({ texts: [] })
    }
  })
})
