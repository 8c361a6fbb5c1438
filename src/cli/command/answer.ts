import type { Answer } from "../../agent/agent.ts"
import { oneLine } from "../../base/plain-words.ts"
import { shortId } from "../../base/short-id.ts"
import { ago } from "../../base/time-text.ts"
import { HoldfastError } from "../../session/error.ts"
import type { SessionState } from "../../session/state.ts"
import type { Store } from "../../store/contract.ts"
import { type CliContext, withAgent } from "../cli-context.ts"
import type { Arguments } from "../command-line.ts"
import type { Run } from "../commands/command-form.ts"
import { listedLines, titleOf } from "../live/asking.ts"
import { answerAsk, type OpenAsk } from "../session/answer-ask.ts"
import { findSession } from "../session/session-id.ts"
import { shownAsk } from "../session/shown-ask.ts"
import type { Terminal } from "../terminal.ts"
import { UsageError } from "../usage-error.ts"
import { resumeSession } from "./resume.ts"

export const run: Run = async (args, terminal) => {
  const [typed = "", ...rest] = args.words
  const given = ways.filter((name) => args.flag(name))
  if (given.length > 1) throw new UsageError(`--${given.join(" and --")} cannot be combined: give one.`, "answer")
  return withAgent({ purpose: "act", baseUrl: args.text("base-url") }, async (context) => {
    const { store } = context
    const { id } = await findSession(store, typed)
    const state = await store.state(id)
    const { log } = state
    if (given.length === 0 && rest.length === 0) return list(store, state, terminal)
    const { ask, words } = askNamed(log, rest, id)
    if (given.length === 0) throw new UsageError(`Missing answer: ${waysFor(ask.kind, words)}.`, "answer")
    const { options = [] } = await shownAsk(store, state, ask.seq)
    const answer = answerFrom(args, { kind: ask.kind, options, words })
    return give(context, { session: id, ask, answer, resume: args.flag("resume") }, terminal)
  })
}

const ways = ["yes", "session", "always", "no", "choice", "text"] as const

function waysFor(kind: OpenAsk["kind"], words: string): string {
  if (kind === "approval") return "--yes, --session, --always or --no"
  if (kind === "plan") return "--yes or --no"
  return words === "" ? "--choice N or --text" : `--text ${JSON.stringify(oneLine(words))}, or --choice N`
}

async function give(
  context: CliContext,
  { session, ask, answer, resume }: { session: string; ask: OpenAsk; answer: Answer; resume: boolean },
  terminal: Terminal,
): Promise<number> {
  const more = await answerAsk(context, session, ask, answer)
  if (resume) {
    if (!terminal.json && more) await terminal.print(more)
    return resumeSession(context, session, terminal)
  }
  if (terminal.json) await terminal.printJson({ id: session, ask: ask.ask, ...answer, ...(more ? { note: more } : {}) })
  else {
    await terminal.print(`Answered: ${wordsOf(answer)}.`, ...(more ? [more] : []))
    const { status } = await context.store.row(session)
    if (status !== "running") await terminal.print(`Resume with: holdfast resume ${shortId(session)}`)
  }
  return 0
}

function wordsOf({ answer, scope, choice, text }: Answer): string {
  return [answer, scope, choice, text && oneLine(text)].filter(Boolean).join(", ")
}

type Log = SessionState["log"]

/** Finds the ask by number or part of its id, or takes the only one. The remaining words are the reason. */
function askNamed(log: Log, words: readonly string[], session: string): { ask: OpenAsk; words: string } {
  const [typed, ...others] = words
  const open = log.asks.open
  const named = typed === undefined ? undefined : open.find(({ ask }, index) => fits(ask, index, typed))
  if (named) return { ask: named, words: others.join(" ") }
  const earlier = log.asks.answered.findLast(({ ask }) => typed === undefined || fits(ask, -1, typed))
  if (earlier && (typed !== undefined || open.length === 0)) throw alreadyAnswered(earlier)
  const [only] = open
  if (!only) throw new HoldfastError("not-found", `Session ${shortId(session)} has no open questions.`)
  if (open.length > 1) {
    throw new UsageError(
      `Session ${shortId(session)} has ${open.length} open questions: name one by its number.`,
      "answer",
    )
  }
  return { ask: only, words: words.join(" ") }
}

const leastCharacters = 4

function fits(ask: string, index: number, typed: string): boolean {
  if (typed === ask || typed === String(index + 1)) return true
  return typed.length >= leastCharacters && (ask.startsWith(typed) || ask.endsWith(typed))
}

function alreadyAnswered({ by, at, answer, text, ask }: Log["asks"]["answered"][number]): HoldfastError {
  const who = by.device ? `${by.name} on ${by.device}` : by.name
  const words = [answer, text].filter(Boolean).join(", ")
  return new HoldfastError("answered", `Already answered by ${oneLine(who)} (${ago(at)}): ${oneLine(words)}.`, {
    details: { ask, by, at, answer, text },
  })
}

type AskPrompt = { kind: OpenAsk["kind"]; options: ReadonlyArray<{ id: string; label: string }>; words: string }

function answerFrom(args: Arguments, { kind, options, words }: AskPrompt): Answer {
  const reason = args.text("reason") ?? words
  if (words !== "" && !args.flag("no")) {
    throw new UsageError(`There is no open question ${JSON.stringify(words)}. Name it by its number.`, "answer")
  }
  const choice = args.text("choice")
  const text = args.text("text")
  const isQuestion = choice !== undefined || text !== undefined
  if (isQuestion !== (kind === "question")) {
    throw new UsageError(`This is ${names[kind]}: answer with ${waysFor(kind, "")}.`, "answer")
  }
  if (kind === "plan" && (args.flag("session") || args.flag("always"))) {
    throw new UsageError(`A plan is approved once: answer with ${waysFor(kind, "")}.`, "answer")
  }
  if (text !== undefined) return { answer: "text", text }
  if (choice !== undefined) {
    if (!options.some(({ id }) => id === choice)) {
      throw new UsageError(
        `There is no choice ${choice}: there are ${options.map(({ id }) => id).join(", ")}.`,
        "answer",
      )
    }
    return { answer: "choice", choice }
  }
  if (args.flag("no")) return { answer: "deny", ...(reason ? { text: reason } : {}) }
  const scope = args.flag("always") ? "always" : args.flag("session") ? "session" : "once"
  return { answer: "approve", scope }
}

const hows = {
  approval: "--yes, --session, --always or --no [REASON]",
  question: "--choice N or --text TEXT",
  plan: "--yes or --no [WHAT TO CHANGE]",
} as const

const names = { approval: "an approval", question: "a question", plan: "a plan" } as const

async function list(store: Store, state: SessionState, terminal: Terminal): Promise<number> {
  const { id: session, log } = state
  const open = await Promise.all(log.asks.open.map(({ seq }) => shownAsk(store, state, seq)))
  if (terminal.json) {
    await terminal.printJson({ id: session, asks: open })
    return 0
  }
  if (open.length === 0) {
    await terminal.print(`Session ${shortId(session)} has no open questions.`)
    return 0
  }
  const { paint } = terminal
  for (const [index, ask] of open.entries()) {
    const number = open.length > 1 ? `${index + 1}. ` : ""
    await terminal.print(`${paint.yellow(`${number}${titleOf(ask)}`)}`, ...listedLines(ask, terminal))
  }
  const how = hows[open[0]?.kind ?? "approval"]
  await terminal.print("", `Answer with: holdfast answer ${shortId(session)}${open.length > 1 ? " NUMBER" : ""} ${how}`)
  return 0
}
