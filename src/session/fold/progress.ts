import { clip } from "../../base/clip.ts"
import type { CheckStatus } from "../event/common.ts"
import { conversational } from "../event/model.ts"
import type { Loss } from "../event/session.ts"
import type { Event, EventType } from "../event.ts"
import { emptyFingerprint, extended } from "../fingerprint.ts"
import { caps, limits } from "../limits.ts"
import { policies } from "../policy.ts"
import type { LogState, Progress } from "../state.ts"
import { pushCapped } from "./draft.ts"

/** Where a turn begins. */
export const noProgress: Progress = {
  steps: 0,
  last: null,
  failures: 0,
  cutAnswers: 0,
  overflows: 0,
  repairs: {},
  toolErrors: 0,
  denials: 0,
  recentCalls: [],
  changed: 0,
  unseen: 0,
  recoveries: 0,
  salvaged: 0,
  resumeExpected: false,
}

type Advance<T extends EventType> = (progress: Progress, event: Event<T>, log: LogState) => Progress

/**
 * The progress of the open turn after one more event: the basis of the next decision. `log` is the one before the
 * event, where the intent that it settles is still open.
 */
export function advance(progress: Progress, event: Event, log: LogState): Progress {
  const step = advances[event.type] as Advance<EventType> | undefined
  const next = step ? step(progress, event, log) : progress
  // A driver that stays continues by itself: if it is lost later, the next owner was not expected.
  const isBidding = policies[event.type].writer === "person" || event.type === "session.left"
  return next.resumeExpected && !isBidding ? { ...next, resumeExpected: false } : next
}

const advances: { readonly [T in EventType]?: Advance<T> } = {
  // A new owner while a turn is open resumes it: by itself after the owner before was lost, which is counted, because a
  // person asked for it, or because the one before shut down in order.
  "session.owned": (progress, { data }) => ({
    ...progress,
    recoveries: progress.recoveries + (progress.resumeExpected ? 0 : blame[data.lost ?? "alone"]),
  }),
  "session.left": (progress) => ({ ...progress, resumeExpected: true }),
  "turn.resume-requested": (progress, { at }) => {
    const { last } = progress
    const isWaiting = last?.outcome === "failed" && last.retryAt !== null && last.retryAt > at
    // A person who resumes does not want to wait for the retry.
    const retried = isWaiting ? { last: { ...last, retryAt: at } } : {}
    return { ...progress, ...noRecoveries, ...retried, failures: 0, resumeExpected: true }
  },

  "input.consumed": (progress) => ({ ...progress, ...noRecoveries, last: null, cutAnswers: 0 }),
  "ask.answered": (progress) => ({ ...progress, ...noRecoveries, resumeExpected: true }),

  // What the model was sent about it has not been answered yet.
  "workflow.noted": (progress, { data }) => {
    if (data.kind === "legacy_trace" || data.message === undefined) return progress
    const repairs =
      data.kind === "repair_retry" ? withRepair(progress.repairs, clip(data.reasonCode, limits.name)) : progress.repairs
    return { ...progress, repairs, last: null }
  },
  // The files are another matter now: what was said before does not count.
  "workflow.decided": (progress, { data }) =>
    data.kind === "reentry" || data.message !== undefined ? { ...progress, last: null } : progress,

  "model.answered": (progress, { seq, data }, log) => {
    if (!isStep(log)) return progress
    if (isModeCall(log)) return { ...progress, ...noRecoveries, steps: progress.steps + 1, failures: 0, last: null }
    const calls = data.calls?.length ?? 0
    return {
      ...progress,
      ...noRecoveries,
      steps: progress.steps + 1,
      failures: 0,
      overflows: 0,
      cutAnswers: calls === 0 && data.finish === "length" ? progress.cutAnswers + 1 : 0,
      last: { outcome: "answered", seq, calls, finish: clip(data.finish, limits.name), cut: data.cut ?? [] },
    }
  },
  "model.failed": (progress, { seq, data }, log) => {
    if (!isStep(log)) return progress
    const { kind, message, retryAt = null } = data
    return {
      ...progress,
      ...noRecoveries,
      failures: progress.failures + 1,
      overflows: progress.overflows + (kind === "context-overflow" ? 1 : 0),
      last: { outcome: "failed", seq, kind, message: clip(message, limits.note), retryAt },
    }
  },
  "model.interrupted": (progress, { seq, data }, log) => {
    if (!isStep(log)) return progress
    const last = { outcome: "interrupted", seq } as const
    // An orderly shutdown is no crash.
    if (data.reason === "left") return { ...progress, ...noRecoveries, last }
    const grown = data.text.length > progress.salvaged
    return grown ? { ...progress, last, recoveries: 0, salvaged: data.text.length } : { ...progress, last }
  },

  // What did not fit may fit now; where nothing could be left out, it never will.
  "context.compacted": (progress) => {
    const last = progress.last?.outcome === "failed" ? null : progress.last
    return { ...progress, ...noRecoveries, last, failures: 0 }
  },
  "context.trimmed": (progress) =>
    progress.last?.outcome === "failed" && progress.last.kind === "context-overflow"
      ? { ...progress, ...noRecoveries, last: null, failures: 0 }
      : progress,
  "context.kept": (progress) =>
    progress.overflows > 0 ? { ...progress, ...noRecoveries, overflows: progress.overflows + 1 } : progress,

  "done.verification-finished": (progress, { data }) => afterCheck(progress, data.status),

  "tool.finished": (progress, { data }, { intents }) => {
    if (data.check) return afterCheck(progress, data.check.status)
    const tool = intents.tools.find(({ call }) => call === data.call)
    const failed = data.status === "error" || data.status === "denied"
    const digest = digestOf(JSON.stringify([tool?.name, tool?.argumentsHash, data.status, data.output.text]))
    // An interrupted check is no step forward.
    const settled = data.status === "interrupted" || data.status === "unknown" ? {} : noRecoveries
    return {
      ...progress,
      ...settled,
      // What was left out says nothing about what is done.
      ...(data.status === "skipped"
        ? {}
        : {
            toolErrors: failed ? progress.toolErrors + 1 : 0,
            denials: data.status === "denied" ? progress.denials + 1 : 0,
          }),
      recentCalls: pushCapped(progress.recentCalls, digest, caps.recentCalls),
      changed: progress.changed + data.changed.filter(({ aside }) => !aside).length,
      unseen: progress.unseen + (data.uncovered === undefined ? 0 : 1),
    }
  },
}

/**
 * How much of a lost owner is blamed on the turn. Of several sessions that were lost together at most one was the cause,
 * and a session does not restart its host.
 */
const blame = { alone: 1, "with-others": 1 / 4, "host-restart": 0 } as const satisfies Record<Loss, number>

/** Something new happened: whatever was tried again and again before has come to an end. */
const noRecoveries = { recoveries: 0, salvaged: 0 } as const

/** A finished check is a step forward; an interrupted one is not. */
function afterCheck(progress: Progress, status: CheckStatus): Progress {
  return status === "unknown" ? progress : { ...progress, ...noRecoveries }
}

function withRepair(repairs: Progress["repairs"], code: string): Progress["repairs"] {
  const known = Object.hasOwn(repairs, code)
  if (!known && Object.keys(repairs).length >= caps.repairs) return repairs
  return { ...repairs, [code]: (known ? (repairs[code] ?? 0) : 0) + 1 }
}

// Calls to clarify and to plan are steps as well; their answers are no part of the conversation.
function isStep(log: LogState): boolean {
  return isModeCall(log) || (log.intents.model !== null && conversational.has(log.intents.model.purpose))
}

function isModeCall({ intents }: LogState): boolean {
  return intents.model?.purpose === "clarify" || intents.model?.purpose === "plan"
}

/** A short name of a text, good enough to see that the same is said again. */
function digestOf(text: string): string {
  const { low, high } = extended(emptyFingerprint, text)
  return low.toString(36) + high.toString(36)
}
