// Drives a session up to streamed text, then does as it is told. Arguments: directory, session, how to end.
//   close: closes the store, and prints which timers are left
//   leave: does nothing more: the process must end by itself
//   wait:  stays until it is killed
import { openStore } from "../../src/index.ts"
import { ask } from "./scene-turn.ts"

const [, , directory = "", session = "", ending = ""] = process.argv
const store = openStore({ directory })
const lease = await store.acquire(session, { type: "Agent" })
const { asked } = await ask(store, lease, "do a long research task")
if (ending === "wait") {
  setInterval(() => undefined, 1_000_000)
  process.stdout.write(`${asked}\n`)
} else {
  store.checkpoint(lease, asked, { channel: "text", offset: 0, text: "half an answer" })
  if (ending === "close") {
    await store.close()
    process.stdout.write(JSON.stringify(process.getActiveResourcesInfo().filter((name) => name === "Timeout")))
  }
}
