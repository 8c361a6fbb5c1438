import type { EventData, EventType } from "./event.ts"
import { grantsLike } from "./fold/activity.ts"
import { cutRanges } from "./fold.ts"
import { limits } from "./limits.ts"
import type { SessionState } from "./state.ts"
import { inputWeight, ledgerWeight, weightOfAll } from "./weight.ts"

/**
 * Why the state has no room for what an event would add, and what to do about it. Only what a caller may choose not to
 * add is refused: an outcome, a stop record and what makes room always fit.
 */
export function noRoom(state: SessionState, { type, data }: { type: EventType; data: unknown }): string | undefined {
  const room = rooms[type] as Room<EventType> | undefined
  return room?.(state, data as EventData<EventType>)
}

type Room<T extends EventType> = (state: SessionState, data: EventData<T>) => string | undefined

const rooms: { readonly [T in EventType]?: Room<T> } = {
  "input.accepted": ({ log }, { text, attachments = [] }) => {
    const { waiting } = log.inputs
    return waiting.length < limits.waitingInputs
      ? textRoom(waiting, { text, attachments })
      : `${waiting.length} inputs wait already. Withdraw one, or let the queue drain`
  },
  "input.edited": ({ log }, { input, text, attachments }) => {
    const before = log.inputs.waiting.find((other) => other.input === input)
    const edited = { text, attachments: attachments ?? before?.attachments ?? [] }
    if (before && inputWeight(edited) <= inputWeight(before)) return undefined
    return textRoom(
      log.inputs.waiting.filter((other) => other.input !== input),
      edited,
    )
  },
  "workflow.ledger-changed": ({ branch }, { items }) => {
    const ledger = new Map([...branch.ledger, ...items].map((item) => [item.id, item]))
    if (ledger.size > limits.ledgerItems) {
      return `the ledger would hold ${ledger.size} items, and its limit is ${limits.ledgerItems}. Change an existing item`
    }
    const together = weightOfAll([...ledger.values()], ledgerWeight)
    return together <= limits.ledgerText || together <= weightOfAll(branch.ledger, ledgerWeight)
      ? undefined
      : `the ledger would hold ${together} characters, and its limit is ${limits.ledgerText}. Shorten the evidence of its items, or keep it in an artifact`
  },
  "tool.called": ({ log }) =>
    log.intents.tools.length < limits.openTools
      ? undefined
      : `${log.intents.tools.length} calls are open already. Record the outcome of one first`,
  "ask.opened": ({ log }) =>
    log.asks.open.length < limits.openAsks
      ? undefined
      : `${log.asks.open.length} asks are open already. Have one answered, or let it expire first`,
  "ask.answered": ({ log }, { answer, scope = "once" }) => {
    if (answer !== "approve" || grantsLike(log.grants, scope).length < limits.grants) return undefined
    return scope === "once"
      ? `${limits.grants} approvals of one call each stand already. Let a call that was approved finish first`
      : `${limits.grants} approvals for the whole session stand already. Approve it once`
  },
  "history.rewound": (state, { to }) => {
    const kept = cutRanges(state.live, to)
    if (kept.length < limits.liveRanges) return undefined
    const furthest = kept[limits.liveRanges - 2]?.to
    return `its conversation is made of ${kept.length} pieces already. Go back to seq ${furthest} or earlier`
  },
}

type Weighed = Parameters<typeof inputWeight>[0]

function textRoom(waiting: readonly Weighed[], input: Weighed): string | undefined {
  const together = weightOfAll([...waiting, input], inputWeight)
  return together <= limits.waitingText
    ? undefined
    : `the inputs that wait would hold ${together} characters, and their limit is ${limits.waitingText}. Withdraw one, let the queue drain, or attach the text as a file`
}
