import type { Answer } from "../agent/agent.ts"
import { lastingRuleOf } from "../agent/lasting-rule.ts"
import type { SessionState } from "../session/state.ts"
import type { Workshop } from "./agent.ts"
import { oneLine } from "./text/plain.ts"

export type OpenAsk = SessionState["log"]["asks"]["open"][number]

/** Answers an ask. One for always also writes a rule; what became of that is given back as a line. */
export async function answerAsk(
  { agent, store, directory, configuration }: Workshop,
  session: string,
  { ask, call }: OpenAsk,
  answer: Answer,
): Promise<string | undefined> {
  if (answer.scope !== "always" || call === null) {
    await agent.answer(session, ask, answer)
    return undefined
  }
  // Before the answer: after it, whoever drives may settle the call at once.
  const lasting = await lastingRuleOf({ store, directory, configuration, session, call })
  await agent.answer(session, ask, answer)
  if (!lasting) return "No rule can say this: it holds for this session."
  await lasting.write()
  const words = Object.entries(lasting.rule).map(([key, value]) => `${key}=${JSON.stringify(value)}`)
  return `Always allowed from now on: ${oneLine(words.join(" "))} (${lasting.file})`
}
