import { join } from "node:path"
import { type Rule, ruleIn } from "../../permissions/rules/rule.ts"
import { addRule } from "../../permissions/rules/rule-writing.ts"
import { HoldfastError, isHoldfastError } from "../../session/error.ts"
import { type Event, isKnown } from "../../session/event.ts"
import type { Store } from "../../store/contract.ts"
import type { Agent, Answer } from "../agent.ts"
import type { IntentMeta } from "./idempotent-intent.ts"

type AnswerContext = { agent: Agent; store: Store; configuration: string }

/** The seq of the answer, and the rule that "always" wrote; null if no rule can express it. */
type Answered = { seq: number; lasting?: { rule: Rule; file: string } | null }

/**
 * Answers an ask, once. "Always" also writes a rule; if a crash prevented that, repeating the answer writes it.
 * `answered` names who answered first and how, `stopped` says that the turn has ended.
 */
export async function answerAsk(
  context: AnswerContext,
  session: string,
  ask: string,
  answer: Answer,
  meta: IntentMeta = {},
): Promise<Answered> {
  const { store, agent, configuration } = context
  const opened = await askOf(store, session, { ask, evenSettled: meta.key !== undefined })
  if (opened) assertFits(opened.data, answer)
  const isLasting = answer.answer === "approve" && answer.scope === "always"
  const lasting = isLasting && opened ? await ruleOf(opened, { store, session }) : undefined
  const seq = await agent.answer(session, ask, answer, meta).catch(async (error: unknown) => {
    throw isHoldfastError(error) ? await refusal(store, session, ask, error) : error
  })
  if (!lasting) return lasting === null ? { seq, lasting } : { seq }
  const file = join(configuration, "permissions.json")
  await addRule(file, "allow", lasting)
  return { seq, lasting: { rule: lasting, file } }
}

/** The rule that was shown. Law: privilege. One that another machine has written is none. */
async function ruleOf(
  { seq, data }: Event<"ask.opened">,
  { store, session }: { store: Store; session: string },
): Promise<Rule | null> {
  const { foreignThrough } = await store.row(session)
  return seq > foreignThrough ? ruleIn(data.rule) : null
}

async function askOf(
  store: Store,
  session: string,
  { ask, evenSettled }: { ask: string; evenSettled: boolean },
): Promise<Event<"ask.opened"> | undefined> {
  const open = (await store.state(session)).log.asks.open.find((one) => one.ask === ask)
  if (!open && !evenSettled) return undefined
  const from = open ? { before: open.seq + 1, limit: 1 } : {}
  for await (const event of store.read(session, { ...from, reverse: true, onDamage: () => undefined })) {
    if (isKnown(event) && event.type === "ask.opened" && event.data.ask === ask) return event
  }
  return undefined
}

const ways = { approval: ["approve", "deny"], question: ["choice", "text"], plan: ["approve", "deny"] } as const

const names = { approval: "an approval", question: "a question", plan: "a plan" } as const

function assertFits(
  { ask, kind, options = [] }: Event<"ask.opened">["data"],
  { answer, choice, scope = "once" }: Answer,
): void {
  const fitting: readonly string[] = ways[kind]
  const refused = (why: string) =>
    new HoldfastError("invalid", `${why} The ask is still open.`, { details: { ask, options } })
  if (!fitting.includes(answer)) {
    throw refused(`This is ${names[kind]}: answer ${fitting.join(" or ")}.`)
  }
  if (kind === "plan" && scope !== "once") throw refused("A plan is approved once: the next one is another plan.")
  if (answer === "choice" && !options.some(({ id }) => id === choice)) {
    const known = options.map(({ id }) => id).join(", ")
    throw refused(`There is no choice ${JSON.stringify(choice ?? "")}: there is ${known || "none, answer in words"}.`)
  }
}

/** Why an answer was refused, from the log: the state remembers only the newest answers. */
async function refusal(store: Store, session: string, ask: string, error: HoldfastError): Promise<HoldfastError> {
  if (error.code !== "answered" && error.code !== "stopped") return error
  for await (const event of store.read(session, { reverse: true, onDamage: () => undefined })) {
    if (!isKnown(event)) continue
    if (event.type === "ask.answered" && event.data.ask === ask) return alreadyAnswered(event)
    if (event.type === "ask.opened" && event.data.ask === ask) {
      const message =
        "The turn that asked this ended without an answer, so yours was not recorded. Send it as a new message, or resume the turn."
      return new HoldfastError("stopped", message, { details: { ask }, cause: error })
    }
  }
  return new HoldfastError("not-found", `Session ${session} has no ask ${ask}.`, { details: { ask }, cause: error })
}

function alreadyAnswered({ by, at, data }: Event<"ask.answered">): HoldfastError {
  const { ask, answer, scope, choice, text } = data
  const who = by.device ? `${by.name} on ${by.device}` : by.name
  const words = [answer, scope, choice, text].filter(Boolean).join(", ")
  return new HoldfastError("answered", `It was answered by ${who} at ${at}: ${words}. An ask has one answer.`, {
    details: { ask, answer, scope, choice, text, by, at },
  })
}
