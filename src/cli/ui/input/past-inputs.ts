import { oneLine } from "../../../base/plain-words.ts"
import { isKnown } from "../../../session/event.ts"
import type { Store } from "../../../store/contract.ts"
import { sessionsOf } from "../../session/own-sessions.ts"
import type { SessionUi } from "../session-ui.ts"

const most = { sessions: 20, eventsEach: 2_000, inputs: 200 } as const

/** What people said in the newest sessions of a project, newest first, each once: read from their logs. */
export async function pastInputs(store: Store, project: string): Promise<string[]> {
  const { items } = await sessionsOf(store, project, { limit: most.sessions })
  const said = new Set<string>()
  for (const { id, damage } of items) {
    if (damage !== null) continue
    for await (const event of store.read(id, { reverse: true, limit: most.eventsEach })) {
      if (isKnown(event) && event.type === "input.accepted" && event.by.kind === "person") {
        said.add(event.data.text.slice(0, event.data.typed ?? event.data.text.length).trim())
      }
      if (said.size >= most.inputs) return [...said]
    }
  }
  return [...said]
}

/** Has the person choose one of them. */
export async function pickPastInput({ context, project, pick }: SessionUi): Promise<string | undefined> {
  const past = await pastInputs(context.store, project)
  const choices = past.map((text, at) => ({ value: String(at), label: oneLine(text) }))
  const chosen = await pick("Message history", choices)
  return chosen === undefined ? undefined : past[Number(chosen)]
}
