import type { NewEvent } from "../../src/session/event.ts"
import type { Store } from "../../src/store/contract.ts"

/** Sessions that fill the list. */
export async function fillList(store: Store, sessions: number): Promise<void> {
  const batch = 500
  for (let i = 0; i < sessions; i += batch) {
    await Promise.all(
      Array.from({ length: Math.min(batch, sessions - i) }, (_, j) =>
        store.open({ workspace: "/bench", project: `/project-${(i + j) % 40}`, title: `Session number ${i + j}` }),
      ),
    )
  }
}

const turnsAtOnce = 100

/** A session of so many messages: a person asks, an answer comes, with markdown and code in it. Gives its id. */
export async function converse(store: Store, messages: number): Promise<string> {
  const id = await store.open({ workspace: "/bench", project: "/bench", title: "A long conversation" })
  const lease = await store.acquire(id, { type: "Bench" })
  let seq = (await store.state(id)).seq
  for (let turn = 0; turn < messages / 2; turn += turnsAtOnce) {
    const events: NewEvent[] = []
    for (let n = turn; n < Math.min(turn + turnsAtOnce, messages / 2); n++) {
      events.push(...exchange(n, seq + events.length))
    }
    seq = (await store.append(id, events, lease)).seq
  }
  return id
}

function exchange(n: number, seq: number): NewEvent[] {
  const turn = `turn-${n}`
  return [
    { type: "input.accepted", data: { input: turn, kind: "send", text: `Please look at item ${n}.` } },
    { type: "turn.started", turn, data: { task: `item ${n}`, input: turn } },
    { type: "input.consumed", turn, data: { input: turn, as: "task" } },
    { type: "model.asked", turn, data: { purpose: "turn", model: "bench" } },
    { type: "model.answered", turn, data: { asked: seq + 4, text: answerTo(n), finish: "stop" } },
    { type: "turn.stopped", turn, data: { code: "answered", summary: "Answered." } },
  ]
}

/** The words of an answer by which it is found on the page. */
export const markOf = (n: number) => `Answer number ${n}.`

function answerTo(n: number): string {
  const code = n % 5 === 0 ? "\n\n```ts\nexport const item = (n: number) => n * 2\n```" : ""
  return `${markOf(n)} ${"It was looked at, and **nothing** of it is lost. ".repeat(1 + (n % 7))}${code}\n\n- one thing\n- another, with \`code\``
}
