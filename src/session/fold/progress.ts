import { conversational } from "../event/model.ts"
import type { Event, EventType } from "../event.ts"
import { caps, limits } from "../limits.ts"
import { policies } from "../policy.ts"
import type { LogState, Progress } from "../state.ts"
import { clip, pushCapped } from "./draft.ts"

/** Where a turn begins. */
export const noProgress: Progress = {
  steps: 0,
  last: null,
  failures: 0,
  cutAnswers: 0,
  answer: null,
  sameAnswers: 0,
  toolErrors: 0,
  denials: 0,
  recentCalls: [],
  changed: 0,
  unseen: 0,
  recoveries: 0,
  salvaged: 0,
  bidden: false,
}

type Advance<T extends EventType> = (progress: Progress, event: Event<T>, log: LogState) => Progress

/**
 * Where the open turn stands after one event more: what the next decision is made on. `log` is the one before the
 * event, where the intent that it settles is still open.
 */
export function advance(progress: Progress, event: Event, log: LogState): Progress {
  const step = advances[event.type] as Advance<EventType> | undefined
  const next = step ? step(progress, event, log) : progress
  // A driver who was there all the time goes on by itself: who takes the turn up after it was not bidden.
  return next.bidden && policies[event.type].writer !== "person" ? { ...next, bidden: false } : next
}

const advances: { readonly [T in EventType]?: Advance<T> } = {
  // A new owner while a turn is open takes it up again: by itself after a crash, which is counted, or at a person's word.
  "session.owned": (progress) => ({ ...progress, recoveries: progress.recoveries + (progress.bidden ? 0 : 1) }),
  "turn.resume-requested": (progress) => ({ ...progress, ...afresh, failures: 0, bidden: true }),

  "input.consumed": (progress) => ({ ...progress, ...afresh, last: null, cutAnswers: 0, sameAnswers: 0 }),
  "ask.answered": (progress) => ({ ...progress, ...afresh, bidden: true }),

  "model.answered": (progress, { seq, data }, log) => {
    if (!ofTheTurn(log)) return progress
    const calls = data.calls?.length ?? 0
    const digest = digestOf(data.text.trim())
    return {
      ...progress,
      ...afresh,
      steps: progress.steps + 1,
      failures: 0,
      cutAnswers: calls === 0 && data.finish === "length" ? progress.cutAnswers + 1 : 0,
      last: { outcome: "answered", seq, calls, finish: clip(data.finish, limits.name) },
      sameAnswers: calls === 0 && digest === progress.answer ? progress.sameAnswers + 1 : 0,
      answer: digest,
    }
  },
  "model.failed": (progress, { seq, data }, log) => {
    if (!ofTheTurn(log)) return progress
    const { kind, message, retryAt = null } = data
    return {
      ...progress,
      ...afresh,
      failures: progress.failures + 1,
      last: { outcome: "failed", seq, kind, message: clip(message, limits.note), retryAt },
    }
  },
  "model.interrupted": (progress, { seq, data }, log) => {
    if (!ofTheTurn(log)) return progress
    const last = { outcome: "interrupted", seq } as const
    const grown = data.text.length > progress.salvaged
    return grown ? { ...progress, last, recoveries: 0, salvaged: data.text.length } : { ...progress, last }
  },

  "tool.finished": (progress, { data }, { intents }) => {
    const tool = intents.tools.find(({ call }) => call === data.call)
    const failed = data.status === "error" || data.status === "denied"
    const digest = digestOf(JSON.stringify([tool?.name, tool?.argumentsHash, data.status, data.output.text]))
    // What was cut off is no step forward.
    const settled = data.status === "interrupted" || data.status === "unknown" ? {} : afresh
    return {
      ...progress,
      ...settled,
      toolErrors: failed ? progress.toolErrors + 1 : 0,
      denials: data.status === "denied" ? progress.denials + 1 : 0,
      recentCalls: pushCapped(progress.recentCalls, digest, caps.recentCalls),
      changed: progress.changed + data.changed.length,
      unseen: progress.unseen + (data.uncovered === undefined ? 0 : 1),
    }
  },
}

/** Something new happened: whatever was tried again and again before has come to an end. */
const afresh = { recoveries: 0, salvaged: 0 } as const

function ofTheTurn({ intents }: LogState): boolean {
  return intents.model !== null && conversational.has(intents.model.purpose)
}

/** A short name of a text, good enough to see that the same is said again. */
function digestOf(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    a = Math.imul(a ^ unit, 2654435761)
    b = Math.imul(b ^ unit, 1597334677)
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36)
}
