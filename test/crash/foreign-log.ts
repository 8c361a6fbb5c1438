import type { ForeignEvent } from "../../src/session/event.ts"
import type { ForeignLog } from "../../src/store/contract.ts"
import { uuidv7 } from "../../src/store/uuid.ts"

/** A log as it might come from another machine: opened under a title, with some inputs. */
export function foreignLog(title: string, inputs: number, text: () => string): ForeignLog {
  const id = uuidv7()
  const by = { kind: "person" as const, name: "somebody", device: "elsewhere" }
  const event = (seq: number, type: string, data: Record<string, unknown>): ForeignEvent => {
    return { id: uuidv7(), session: id, seq, at: new Date().toISOString(), by, type, v: 1, data }
  }
  const opened = event(1, "session.opened", { workspace: "/elsewhere", project: "/elsewhere", title })
  const sent = Array.from({ length: inputs }, (_, index) =>
    event(index + 2, "input.accepted", { input: uuidv7(), kind: "send", text: text() }),
  )
  return { id, events: [opened, ...sent], blobs: [] }
}
