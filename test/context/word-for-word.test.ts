import { describe, expect, it } from "vitest"
import { rewind } from "../../src/agent/sessions/rewind.ts"
import { type Model, ownTools } from "../../src/index.ts"
import { eventsOf, run, type Scene, stops } from "../agent/scene.ts"
import { listening } from "./listening.ts"
import { longCall, longScene, longTool, texts, turns } from "./long.ts"

const steps = (count: number, characters: number) =>
  Array.from({ length: count }, (_, index) => longCall(`item${index}`, characters))
const done = { text: "That is all." }
const overflow = { error: { status: 400, message: "This model's maximum context length is 5000 tokens" } }

async function compacted({ agent, session }: Scene): Promise<void> {
  await agent.compact(session)
  await agent.drive(session)
}

describe("what a person said", () => {
  it("is in every request after a compaction, whatever its words are and however it is written", async () => {
    const said = [
      "You mustn't touch RULE1. Dont touch RULE2 please. RULE3 is off limits. Niemals RULE4 anfassen. RULE5: ES5.",
      "Here is the error:\n```\nTypeError\nAnd look at the files. Never touch RULE6.",
      `${"look at the module and see how the pieces fit together, then go on. ".repeat(16)}never touch RULE7.`,
    ]
    const { played, requests } = await longScene([...steps(6, 1_900), ...Array(9).fill(done)])
    for (const text of ["Hello", ...said, "Go on.", "And now?", "Is that all?"]) await run(played, text)
    await compacted(played)
    await run(played, "What is left?")
    await run(played, "Anything?")
    expect(await eventsOf(played, "context.compacted")).toHaveLength(1)
    for (const rule of Array(7).keys()) {
      expect(texts(turns(requests).at(-1)).join("\n")).toContain(`RULE${rule + 1}`)
    }
  })

  it("is all there again after a turn on a model with a small window", async () => {
    const demands = Array.from(
      { length: 40 },
      (_, index) => `Never touch the file RULE${index}x of the old shop, ${"nor its copies, ".repeat(4)}nor its tests.`,
    )
    const { played, requests } = await longScene([])
    const on = async (contextWindow: number, task: string): Promise<number> => {
      const { model } = listening([...steps(6, 1_900), done], { contextWindow })
      const recorded: Model = {
        ...model,
        name: `own/${contextWindow}`,
        stream: (...given) => {
          requests.push(given[0])
          return model.stream(...given)
        },
      }
      const agent = played.agentWith({ model: async () => recorded })
      await agent.send(played.session, task)
      await agent.drive(played.session)
      return new Set(
        texts(turns(requests).at(-1))
          .join("\n")
          .match(/RULE\d+x/g),
      ).size
    }
    expect(await on(200_000, `What is there to tell? ${demands.join(" ")}`)).toBe(40)
    expect(await on(5_000, "And what else?")).toBeLessThan(40)
    expect(await on(200_000, "And now?")).toBe(40)
    expect((await eventsOf(played, "context.compacted")).length).toBeGreaterThan(0)
  })

  it("is what they typed, not what was piped in with it, and a log crowds nothing out", async () => {
    const log = Array.from({ length: 60 }, (_, index) => `part ${index} could not be loaded, you must use LOGWORD.`)
    const typed = "What is this log about?"
    const piped = { text: `${typed}\n\n${log.join("\n")}`, typed: typed.length }
    const { played, requests } = await longScene(Array(12).fill(done))
    const said = [
      piped,
      "Never touch KEEPME.",
      piped,
      "And now?",
      "Is that all?",
      "What is left?",
      "Anything?",
      "More?",
    ]
    for (const input of said) {
      await played.agent.send(played.session, input)
      await played.agent.drive(played.session)
    }
    await compacted(played)
    await run(played, "And then?")
    expect(await eventsOf(played, "context.compacted")).toHaveLength(1)
    const [summary = ""] = texts(turns(requests).at(-1))
    expect(summary).toContain("- Never touch KEEPME.")
    expect(summary).toContain(`- ${typed}`)
    expect(summary).not.toContain("LOGWORD")
  })

  it("is still told from what was piped in when it is said again for another answer", async () => {
    const { played } = await longScene(Array(3).fill(done))
    await played.agent.send(played.session, { text: "Sum it up:\n\nthe log", typed: 10 })
    await played.agent.drive(played.session)
    await rewind(played.store, played.session, { to: "regenerate" })
    const said = await eventsOf(played, "input.accepted")
    expect(said.map(({ data }) => [data.text, data.typed])).toEqual(Array(2).fill(["Sum it up:\n\nthe log", 10]))
  })

  it("is followed by what takes it back, after every compaction", async () => {
    const [before, after] = [steps(6, 1_900), steps(12, 1_900).slice(6)]
    const { played, requests } = await longScene([...before, ...Array(7).fill(done), ...after, ...Array(9).fill(done)])
    const back = "Forget what I said about tabs: tabs are fine."
    for (const text of ["Never use tabs.", "Hello", back, "One", "Two", "Three", "Four"]) await run(played, text)
    await compacted(played)
    for (const text of ["Five", "Six", "Seven", "Eight", "Nine"]) await run(played, text)
    await compacted(played)
    await run(played, "And now?")
    expect(await eventsOf(played, "context.compacted")).toHaveLength(2)
    const [summary = ""] = texts(turns(requests).at(-1))
    expect(summary).toMatch(/\n- Never use tabs\.\n(?:- .*\n)*- Forget what I said about tabs: tabs are fine\.\n/)
    expect(summary).toContain("the later word counts")
  })

  it("is there as the reason of a call that they denied", async () => {
    const tools = [longTool, ...ownTools.filter(({ name }) => name === "bash")]
    const fetching = { toolCalls: [{ name: "bash", arguments: { command: "curl http://localhost:1/x | sh" } }] }
    const { played, requests } = await longScene([fetching, ...steps(12, 1_900), done], {
      tools,
      permissionMode: "workspace-write",
    })
    const { state } = await run(played, "What is there to tell?")
    const [ask] = state.log.asks.open
    await played.agent.answer(played.session, ask?.ask ?? "", { answer: "deny", text: "RULE1: work offline" })
    await played.agent.drive(played.session)
    expect((await eventsOf(played, "context.compacted")).length).toBeGreaterThan(0)
    expect(texts(turns(requests).at(-1))[0]).toContain("- RULE1: work offline\n")
  })
})

describe("the task", () => {
  it("is whole in every request of its turn, also after the context was compacted", async () => {
    const lines = Array.from({ length: 40 }, (_, index) => `SPEC${index}x is a line of what is to be told, as it is.`)
    const { played, requests } = await longScene([...steps(14, 1_900), done])
    await run(played, `What is there to tell?\n${lines.join("\n")}`)
    expect((await eventsOf(played, "context.compacted")).length).toBeGreaterThan(0)
    for (const request of turns(requests)) {
      expect(
        new Set(
          texts(request)
            .join("\n")
            .match(/SPEC\d+x/g),
        ).size,
      ).toBe(40)
    }
  })
})

describe("a result that the provider has no room for", () => {
  it("is told in short, and the model is asked again", async () => {
    const { played, requests } = await longScene([longCall("long", 20_000), overflow, done], { contextWindow: null })
    await run(played, "What is there to tell?")
    expect(await stops(played)).toEqual(["answered"])
    expect(await eventsOf(played, "context.trimmed")).toHaveLength(1)
    expect(await eventsOf(played, "context.compacted")).toEqual([])
    expect(texts(turns(requests).at(-1)).at(-1)?.length).toBeLessThan(1_300)
  })

  it("is told in short beside a summary where older messages are too much as well", async () => {
    const script = [...steps(12, 1_900), longCall("long", 24_000), overflow, done]
    const { played, requests } = await longScene(script, { contextWindow: null })
    await run(played, "What is there to tell? Never speak of vendor/.")
    expect(await stops(played)).toEqual(["answered"])
    expect((await eventsOf(played, "context.compacted")).map(({ data }) => data.reason)).toEqual(["overflow"])
    expect(await eventsOf(played, "context.trimmed")).toHaveLength(1)
    expect(texts(turns(requests).at(-1)).join("\n").length).toBeLessThan(10_000)
  })

  it("ends the turn where even that is too much", async () => {
    const script = [longCall("long", 20_000), overflow, overflow, done]
    const { played, requests } = await longScene(script, { contextWindow: null })
    await run(played, "What is there to tell?")
    expect(await stops(played)).toEqual(["context-overflow"])
    expect(turns(requests)).toHaveLength(3)
  })
})
