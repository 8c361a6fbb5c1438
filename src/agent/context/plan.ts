import { limits } from "../../session/limits.ts"
import { type ContextMessage, isSummary } from "../../session/view/context.ts"
import { askTool } from "../../tools/ask.ts"
import { type Constraints, constraintsIn, mergeConstraints } from "../../workflow/summary/constraints.ts"
import type { Told } from "../conversation.ts"
import { safeCut } from "./cut.ts"
import { charactersIn, estimateMessages, estimateText } from "./estimate.ts"
import { contextPolicy } from "./policy.ts"

/** What is known of a request before it is made. */
export type Size = {
  /** The instructions and the tools, in tokens as we estimate them. */
  fixed: number
  /** The conversation, with the summary that it begins with. */
  told: readonly Told[]
  /** From how many tokens on it is too large. */
  limit: number
  /** What our estimate is to be multiplied with. */
  calibration: number
  /** What the person demanded in what the newest summary stands for. */
  demanded: Constraints
}

/** A compaction that is worth it. */
export type CompactionPlan = {
  removed: readonly ContextMessage[]
  /** The first event of what stays. */
  keptFrom: number
  constraints: Constraints
  /** How long the summary may be. */
  characters: number
  tokensBefore: number
  /** What stays beside the summary. */
  tokensKept: number
}

/**
 * What a compaction would leave out, or null where it could not help. The newest messages stay. Fewer of them do where
 * there is no room for those beside a summary, or where calls that belong together make many more of them. Pure.
 */
export function planCompaction(size: Size): CompactionPlan | null {
  const parts = partsOf(size.told)
  const messages = parts.body.map(({ message }) => message)
  let last: CompactionPlan | null = null
  for (let keep: number = contextPolicy.kept; keep > 0; keep -= 1) {
    const cut = safeCut(messages, keep)
    const plan = planOf(cut, parts, size)
    if (hasRoom(parts.body.slice(cut), parts, size)) {
      const few = messages.length - cut <= contextPolicy.kept
      if (plan || few) return plan
    }
    last = plan ?? last
  }
  return last
}

/** Whether there is room for these messages beside a summary. */
function hasRoom(kept: readonly Told[], { pinned }: Parts, size: Size): boolean {
  const room = size.limit - size.calibration * size.fixed - countOf(pinned, size)
  return countOf(kept, size) <= (1 - contextPolicy.summaryOfRoom) * room
}

/** The plan for one place of the cut; null where it would leave out nothing, or not enough. */
function planOf(cut: number, { pinned, body }: Parts, size: Size): CompactionPlan | null {
  const { worth, summary, summaryOfRoom, summaryOfRemoved, leastSummary } = contextPolicy
  const { fixed, told, limit, calibration, demanded } = size
  const [removed, kept] = [body.slice(0, cut), body.slice(cut)]
  const first = kept[0]?.seen?.seq
  if (removed.length === 0 || first === undefined) return null
  const seen = removed.flatMap((one) => one.seen ?? [])
  const constraints = mergeConstraints(demanded, saidByPerson(seen).flatMap(constraintsIn), {
    characters: charactersIn((contextPolicy.constraints * limit) / calibration),
    count: limits.constraints,
  })
  const tokensBefore = calibration * fixed + countOf(told, size)
  const tokensKept = calibration * fixed + countOf([...pinned, ...kept], size)
  const needed = calibration * estimateText(...constraints.kept.map((one) => `- ${one}\n`)) + leastSummary
  const shared = Math.min(
    summary * limit,
    summaryOfRoom * (limit - tokensKept),
    summaryOfRemoved * (tokensBefore - tokensKept),
  )
  const most = Math.max(needed, shared)
  if (tokensKept + most >= worth * tokensBefore) return null
  return {
    removed: seen,
    keptFrom: first,
    constraints,
    characters: charactersIn(most / calibration),
    tokensBefore: Math.round(tokensBefore),
    tokensKept: Math.round(tokensKept),
  }
}

function countOf(part: readonly Told[], { calibration }: Size): number {
  return calibration * estimateMessages(part.map(({ message }) => message))
}

/** What a person said in these messages. What they answered to a question counts as well. */
export function saidByPerson(messages: readonly ContextMessage[]): string[] {
  const questions = new Set(
    messages
      .flatMap((message) => (message.role === "assistant" ? message.calls : []))
      .filter(({ name }) => name === askTool.name)
      .map(({ call }) => call),
  )
  return messages.flatMap((message) => {
    if (message.role === "user") return message.input === undefined ? [] : [message.text]
    return message.role === "tool" && message.status === "ok" && questions.has(message.call) ? [message.text] : []
  })
}

type Parts = { pinned: readonly Told[]; body: readonly Told[] }

/** The summary goes into the next one, what was planned stays; the rest is what was said. */
function partsOf(told: readonly Told[]): Parts {
  const [first, ...rest] = told
  const messages = first?.seen && isSummary(first.seen) ? rest : told
  const isPinned = ({ seen }: Told) => seen === null || (seen.role === "user" && seen.artifacts !== undefined)
  return { pinned: messages.filter(isPinned), body: messages.filter((one) => !isPinned(one)) }
}
