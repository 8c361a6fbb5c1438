import { describe, expect, it } from "vitest"
import { scriptedModel } from "../../src/index.ts"
import { callGate, gate, overheard } from "./gate.ts"
import { eventsOf, isType, run, type Scene, scene, stops, until } from "./scene.ts"

/** A turn that is in the middle of a tool call, and a way to let it go on. */
async function inTheMiddle() {
  const { tool, open } = gate()
  const texts = ["First.", "Second.", "Third.", "Fourth."].map((text) => ({ text }))
  const { model, received } = overheard(scriptedModel("scripted:test", [callGate, ...texts]))
  const played = await scene({ model, tools: [tool] })
  await played.agent.send(played.session, "What is in the README?")
  const driving = played.agent.drive(played.session)
  await until(played, isType("tool.started"))
  const end = async () => {
    open()
    await driving
  }
  return { played, received, end }
}

const tasks = async (of: Scene) => (await eventsOf(of, "turn.started")).map(({ data }) => data.task)
const openTurn = async ({ store, session }: Scene) => (await store.state(session)).log.turn?.id ?? ""

describe("an input while a turn is open", () => {
  it("as a steer reaches the model with the next step", async () => {
    const { played, received, end } = await inTheMiddle()
    await played.agent.send(played.session, { kind: "steer", text: "Only the tests." })
    await end()
    expect(received[1]?.map(({ role, text }) => [role, text])).toEqual([
      ["user", "What is in the README?"],
      ["assistant", ""],
      ["tool", "open"],
      ["user", "Only the tests."],
    ])
    expect(await stops(played)).toEqual(["answered"])
  })

  it("as a plain message waits for its own turn", async () => {
    const { played, end } = await inTheMiddle()
    await played.agent.send(played.session, "And this.")
    await played.agent.send(played.session, { kind: "queue", text: "And that." })
    await end()
    expect(await tasks(played)).toEqual(["What is in the README?", "And this.", "And that."])
    expect(await stops(played)).toEqual(["answered", "answered", "answered"])
  })

  it("as an interrupt stops the turn and is the next one, before all that waits", async () => {
    const { played, end } = await inTheMiddle()
    await played.agent.send(played.session, { kind: "queue", text: "Later." })
    const turn = await openTurn(played)
    await played.agent.send(played.session, { kind: "interrupt", turn, text: "This instead." })
    await end()
    expect(await tasks(played)).toEqual(["What is in the README?", "This instead.", "Later."])
    expect(await stops(played)).toEqual(["superseded", "answered", "answered"])
  })

  it("can be changed and taken back while it waits", async () => {
    const { played, received, end } = await inTheMiddle()
    const { agent, session } = played
    const { input: changed } = await agent.send(session, "And this.")
    const { input: dropped } = await agent.send(session, "Not this.")
    const { input: steer } = await agent.send(session, { kind: "steer", text: "Nor this." })
    const edited = await agent.edit(session, changed, "And that.", { key: "edit" })
    expect(await agent.edit(session, changed, "And that.", { key: "edit" })).toBe(edited)
    const withdrawn = await agent.withdraw(session, dropped, { key: "withdraw" })
    expect(await agent.withdraw(session, dropped, { key: "withdraw" })).toBe(withdrawn)
    await agent.withdraw(session, steer)
    await end()
    for (const late of [agent.edit(session, changed, "Too late."), agent.withdraw(session, changed)]) {
      await expect(late).rejects.toMatchObject({ code: "illegal" })
    }
    expect(await tasks(played)).toEqual(["What is in the README?", "And that."])
    const said = received.flat().flatMap((message) => (message.role === "user" ? [message.text] : []))
    expect(new Set(said)).toEqual(new Set(["What is in the README?", "And that."]))
  })

  it("as a steer that no step was left for is the task of the next turn", async () => {
    const { played, end } = await inTheMiddle()
    await played.agent.send(played.session, { kind: "steer", text: "Only the tests." })
    await played.agent.cancel(played.session)
    await end()
    expect(await stops(played)).toEqual(["cancelled"])
    await run(played, "Go on.")
    expect(await tasks(played)).toEqual(["What is in the README?", "Only the tests.", "Go on."])
  })

  it("is held after a cancel until a person sends or resumes", async () => {
    const { played, end } = await inTheMiddle()
    await played.agent.send(played.session, { kind: "queue", text: "Later." })
    await played.agent.cancel(played.session)
    await end()
    expect((await played.agent.drive(played.session)).rest).toBe("input")
    expect(await stops(played)).toEqual(["cancelled"])
    await played.agent.resume(played.session)
    await played.agent.drive(played.session)
    expect(await tasks(played)).toEqual(["What is in the README?", "What is in the README?", "Later."])
  })

  it("goes on without the turn before it where a person skips that", async () => {
    const { played, end } = await inTheMiddle()
    const { agent, session } = played
    await agent.send(session, { kind: "queue", text: "Later." })
    // An open turn is not skipped but stopped.
    expect(await agent.resume(session, { skip: true })).toBeNull()
    await agent.cancel(session)
    await end()
    const seq = await agent.resume(session, { skip: true, key: "k" })
    expect(await agent.resume(session, { skip: true, key: "k" })).toBe(seq)
    await agent.drive(session)
    expect(await tasks(played)).toEqual(["What is in the README?", "Later."])
    expect(await agent.resume(session, { skip: true })).toBeNull()
  })
})

describe("an input", () => {
  it("that is sent twice with one key is one input", async () => {
    const played = await scene({ model: [] })
    const first = await played.agent.send(played.session, "What is in the README?", { key: "k" })
    expect(await played.agent.send(played.session, "What is in the README?", { key: "k" })).toEqual(first)
    await expect(played.agent.send(played.session, "What is in the notes?", { key: "k" })).rejects.toMatchObject({
      code: "key-reused",
    })
    await played.agent.drive(played.session)
    expect(await stops(played)).toEqual(["answered"])
  })

  it("defines done, whatever it says: only what only looks around does not", async () => {
    const write = { toolCalls: [{ id: "w", name: "write", arguments: { path: "x.txt", content: "x\n" } }] }
    const played = await scene({ model: [{ text: "Hello." }, write, { text: "It is written." }] })
    await run(played, "Hello!")
    await run(played, "help me create x.txt")
    const defined = (await eventsOf(played, "turn.started")).flatMap(({ data }) => (data.done ? [data.task] : []))
    expect(defined).toEqual(["Hello!", "help me create x.txt"])
    expect(await stops(played)).toEqual(["answered", "completed-unverified"])
  })
})
