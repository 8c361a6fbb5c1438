import type { SessionState } from "../../session/state.ts"
import { costOf } from "../../session/view/cost.ts"
import { modelHere } from "../../session/view/model-here.ts"
import { serverHere } from "../../session/view/server.ts"
import type { Result, Tool } from "../../tools/contract.ts"
import { tools as ownTools } from "../../tools/tool-set.ts"
import { type AgentOptions, createAgent } from "../agent.ts"
import { lastAnswer } from "../context/last-answer.ts"
import { argumentsHash } from "../tool-calls/arguments-hash.ts"
import { defaultLimits, type Limits } from "./limits.ts"
import type { Work } from "./work.ts"

/** What a look around may take. */
export const exploreLimits = { steps: 12 } as const

const lookers: ReadonlySet<string> = new Set(["read", "glob", "grep", "git", "memory_read", "notepad_read"])

/** The tools that only look. */
export const exploreTools: readonly Tool[] = ownTools.filter(({ name }) => lookers.has(name))

/** A read-only sub-run in a child session. After a crash the same child continues. */
export function exploreFor(
  options: AgentOptions,
  { leave }: { leave?: AbortSignal } = {},
): NonNullable<Work["explore"]> {
  return async (question, { now, ...from }) => {
    const { store } = options
    const { workspace, project, foreignThrough } = await store.row(from.session)
    const state = await store.state(from.session)
    const agent = createAgent({
      ...options,
      owner: { ...(options.owner ?? { type: "Agent" }), subRun: true },
      tools: exploreTools,
      limits: { ...leftOf({ ...defaultLimits, ...options.limits }, state, now), ...exploreLimits },
      noAsk: true,
    })
    const model = modelHere(state, foreignThrough)
    const baseUrl = serverHere(state, foreignThrough)
    const child = await store.open(
      { workspace, project, startedBy: from, title: question.slice(0, 200) },
      { key: `explore ${from.session} ${from.seq}` },
    )
    const data = {
      permissionMode: "read-only" as const,
      ...(model ? { model } : {}),
      ...(baseUrl ? { baseUrl } : {}),
    }
    // A person may have named another model since a crash: that is another setting, not the same one twice.
    const key = `configured ${argumentsHash(data)}`
    await store.append(child, [{ type: "session.configured", data }], "intent", { key })
    await agent.send(child, question, { key: "question" })
    const { state: found } = await agent.drive(child, leave ? { leave } : {})
    const text = await lastAnswer(store, child)
    const { total } = found.log.usage
    const { input, output, cacheRead, cacheWrite, reasoning } = total
    const cost = costOf(total)
    const usage = { input, output, cacheRead, cacheWrite, reasoning, ...(cost === null ? {} : { cost }) }
    const result: Result = text
      ? { status: "ok", text, usage }
      : { status: "error", text: `It found no answer: ${found.branch.stop?.summary ?? "it was interrupted"}.`, usage }
    return result
  }
}

/** A sub-run spends what its turn may spend. */
function leftOf(limits: Limits, { log }: SessionState, now: number): Limits {
  const { input, output, cost = 0 } = log.usage.turn
  const spentMs = log.turn ? now - Date.parse(log.turn.startedAt) : 0
  const left = (limit: number | null, spent: number) => (limit === null ? null : Math.max(0, limit - spent))
  return {
    ...limits,
    tokens: left(limits.tokens, input + output),
    cost: left(limits.cost, cost),
    timeMs: left(limits.timeMs, spentMs),
  }
}
