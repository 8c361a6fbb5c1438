// A tool and a model of one's own. In your program, import from "holdfast".
import { z } from "zod"
import { defineTool, lastAnswer, openAgent, scriptedModel } from "../src/index.ts"

const weather = defineTool({
  name: "weather",
  description: "Tells the weather in a city.",
  schema: z.object({ city: z.string() }),
  aliases: { place: "city" },
  run: ({ city }) => `It rains in ${city}.`,
})

// Any object with a `stream` is a model. This one plays a script, so that the example needs no server.
const model = scriptedModel("example", [
  { toolCalls: [{ name: "weather", arguments: { place: "Bergen" } }] },
  { text: "Take an umbrella: it rains in Bergen." },
])

const agent = openAgent({ model, tools: [weather] })
const session = await agent.open({ title: "A walk" })
await agent.send(session, "Do I need an umbrella in Bergen?")
for await (const item of agent.run(session)) {
  if ("type" in item && item.type === "tool.finished") console.log("tool:", item.data.output)
}
console.log(await lastAnswer(agent.store, session))
await agent.close()
