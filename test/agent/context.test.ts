import { describe, expect, it } from "vitest"
import { z } from "zod"
import { defineTool, type Message, ownTools, scriptedModel } from "../../src/index.ts"
import { callGate, gate, overheard } from "./gate.ts"
import { eventsOf, isType, run, type Scene, scene, until } from "./scene.ts"

const count = defineTool({
  kind: "look",
  name: "count",
  description: "Counts.",
  schema: z.object({ at: z.number() }),
  run: ({ at }) => `${at} it is`,
})
const pair = (at: number) => ({
  toolCalls: [at, at + 1].map((n) => ({ id: `c${n}`, name: "count", arguments: { at: n } })),
})
const shown = (messages: readonly Message[] = []) =>
  messages.map((message) =>
    message.role === "assistant" ? message.calls.map(({ call }) => call).join(" ") : message.text,
  )

describe("a context of the newest messages", () => {
  const steps = [pair(1), pair(3), pair(5), { text: "Done." }]

  async function requestsWith(contextMessages: number | null) {
    const { model, received } = overheard(scriptedModel("scripted:test", steps))
    const played = await scene({ model, tools: [count], limits: { contextMessages } })
    await run(played, "What do you count?")
    return { played, received }
  }

  it("is everything while there is no more than that, or no limit", async () => {
    const everything = [
      "What do you count?",
      "c1 c2",
      "1 it is",
      "2 it is",
      "c3 c4",
      "3 it is",
      "4 it is",
      "c5 c6",
      "5 it is",
      "6 it is",
    ]
    expect(shown((await requestsWith(null)).received[3])).toEqual(everything)
    expect(shown((await requestsWith(10)).received[3])).toEqual(everything)
  })

  it("never parts a call from its result, and begins with the task", async () => {
    const task = expect.stringMatching(/left out.*What do you count\?/)
    const last = ["c5 c6", "5 it is", "6 it is"]
    for (const limit of [1, 2, 3]) expect(shown((await requestsWith(limit)).received[3])).toEqual([task, ...last])
    const lastTwo = ["c3 c4", "3 it is", "4 it is", ...last]
    for (const limit of [4, 5, 6]) expect(shown((await requestsWith(limit)).received[3])).toEqual([task, ...lastTwo])
  })

  it("has the text of an input that waited for long", async () => {
    const { tool, open } = gate()
    const { model, received } = overheard(
      scriptedModel("scripted:test", [callGate, pair(1), { text: "Done." }, { text: "Next." }]),
    )
    const played = await scene({ model, tools: [count, tool], limits: { contextMessages: 1 } })
    await played.agent.send(played.session, "What do you count?")
    const driving = played.agent.drive(played.session)
    await until(played, isType("tool.started"))
    await played.agent.send(played.session, "What I queued.")
    open()
    await driving
    expect(shown(received[3]).at(-1)).toBe("What I queued.")
  })

  it("has the summary of a compaction, and nothing from before it", async () => {
    const { played, received } = await requestsWith(3)
    const { seq } = await played.store.state(played.session)
    const lease = await played.store.acquire(played.session, { type: "Test" })
    const data = { summary: "It counted to six.", through: seq, removed: 10, tokensBefore: 90, tokensAfter: 9 }
    await played.store.append(played.session, [{ type: "context.compacted", data }], { epoch: lease.epoch })
    await played.store.release(lease)
    await run(played, "And now?")
    expect(shown(received[4])).toEqual([expect.stringContaining("It counted to six."), "And now?"])
  })
})

describe("the prompt", () => {
  const parts = async ({ store, session }: Scene) => (await store.state(session)).branch.prompts

  it("is the same to the byte over a turn, and recorded once", async () => {
    const { model, instructions } = overheard(scriptedModel("scripted:test", [pair(1), pair(3), { text: "Done." }]))
    const played = await scene({ model, tools: [count] })
    await run(played, "What do you count?")
    expect(instructions).toHaveLength(3)
    expect(new Set(instructions).size).toBe(1)
    expect(await eventsOf(played, "prompt.built")).toHaveLength(1)
    const asked = await eventsOf(played, "model.asked")
    const [built] = await eventsOf(played, "prompt.built")
    expect(asked.map(({ data }) => data.prompt)).toEqual(asked.map(() => built?.seq))
  })

  it("changes only in its dynamic part when a mode changes: what a provider has cached stays good", async () => {
    const { model, instructions } = overheard(scriptedModel("scripted:test", []))
    const played = await scene({ model, tools: ownTools })
    await run(played)
    const configured = { type: "session.configured" as const, data: { permissionMode: "read-only" as const } }
    await played.store.append(played.session, [configured], "intent")
    await run(played)
    const [before, after] = await parts(played)
    expect(after?.sections.filter((part, index) => part.blob !== before?.sections[index]?.blob)).toMatchObject([
      { name: "runtime" },
    ])
    const [first = "", second = ""] = instructions
    const same = [...first].findIndex((character, index) => character !== second[index])
    expect(first.slice(0, same)).toMatch(/Permission mode: $/)
    const stored = await Promise.all((before?.sections ?? []).map(({ blob }) => played.store.blob(blob)))
    expect(stored.map((bytes) => Buffer.from(bytes).toString()).join("\n\n")).toBe(first)
  })
})
