// An agent inside another program. In yours, import from "holdfast".
import { openAgent } from "../src/index.ts"

const [task = "What is in this directory?", session] = process.argv.slice(2)
const agent = openAgent({ model: process.env.MODEL ?? "demo" })
const id = session ?? (await agent.open())
await agent.send(id, task)
for await (const item of agent.run(id)) {
  if ("channel" in item) process.stdout.write(item.channel === "text" ? item.text : "")
  else if (item.type === "ask.opened") await agent.answer(id, String(item.data.ask), { answer: "deny" })
}
console.log(`\n${(await agent.store.row(id)).stop}: go on with session ${id}`)
await agent.close()
