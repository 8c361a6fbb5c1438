import { describe, expect, it } from "vitest"
import {
  compactedMark,
  contextSize,
  type Failure,
  type Model,
  rewind,
  type Store,
  transcript,
} from "../../src/index.ts"
import { callGate, gate } from "../agent/gate.ts"
import { eventsOf, isType, run, type Scene, stops, until } from "../agent/scene.ts"
import { filler, longCall, longScene, longTool, note, texts, turns } from "./long.ts"

const task = "What is there to tell? Never speak of vendor/."
const steps = (count: number, characters: number) =>
  Array.from({ length: count }, (_, index) => longCall(`item${index}`, characters))
const done = { text: "That is all." }
const compactions = (played: Scene) => eventsOf(played, "context.compacted")

describe("long results", () => {
  it("are told in short once they are old and there is no room, and no model is asked for it", async () => {
    const { played, requests } = await longScene([longCall("long", 18_000), ...steps(6, 1_500), done])
    await run(played, task)
    const trims = await eventsOf(played, "context.trimmed")
    expect(trims).toHaveLength(1)
    expect(trims[0]?.data.tokensAfter).toBeLessThan(trims[0]?.data.tokensBefore ?? 0)
    expect(await compactions(played)).toEqual([])
    const whole = filler("long", 18_000)
    const [, , result = ""] = texts(turns(requests).at(-1))
    expect(result).toMatch(/^long-0 long-1 .*\n\[\.\.\. 17,000 characters are left out to make room\. .*\]\n/s)
    expect(result.endsWith(whole.slice(-400))).toBe(true)
    expect(texts(turns(requests)[1])[2]).toBe(whole)
    expect(transcript(await Array.fromAsync(played.store.read(played.session)))).toContainEqual(
      expect.objectContaining({ kind: "tool", call: "call-long", output: whole }),
    )
  })

  it("are whole again after a rewind to before that", async () => {
    const { played, requests } = await longScene([longCall("long", 18_000), ...steps(6, 1_500), done, done])
    await run(played, task)
    const [trim] = await eventsOf(played, "context.trimmed")
    const [first] = await eventsOf(played, "tool.finished")
    await rewind(played.store, played.session, { to: { seq: first?.seq ?? 0 } })
    expect((await played.store.state(played.session)).branch.trimmed).toBe(0)
    await run(played, "And now?")
    expect(texts(turns(requests).at(-1))[2]).toBe(filler("long", 18_000))
    expect(trim).toBeDefined()
  })

  it("are told in short at once where one alone is more than the window holds", async () => {
    const { played, requests } = await longScene([longCall("long", 28_000), done])
    await run(played, task)
    expect(texts(turns(requests)[1])[2]?.length).toBeLessThan(1_300)
    expect(await stops(played)).toEqual(["answered"])
  })
})

describe("a context that the provider finds too large", () => {
  const overflow = { error: { status: 400, message: "This model's maximum context length is 4096 tokens" } }

  it("is compacted once, and the model is asked again", async () => {
    const { played, requests } = await longScene([...steps(5, 1_500), overflow, done], { contextWindow: null })
    await run(played, task)
    expect((await compactions(played)).map(({ data }) => data.reason)).toEqual(["overflow"])
    expect(texts(turns(requests).at(-1))[0]).toContain("Never speak of vendor/.")
    expect(await stops(played)).toEqual(["answered"])
  })

  it("ends the turn with that where it is still too large", async () => {
    const { played } = await longScene([...steps(5, 1_500), overflow, overflow, done], { contextWindow: null })
    await run(played, task)
    expect(await compactions(played)).toHaveLength(1)
    expect(await stops(played)).toEqual(["context-overflow"])
  })

  it("ends the turn with that where nothing can be left out, and says so", async () => {
    const { played, requests } = await longScene([overflow, done], { contextWindow: null })
    await run(played, task)
    expect(await compactions(played)).toEqual([])
    expect(await eventsOf(played, "context.kept")).toHaveLength(1)
    expect(await stops(played)).toEqual(["context-overflow"])
    expect(turns(requests)).toHaveLength(1)
  })

  it("may be so again later in the turn: that is another time", async () => {
    const script = [...steps(5, 1_500), overflow, ...steps(5, 1_700), overflow, done]
    const { played } = await longScene(script, { contextWindow: null })
    await run(played, task)
    expect(await compactions(played)).toHaveLength(2)
    expect(await stops(played)).toEqual(["answered"])
  })
})

describe("a person's wish to compact", () => {
  it("is done between two turns, with what they want kept, and the next turn goes on from it", async () => {
    const { played, requests } = await longScene([
      note("- The colour is blue."),
      ...steps(5, 1_500),
      done,
      { text: "Blue." },
    ])
    await run(played, task)
    await played.agent.compact(played.session, { focus: "the colour", key: "wish" })
    await played.agent.compact(played.session, { focus: "the colour", key: "wish" })
    const { state } = await played.agent.drive(played.session)
    expect((await compactions(played)).map(({ data }) => data)).toMatchObject([
      { reason: "asked", focus: "the colour", writtenBy: "model", notes: "- The colour is blue." },
    ])
    const asked = requests.find(({ purpose }) => purpose === "compact")
    expect(texts(asked)[0]).toContain("Keep above all what is about: the colour")
    expect(asked?.tools).toEqual([])
    expect(contextSize(state)?.used).toBe(state.branch.compaction?.tokensAfter)
    await run(played, "Which colour is it?")
    const [summary, ...kept] = texts(turns(requests).at(-1))
    expect(summary).toContain("- The colour is blue.")
    expect(kept).toHaveLength(6)
  })

  it("is done in a turn before the next step, and the turn goes on", async () => {
    const { tool, open } = gate()
    const { played } = await longScene([...steps(5, 1_500), callGate, done], { tools: [tool, longTool] })
    const running = run(played, task)
    await until(played, (item) => "type" in item && item.type === "tool.started" && item.data.call === "g")
    await played.agent.compact(played.session)
    open()
    await running
    expect((await compactions(played)).map(({ data }) => data.reason)).toEqual(["asked"])
    expect(await stops(played)).toEqual(["answered"])
  })

  it("does not make a finished turn go on", async () => {
    const { played, requests } = await longScene([...steps(5, 1_500), done])
    const wished = whenAnswered(played)
    await run(played, task)
    await wished
    await played.agent.drive(played.session)
    expect(turns(requests)).toHaveLength(6)
    expect(await compactions(played)).toHaveLength(1)
  })

  it("changes nothing where it would not help, and says why", async () => {
    const { played } = await longScene([done])
    await run(played, task)
    await played.agent.compact(played.session)
    const { state } = await played.agent.drive(played.session)
    expect(await compactions(played)).toEqual([])
    expect(await eventsOf(played, "context.kept")).toMatchObject([
      { data: { because: expect.stringContaining("not") } },
    ])
    expect(state.log.compact).toBeNull()
  })

  it("is done before an input that waits is taken, and the input is heard all the same", async () => {
    const { played, requests } = await longScene([...steps(5, 1_500), done, { text: "Later it is." }])
    await run(played, task)
    await played.agent.send(played.session, "And what comes later?")
    await played.agent.compact(played.session)
    await played.agent.drive(played.session)
    expect(await compactions(played)).toHaveLength(1)
    expect(texts(turns(requests).at(-1)).at(-1)).toBe("And what comes later?")
  })
})

describe("a compaction", () => {
  it("keeps what was said while a tool ran, and what waits in a queue all the time", async () => {
    const { tool, open } = gate()
    const script = [...steps(3, 1_500), callGate, ...steps(9, 1_900).slice(3), done, { text: "The queue is empty." }]
    const { played, requests } = await longScene([...script], { tools: [tool, longTool] })
    const running = run(played, task)
    await until(played, isType("turn.started"))
    await played.agent.send(played.session, { kind: "queue", text: "Then look at the queue." })
    await until(played, (item) => "type" in item && item.type === "tool.started" && item.data.call === "g")
    await played.agent.send(played.session, { kind: "steer", text: "Always whisper." })
    open()
    await running
    await played.agent.compact(played.session)
    await played.agent.drive(played.session)
    expect((await compactions(played)).length).toBeGreaterThan(0)
    const seen = turns(requests)
    const steered = seen.findIndex((request) => texts(request).some((text) => text.includes("Always whisper.")))
    expect(steered).toBe(4)
    for (const request of seen.slice(steered)) expect(texts(request).join("\n")).toContain("Always whisper.")
    expect(texts(seen.at(-1))).toContain("Then look at the queue.")
    // It was said long before what the newest summary stands for ends, and is among what stays.
    await run(played, "Anything else?")
    const { compaction } = (await played.store.state(played.session)).branch
    expect(compaction?.from).toBeLessThan(compaction?.through ?? 0)
    expect(texts(turns(requests).at(-1))).toContain("Then look at the queue.")
  })

  it("takes no step back where the model that writes its notes fails, and is not tried again", async () => {
    const failure: Failure = { kind: "rate-limit", message: "Slow down", retryAfterMs: 60_000 }
    const { model, played: first } = await longScene([...steps(12, 1_900), done])
    const failing: Model = {
      ...model,
      stream: (request, signal) => (request.purpose === "compact" ? failed(failure) : model.stream(request, signal)),
    }
    const agent = first.agentWith({ model: async () => failing })
    await agent.send(first.session, task)
    await agent.drive(first.session)
    expect((await compactions(first)).map(({ data }) => data.writtenBy)).toEqual(["rule"])
    expect(await eventsOf(first, "model.failed")).toHaveLength(1)
    expect(await stops(first)).toEqual(["answered"])
  })

  it("leaves the transcript whole, and a rewind to before it brings everything back to the model", async () => {
    const { played, requests } = await longScene([...steps(12, 1_900), done, done])
    await run(played, task)
    const items = transcript(await Array.fromAsync(played.store.read(played.session)))
    expect(items.filter(({ kind }) => kind === "tool")).toHaveLength(12)
    expect(items.filter(({ kind }) => kind === "compaction")).toHaveLength(1)
    const [compaction] = await compactions(played)
    const before = (await eventsOf(played, "tool.finished")).findLast(({ seq }) => seq < (compaction?.seq ?? 0))
    await rewind(played.store, played.session, { to: { seq: before?.seq ?? 0 } })
    expect((await played.store.state(played.session)).branch.compaction).toBeNull()
    await played.agent.send(played.session, "And now?")
    await played.agent.drive(played.session)
    expect(texts(requests.findLast(({ purpose }) => purpose === "compact"))[0]).toContain(
      "Person: What is there to tell?",
    )
  })

  it("goes on from what another process left in the middle of it", async () => {
    const { played } = await longScene([...steps(5, 1_500), done])
    await run(played, task)
    await played.agent.compact(played.session)
    const lease = await played.store.acquire(played.session, { type: "Dying" })
    const data = { purpose: "compact" as const, model: "scripted:context" }
    await played.store.append(played.session, [{ type: "model.asked", data }], { epoch: lease.epoch })
    await played.store.release(lease)
    const { state } = await played.agent.drive(played.session)
    expect(state.log.intents.model).toBeNull()
    expect(await eventsOf(played, "model.interrupted")).toHaveLength(1)
    expect(await compactions(played)).toHaveLength(1)
  })

  it("makes a step cost what one of a short session does: no event is read again", async () => {
    const { played, model } = await longScene([...steps(46, 1_900), done])
    const { store } = played
    let read: number[] = []
    let beforeLast: number[] | undefined
    const counted: Store = {
      ...store,
      async append(id, events, by, options) {
        if (events.some(({ type }) => type === "context.compacted")) read = []
        return store.append(id, events, by, options)
      },
      async *read(id, options) {
        for await (const event of store.read(id, options)) {
          read.push(event.seq)
          yield event
        }
      },
    }
    const stream: Model["stream"] = (request, signal) => {
      beforeLast = [...read]
      return model.stream(request, signal)
    }
    const agent = played.agentWith({ store: counted, model: async () => ({ ...model, stream }) })
    await agent.send(played.session, task)
    const { state } = await agent.drive(played.session)
    const { through = 0, seq = 0 } = state.branch.compaction ?? {}
    expect(through).toBeGreaterThan(150)
    expect(state.seq - seq).toBeGreaterThan(20)
    expect(beforeLast).toEqual([])
  })

  it("begins with its mark, so that any reader knows it", async () => {
    const { played, requests } = await longScene([...steps(12, 1_900), done])
    await run(played, task)
    expect(texts(turns(requests).at(-1))[0]?.startsWith(`${compactedMark}\n## Goal\n`)).toBe(true)
  })
})

async function* failed(failure: Failure) {
  yield { type: "failed" as const, failure }
}

/** A person who wishes for it in the moment in which the last answer is there. */
async function whenAnswered(played: Scene): Promise<void> {
  for await (const item of played.store.follow(played.session, { after: 0 })) {
    if ("type" in item && item.type === "model.answered" && item.data.text === "That is all.") break
  }
  await played.agent.compact(played.session)
}
