import { openThreadStore } from "../../../src/store/thread/open-thread-store.ts"

// A process that appends through a thread, and tells of each acknowledgement until it is killed.
const { store } = await openThreadStore({ directory: process.argv[2] ?? "" })
const id = await store.open({ workspace: "/w", project: "/w" })
for (let n = 0; ; n++) {
  const input = { type: "input.accepted", data: { input: `i${n}`, kind: "send", text: `text ${n}` } } as const
  const { seq } = await store.append(id, [input], "intent")
  process.stdout.write(`${id} ${seq}\n`)
}
