import type { EventData, ForeignEvent, NewEvent, Store } from "../../src/index.ts"
import { openMemoryStore } from "../../src/index.ts"

type StartedTool = Omit<EventData<"tool.started">, "call">

type Far = {
  workspace: string
  tool?: { name: string; arguments: Record<string, unknown>; startedWith?: StartedTool }
  more?: NewEvent[]
}

/** A log from another machine with a call that was made or begun there, or with what comes between two turns. */
export async function adoptFar(store: Store, far: Far): Promise<string> {
  const there = openMemoryStore()
  const id = await writeFar(there, far)
  const events = (await Array.fromAsync(there.read(id))) as ForeignEvent[]
  await there.close()
  await store.adopt({ id, events, blobs: [] })
  return id
}

/** Writes such a log into the store of the other machine. */
export async function writeFar(there: Store, { workspace, tool, more = [] }: Far): Promise<string> {
  const id = await there.open({ workspace, project: workspace })
  const settings = { permissionMode: "allow" as const, model: "scripted:/far/away.json" }
  await there.append(id, [{ type: "session.configured", data: settings }], "intent")
  const lease = await there.acquire(id, { type: "Agent" })
  const by = { epoch: lease.epoch }
  if (tool) {
    const turn = "far-turn"
    const moved = { from: null, to: "prepare", kind: "normal", reasonCode: "prepare_runtime", summary: "Go" } as const
    await there.append(
      id,
      [
        { type: "turn.started", turn, data: { task: "Do it." } },
        { type: "turn.moved", turn, data: moved },
        { type: "turn.moved", turn, data: { ...moved, from: "prepare", to: "assistant" } },
      ],
      by,
    )
    const { seq: asked } = await there.append(
      id,
      [{ type: "model.asked", turn, data: { purpose: "turn", model: "m" } }],
      by,
    )
    const call = { call: "c", name: tool.name, arguments: tool.arguments }
    const answered = { asked, text: "", finish: "tool-calls", calls: [call] }
    await there.append(
      id,
      [
        { type: "model.answered", turn, data: answered },
        { type: "tool.called", turn, data: call },
        ...(tool.startedWith
          ? [{ type: "tool.started" as const, turn, data: { call: "c", ...tool.startedWith } }]
          : []),
      ],
      by,
    )
  }
  if (more.length > 0) await there.append(id, more, by)
  await there.release(lease)
  return id
}
