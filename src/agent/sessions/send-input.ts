import { canonicalJson } from "../../session/canonical.ts"
import { isHoldfastError } from "../../session/error.ts"
import type { Event, EventData } from "../../session/event.ts"
import type { Store } from "../../store/contract.ts"
import { uuidv7 } from "../../store/uuid.ts"
import { appendOnce, type IntentMeta, keyOf, signed } from "./idempotent-intent.ts"

export type NewInput = Pick<EventData<"input.accepted">, "text"> &
  Partial<Pick<EventData<"input.accepted">, "kind" | "attachments" | "turn" | "typed" | "require">>

/**
 * Puts an input into the log. An interrupt that names no turn stops the open one; with none open there is nothing to stop,
 * and it is sent. One that names a turn which has ended is refused (`stopped`): the person saw something else.
 */
export async function sendInput(
  store: Store,
  session: string,
  input: NewInput,
  meta: IntentMeta = {},
): Promise<{ input: string; seq: number }> {
  // With a key the input goes by it: a retry is the same input to the letter.
  const id = meta.key ?? uuidv7()
  return appendOnce(
    { store, session, key: meta.key },
    {
      work: async () => ({ input: id, seq: await accept({ store, session, input, id, meta }) }),
      before: ([event]) => (event && isSame(event, input) ? { input: id, seq: event.seq } : undefined),
      idle: () => false,
    },
  )
}

type AcceptOptions = { store: Store; session: string; input: NewInput; id: string; meta: IntentMeta }

async function accept({ store, session, input, id, meta }: AcceptOptions): Promise<number> {
  const given = { kind: "send" as const, ...input, input: id }
  const append = async (data: EventData<"input.accepted">) => {
    const { seq } = await store.append(
      session,
      [{ type: "input.accepted", data, ...signed(meta) }],
      "intent",
      keyOf(meta),
    )
    return seq
  }
  if (given.kind !== "interrupt" || given.turn !== undefined) return append(given)
  for (;;) {
    const open = (await store.state(session)).log.turn?.id
    try {
      return await append(open === undefined ? { ...given, kind: "send" } : { ...given, turn: open })
    } catch (error) {
      // The turn ended between the look and the word: whatever is open by now is looked at again.
      if (!isHoldfastError(error) || error.code !== "stopped") throw error
    }
  }
}

function isSame(event: Event, { text, attachments = [], kind = "send", turn, require }: NewInput): boolean {
  if (event.type !== "input.accepted") return false
  const { data } = event
  const wasSent = kind === "interrupt" && turn === undefined && data.kind === "send"
  return (
    data.text === text &&
    (data.kind === kind || wasSent) &&
    (turn === undefined || data.turn === turn) &&
    data.require === require &&
    canonicalJson(data.attachments ?? []) === canonicalJson(attachments)
  )
}
