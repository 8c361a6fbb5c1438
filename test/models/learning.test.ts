import { describe, expect, it } from "vitest"
import { finish, text, toolCall } from "./chunks.ts"
import { ask, asked, chats, here, open, setHere, written } from "./learning-scene.ts"
import { events, sendStream } from "./loopback.ts"

setHere()

describe("a model that is told of tools natively", () => {
  const says = (words: string) => chats((response) => sendStream(response, events(text(words), finish("stop"))))
  const calls = () =>
    chats((response) =>
      sendStream(response, events(toolCall(0, { id: "a", name: "read", arguments: "{}" }), finish("tool_calls"))),
    )

  it("and makes its calls as text three times, and none natively between, is told of them in text", async () => {
    const model = await open("ollama/qwen3:8b")
    says(written)
    await ask(model)
    says("I think that it is done.")
    await ask(model)
    says(written)
    await ask(model)
    expect(model.profile).toMatchObject({ toolFormat: "native", source: "name" })
    await ask(model)
    expect(model.profile).toMatchObject({ toolFormat: "tagged", source: "learned" })
    expect(here.kept.get("profile:ollama/qwen3:8b")).toMatchObject({ because: "text-calls" })
  })

  it("and calls natively in between is left as it is, and that is kept", async () => {
    const model = await open("ollama/qwen3:8b")
    for (const answer of [() => says(written), () => says(written), calls, () => says(written), () => says(written)]) {
      answer()
      await ask(model)
    }
    expect(model.profile).toMatchObject({ toolFormat: "native", source: "learned" })
    expect([...here.kept.values()]).toEqual([{ toolFormat: "native", because: "native-calls", described: null }])
  })

  it("and writes of other things is left as it is", async () => {
    const model = await open("ollama/qwen3:8b")
    says('The object {"name": "other", "arguments": {}} is JSON.')
    for (let answer = 0; answer < 4; answer++) await ask(model)
    expect(model.profile).toMatchObject({ toolFormat: "native", source: "name" })
  })

  it.each<[string, string, string]>([
    ["asked for", "What does a tool call look like?", `\`\`\`\n${written}\n\`\`\``],
    ["that stand in what it was given", `Sum this up:\n${written}`, `It ends with\n\n${written}`],
    ["with words behind them", "What is in it?", `It has\n\n${written}\n\nwhich is only an example.`],
  ])("and shows examples of calls, %s, is left as it is", async (_, said, answer) => {
    const model = await open("ollama/qwen3:8b")
    says(answer)
    for (let times = 0; times < 4; times++) await ask(model, { messages: [{ role: "user", text: said }] })
    expect(model.profile).toMatchObject({ toolFormat: "native", source: "name" })
    expect(here.kept.size).toBe(0)
  })

  it("is left as it is when a person has set so", async () => {
    const model = await open("ollama/qwen3:8b", { profiles: { "ollama/qwen3:8b": { toolFormat: "native" } } })
    says(written)
    for (let answer = 0; answer < 4; answer++) await ask(model)
    expect(model.profile).toMatchObject({ toolFormat: "native", source: "set" })
  })
})

describe("a model of which nothing is known", () => {
  it("is told of tools natively, and what it makes of that is remembered", async () => {
    chats((response) =>
      sendStream(response, events(toolCall(0, { id: "a", name: "read", arguments: "{}" }), finish("tool_calls"))),
    )
    const model = await open("ollama/mystery")
    expect(model.profile).toMatchObject({ toolFormat: "native", source: "default" })
    await ask(model)
    expect(asked()[0]).toHaveProperty("tools")
    expect(model.profile).toMatchObject({ toolFormat: "native", source: "learned" })
  })

  it("is told of them in text as soon as it writes its calls as text, in later runs too", async () => {
    chats((response) => sendStream(response, events(text(written), finish("stop"))))
    const model = await open("ollama/mystery")
    await ask(model)
    expect(model.profile).toMatchObject({ toolFormat: "tagged", source: "learned" })
    expect((await open("ollama/mystery")).profile).toMatchObject({ toolFormat: "tagged", source: "learned" })
  })
})

it("a model whose calls were text is told of tools natively when it calls so by itself", async () => {
  chats((response) =>
    sendStream(response, events(toolCall(0, { id: "a", name: "read", arguments: "{}" }), finish("tool_calls"))),
  )
  const model = await open("ollama/deepseek-r1:8b")
  expect(model.profile).toMatchObject({ toolFormat: "tagged", source: "name" })
  await ask(model, { toolFormat: "tagged" })
  expect(asked()[0]).not.toHaveProperty("tools")
  expect(model.profile).toMatchObject({ toolFormat: "native", source: "learned" })
})

it("a request without tools shows past calls as the model knows them", async () => {
  chats((response) => sendStream(response, events(text("A title"), finish("stop"))))
  const calls = [{ call: "c", name: "read", arguments: { path: "b" } }]
  const messages = [
    { role: "user", text: "Look" },
    { role: "assistant", text: "", calls },
    { role: "tool", call: "c", name: "read", text: "B", failed: false },
  ] as const
  await ask(await open("ollama/deepseek-r1:8b"), { tools: [], messages })
  await ask(await open("ollama/qwen3:8b"), { tools: [], messages })
  expect(asked().map((body) => (body.messages as { role: string }[]).map(({ role }) => role))).toEqual([
    ["system", "user", "assistant", "user"],
    ["system", "user", "assistant", "tool"],
  ])
})

it("what was kept and makes no sense is as good as nothing", async () => {
  here.kept.set("profile:ollama/qwen3:8b", { toolFormat: "xml" })
  expect((await open("ollama/qwen3:8b")).profile).toMatchObject({ toolFormat: "native", source: "name" })
})

it("a memory that fails costs no answer", async () => {
  const broken = () => Promise.reject(new Error("the disk is full"))
  chats((response) =>
    sendStream(response, events(toolCall(0, { id: "a", name: "read", arguments: "{}" }), finish("tool_calls"))),
  )
  const model = await open("ollama/qwen3:8b", { profileMemory: { recall: broken, keep: broken } })
  expect((await ask(model)).at(-1)).toEqual({ type: "finished", finish: "tool-calls" })
  expect(model.profile).toMatchObject({ source: "learned" })
})
