// Makes the sessions that the README shows in $HOLDFAST_HOME, and dies in the middle of a sentence.
import { openStore, type Store, uuidv7 } from "../src/index.ts"

const store = openStore({ actor: { kind: "person", name: "ada" } })

const sky = await ask(store, "Why is the sky blue?")
await store.append(
  sky.session,
  [
    {
      type: "model.answered",
      turn: sky.turn,
      data: { asked: sky.asked, text: "Because air scatters blue light more than red.", finish: "stop" },
    },
    { type: "turn.stopped", turn: sky.turn, data: { code: "answered", summary: "Answered." } },
  ],
  sky.by,
)

const tests = await ask(store, "Which tests are slow?")
const question = "May I run the whole test suite? It takes four minutes."
await store.append(
  tests.session,
  [{ type: "ask.opened", turn: tests.turn, data: { ask: uuidv7(), kind: "question", question } }],
  tests.by,
)

const parser = await ask(store, "Explain how the parser recovers from errors")
const text = "The parser keeps a stack of synchronisation points. When a token does not fit, it"
store.checkpoint(parser.lease, parser.asked, { channel: "text", offset: 0, text })
for await (const { pid } of durable(store, parser.session, text)) process.kill(pid, "SIGKILL")

async function ask(to: Store, task: string) {
  const session = await to.open({ workspace: "/home/ada/kelp", project: "/home/ada/kelp" })
  const [input, turn] = [uuidv7(), uuidv7()]
  await to.append(session, [{ type: "input.accepted", data: { input, kind: "send", text: task } }], "intent")
  const lease = await to.acquire(session, { type: "Agent" })
  const by = { epoch: lease.epoch }
  const { seq: asked } = await to.append(
    session,
    [
      { type: "turn.started", turn, data: { task, input } },
      { type: "input.consumed", turn, data: { input, as: "task" } },
      { type: "model.asked", turn, data: { purpose: "turn", model: "ollama/qwen3-coder" } },
    ],
    by,
  )
  return { session, turn, lease, by, asked }
}

/** Tells when another store, which sees only what is on the disk, has the text. */
async function* durable(writer: Store, session: string, expected: string) {
  const reader = openStore({ readOnly: true })
  const { seq: head } = await writer.row(session)
  for await (const item of reader.follow(session, { after: head })) {
    if ("channel" in item && item.offset + item.text.length === expected.length) yield { pid: process.pid }
  }
}
