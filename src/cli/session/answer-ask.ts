import type { Answer } from "../../agent/agent.ts"
import { answerAsk as giveAnswer } from "../../agent/sessions/answer-ask.ts"
import { oneLine } from "../../base/plain-words.ts"
import type { SessionState } from "../../session/state.ts"
import type { CliContext } from "../cli-context.ts"

export type OpenAsk = SessionState["log"]["asks"]["open"][number]

/** Answers an ask. "Always" also writes a rule; returns a line about that. */
export async function answerAsk(
  context: CliContext,
  session: string,
  { ask }: OpenAsk,
  answer: Answer,
): Promise<string | undefined> {
  const { lasting } = await giveAnswer(context, session, ask, answer)
  if (lasting === undefined) return undefined
  if (lasting === null) return "No rule can express this: it applies to this session only."
  const words = Object.entries(lasting.rule).map(([key, value]) => `${key}=${JSON.stringify(value)}`)
  return `Always allowed from now on: ${oneLine(words.join(" "))} (${lasting.file})`
}
