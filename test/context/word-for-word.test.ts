import { describe, expect, it } from "vitest"
import { type Model, ownTools } from "../../src/index.ts"
import { eventsOf, run, type Scene, stops } from "../agent/scene.ts"
import { listening } from "./listening.ts"
import { longScene, tell, telling, texts, turns } from "./long.ts"

const steps = (count: number, characters: number) =>
  Array.from({ length: count }, (_, index) => telling(`item${index}`, characters))
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
      const heard: Model = {
        ...model,
        name: `own/${contextWindow}`,
        stream: (...given) => {
          requests.push(given[0])
          return model.stream(...given)
        },
      }
      const agent = played.agentWith({ model: async () => heard })
      await agent.send(played.session, task)
      await agent.drive(played.session)
      return new Set(
        texts(turns(requests).at(-1))
          .join("\n")
          .match(/RULE\d+x/g),
      ).size
    }
    expect(await on(200_000, `What is there to tell? ${demands.join(" ")}`)).toBe(40)
    expect(await on(6_000, "And what else?")).toBeLessThan(40)
    expect(await on(200_000, "And now?")).toBe(40)
    expect((await eventsOf(played, "context.compacted")).length).toBeGreaterThan(0)
  })

  it("is there as the reason of a call that they denied", async () => {
    const tools = [tell, ...ownTools.filter(({ name }) => name === "bash")]
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
    const { played, requests } = await longScene([telling("long", 20_000), overflow, done], { contextWindow: null })
    await run(played, "What is there to tell?")
    expect(await stops(played)).toEqual(["answered"])
    expect(await eventsOf(played, "context.trimmed")).toHaveLength(1)
    expect(await eventsOf(played, "context.compacted")).toEqual([])
    expect(texts(turns(requests).at(-1)).at(-1)?.length).toBeLessThan(1_300)
  })

  it("is told in short beside a summary where older messages are too much as well", async () => {
    const script = [...steps(12, 1_900), telling("long", 24_000), overflow, done]
    const { played, requests } = await longScene(script, { contextWindow: null })
    await run(played, "What is there to tell? Never speak of vendor/.")
    expect(await stops(played)).toEqual(["answered"])
    expect((await eventsOf(played, "context.compacted")).map(({ data }) => data.reason)).toEqual(["overflow"])
    expect(await eventsOf(played, "context.trimmed")).toHaveLength(1)
    expect(texts(turns(requests).at(-1)).join("\n").length).toBeLessThan(10_000)
  })

  it("ends the turn where even that is too much", async () => {
    const script = [telling("long", 20_000), overflow, overflow, done]
    const { played, requests } = await longScene(script, { contextWindow: null })
    await run(played, "What is there to tell?")
    expect(await stops(played)).toEqual(["context-overflow"])
    expect(turns(requests)).toHaveLength(3)
  })
})
