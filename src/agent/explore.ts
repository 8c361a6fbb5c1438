import type { Result, Tool } from "../tools/contract.ts"
import { tools as ownTools } from "../tools/tool-set.ts"
import { type AgentOptions, createAgent } from "./agent.ts"
import { lastAnswer } from "./last-answer.ts"
import type { Work } from "./work.ts"

/** What a look around may take. */
export const exploreLimits = { steps: 12 } as const

const lookers: ReadonlySet<string> = new Set(["read", "glob", "grep", "git", "memory_read", "notepad_read"])

/** The tools that only look. */
export const exploreTools: readonly Tool[] = ownTools.filter(({ name }) => lookers.has(name))

/** A read-only sub-run in a child session. After a crash the same child goes on. */
export function exploreFor(options: AgentOptions): NonNullable<Work["explore"]> {
  return async (question, from) => {
    const { store } = options
    const agent = createAgent({
      ...options,
      tools: exploreTools,
      limits: { ...options.limits, ...exploreLimits },
      noAsk: true,
    })
    const { workspace, project } = await store.row(from.session)
    const { log } = await store.state(from.session)
    const child = await store.open(
      { workspace, project, startedBy: from, title: question.slice(0, 200) },
      { key: `explore ${from.session} ${from.seq}` },
    )
    const configured = { permissionMode: "read-only" as const, ...(log.model ? { model: log.model } : {}) }
    await store.append(child, [{ type: "session.configured", data: configured }], "intent", { key: "configured" })
    await agent.send(child, question, { key: "question" })
    const { state } = await agent.drive(child)
    const text = await lastAnswer(store, child)
    const result: Result = text
      ? { status: "ok", text }
      : { status: "error", text: `It found no answer: ${state.branch.stop?.summary ?? "it was interrupted"}.` }
    return result
  }
}
