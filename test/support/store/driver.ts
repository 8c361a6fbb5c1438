import { parentPort, workerData } from "node:worker_threads"
import { portStore } from "../../../src/store/thread/port-store.ts"

// A thread that takes the lease of a session, streams on demand, and never gives the lease back.
const { port, id } = workerData
const store = portStore(port)
const lease = await store.acquire(id, { type: "Driver" })
const started = { type: "turn.started", data: { task: "task" }, turn: "t1" } as const
const asked = { type: "model.asked", data: { purpose: "turn", model: "demo" }, turn: "t1" } as const
const { seq } = await store.append(id, [started, asked], lease)
let offset = 0
parentPort?.on("message", (text: string) => {
  store.checkpoint(lease, seq, { channel: "text", offset, text })
  offset += text.length
})
parentPort?.postMessage({ lease, seq })
