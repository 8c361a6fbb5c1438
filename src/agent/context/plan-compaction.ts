import { threshold } from "../../session/context-budget.ts"
import { limits } from "../../session/limits.ts"
import { type ContextMessage, isSummary } from "../../session/view/context.ts"
import { askTool } from "../../tools/ask.ts"
import { carrySaid, summarizeSaid } from "../../workflow/summary/said-by-person.ts"
import type { SummaryRoom } from "../../workflow/summary/summary.ts"
import { reasonOfPerson } from "../tool-calls/denial.ts"
import { contextPolicy } from "./context-policy.ts"
import type { ConversationEntry } from "./conversation.ts"
import { charactersIn, estimateMessages, estimateText, tokensIn } from "./estimate.ts"
import { safeCut } from "./safe-cut.ts"

/** What is known of a request before it is made. */
export type Size = {
  /** The instructions and the tools, in tokens as we estimate them. */
  fixed: number
  /** The conversation, starting with its summary if it has one. */
  entries: readonly ConversationEntry[]
  /** From how many tokens on it is too large. */
  limit: number
  /** How many of the newest messages stay; `contextPolicy.kept` if not given. */
  keep?: number
  /** You chose a threshold: what reaches it is compacted, whether or not that saves much. `room` is what the model has room for. */
  own?: { threshold: number; room: number }
  /** What our estimate is to be multiplied with. */
  calibration: number
  /** The task that is worked on. */
  task: string
  /** What the person said in the part that the newest summary replaces. */
  said: readonly string[]
}

/** A compaction that is worth it. */
export type CompactionPlan = {
  removed: readonly ContextMessage[]
  /** The first event of what stays. */
  keptFrom: number
  /** What the person said, of all times. */
  said: readonly string[]
  /** How long the summary may be. */
  room: SummaryRoom
  tokensBefore: number
  /** What stays beside the summary. */
  tokensKept: number
}

/**
 * What a compaction would leave out, or null where it could not help. The newest messages stay. Fewer of them do where
 * there is no room for those beside a summary, or where calls that belong together make many more of them. Pure.
 */
export function planCompaction(size: Size): CompactionPlan | null {
  const parts = partsOf(size.entries)
  const messages = parts.body.map(({ message }) => message)
  let last: CompactionPlan | null = null
  const most = size.keep ?? contextPolicy.kept
  for (let keep = most; keep > 0; keep -= 1) {
    const cut = safeCut(messages, keep)
    const plan = planOf(cut, parts, size) ?? planOf(cut, parts, { ...size, task: "" })
    if (hasRoom(parts.body.slice(cut), parts, size)) {
      const few = messages.length - cut <= most
      if (plan || few) return plan
    }
    last = plan ?? last
  }
  return last
}

/** Whether there is room for these messages beside a summary. */
function hasRoom(kept: readonly ConversationEntry[], { pinned }: Parts, size: Size): boolean {
  const room = (size.own?.room ?? size.limit) - size.calibration * size.fixed - countOf(pinned, size)
  return countOf(kept, size) <= (1 - contextPolicy.summaryOfRoom) * room
}

/** How many characters what the person said may have. In steps, so that each request includes the same. */
export function roomForSaid({ limit, calibration }: Pick<Size, "limit" | "calibration">): number {
  return charactersIn((contextPolicy.said * limit) / (Math.ceil(2 * calibration) / 2))
}

/** No window has room for more of it than this. */
const carried = {
  characters: charactersIn(contextPolicy.said * threshold(null)),
  count: limits.constraints,
  each: limits.note,
} as const

/** The plan for one place of the cut; null where it would leave out nothing, or not enough. */
function planOf(cut: number, { pinned, body }: Parts, size: Size): CompactionPlan | null {
  const { worth, summary, summaryOfRoom, summaryOfRemoved, leastSummary } = contextPolicy
  const { fixed, entries, limit, calibration, task } = size
  const [removed, kept] = [body.slice(0, cut), body.slice(cut)]
  const first = kept[0]?.seen?.seq
  if (removed.length === 0 || first === undefined) return null
  const seen = removed.flatMap((one) => one.seen ?? [])
  const said = carrySaid(size.said, saidByPerson(seen), carried)
  const most = charactersIn((contextPolicy.task * limit) / calibration)
  const room = { said: roomForSaid(size), goal: task.length <= most ? task.length : 0 }
  const tokensBefore = calibration * fixed + countOf(entries, size)
  const tokensKept = calibration * fixed + countOf([...pinned, ...kept], size)
  const whatWasSaid = summarizeSaid(said, { goal: room.goal > 0 ? task : "", characters: room.said })
  const needed = calibration * (estimateText(whatWasSaid) + tokensIn(room.goal)) + leastSummary
  const shared = Math.min(
    summary * limit,
    summaryOfRoom * (limit - tokensKept),
    summaryOfRemoved * (tokensBefore - tokensKept),
  )
  const tokens = Math.max(needed, shared)
  if (size.own === undefined && tokensKept + tokens >= worth * tokensBefore) return null
  return {
    removed: seen,
    keptFrom: first,
    said,
    room: { ...room, characters: charactersIn(tokens / calibration) },
    tokensBefore: Math.round(tokensBefore),
    tokensKept: Math.round(tokensKept),
  }
}

function countOf(part: readonly ConversationEntry[], { calibration }: Size): number {
  return calibration * estimateMessages(part.map(({ message }) => message))
}

/** What a person said in these messages, in their own words: not what they piped in with them. What they answered to a question, and why they denied a call, counts as well. */
export function saidByPerson(messages: readonly ContextMessage[]): string[] {
  const questions = new Set(
    messages
      .flatMap((message) => (message.role === "assistant" ? message.calls : []))
      .filter(({ name }) => name === askTool.name)
      .map(({ call }) => call),
  )
  return messages.flatMap((message) => {
    if (message.role === "user") return message.input === undefined ? [] : [message.text.slice(0, message.typed)]
    if (message.role !== "tool") return []
    if (message.status === "denied") return reasonOfPerson(message.text) ?? []
    return message.status === "ok" && questions.has(message.call) ? [message.text] : []
  })
}

type Parts = { pinned: readonly ConversationEntry[]; body: readonly ConversationEntry[] }

/** The summary goes into the next one, what was planned stays; the rest is what was said. */
function partsOf(entries: readonly ConversationEntry[]): Parts {
  const [first, ...rest] = entries
  const messages = first?.seen && isSummary(first.seen) ? rest : entries
  const isPinned = ({ seen }: ConversationEntry) =>
    seen === null || (seen.role === "user" && seen.artifacts !== undefined)
  return { pinned: messages.filter(isPinned), body: messages.filter((one) => !isPinned(one)) }
}
