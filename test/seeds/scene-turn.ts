import { type Lease, type Store, uuidv7 } from "../../src/index.ts"

export function openSession(store: Store, title?: string): Promise<string> {
  return store.open({ workspace: "/work", project: "/work", ...(title === undefined ? {} : { title }) })
}

/** A person's message. */
export async function send(store: Store, session: string, text: string): Promise<{ input: string; seq: number }> {
  const input = uuidv7()
  const { seq } = await store.append(
    session,
    [{ type: "input.accepted", data: { input, kind: "send", text } }],
    "intent",
  )
  return { input, seq }
}

/** Takes a message into a new turn, up to the open call of the model; returns the turn and the seq of that intent. */
export async function ask(store: Store, lease: Lease, text: string): Promise<{ turn: string; asked: number }> {
  const { input } = await send(store, lease.session, text)
  const turn = uuidv7()
  const { seq: asked } = await store.append(
    lease.session,
    [
      { type: "turn.started", turn, data: { task: text, input } },
      { type: "input.consumed", turn, data: { input, as: "task" } },
      { type: "model.asked", turn, data: { purpose: "turn", model: "scripted/model" } },
    ],
    { epoch: lease.epoch },
  )
  return { turn, asked }
}

/** The whole answer and the stop record; returns the new head. */
export async function answer(
  store: Store,
  lease: Lease,
  { turn, asked }: { turn: string; asked: number },
  text: string,
) {
  const { seq } = await store.append(
    lease.session,
    [
      { type: "model.answered", turn, data: { asked, text, finish: "stop" } },
      { type: "turn.stopped", turn, data: { code: "answered", summary: "Answered." } },
    ],
    { epoch: lease.epoch },
  )
  return seq
}

/** One message and its answer; returns the new head. */
export async function exchange(store: Store, lease: Lease, text: string, reply: string): Promise<number> {
  return answer(store, lease, await ask(store, lease, text), reply)
}
