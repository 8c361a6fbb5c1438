import type { Answer } from "../agent/agent.ts"
import { answerAsk as giveAnswer } from "../agent/answer-ask.ts"
import { oneLine } from "../agent/text/plain.ts"
import type { SessionState } from "../session/state.ts"
import type { Workshop } from "./agent.ts"

export type OpenAsk = SessionState["log"]["asks"]["open"][number]

/** Answers an ask. One for always also writes a rule; what became of that is given back as a line. */
export async function answerAsk(
  workshop: Workshop,
  session: string,
  { ask }: OpenAsk,
  answer: Answer,
): Promise<string | undefined> {
  const { lasting } = await giveAnswer(workshop, session, ask, answer)
  if (lasting === undefined) return undefined
  if (lasting === null) return "No rule can say this: it holds for this session."
  const words = Object.entries(lasting.rule).map(([key, value]) => `${key}=${JSON.stringify(value)}`)
  return `Always allowed from now on: ${oneLine(words.join(" "))} (${lasting.file})`
}
