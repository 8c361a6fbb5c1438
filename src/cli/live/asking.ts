import type { Answer } from "../../agent/agent.ts"
import { oneLine, plain } from "../../base/plain-words.ts"
import type { Event } from "../../session/event.ts"
import { approvalView } from "../../session/view/approval.ts"
import type { TranscriptItem } from "../../session/view/transcript.ts"
import type { Terminal } from "../terminal.ts"
import { wrap } from "../text/width.ts"
import type { Keyboard, ReadLine } from "./keyboard.ts"
import type { Screen } from "./screen.ts"
import { diffPaint } from "./tool-text.ts"

export type Ask = Event<"ask.opened">["data"]

/** An ask as its event says it. */
export function askOf({ ask, as: kind, question, options, details, subject, rule }: AskItem): Ask {
  const about = { ...(details === null ? {} : { details }), ...(subject === null ? {} : { subject }) }
  return { ask, kind, question, options: [...options], ...about, ...(rule === null ? {} : { rule }) }
}

type AskItem = Extract<TranscriptItem, { kind: "ask" }>

/** Asks in the terminal until there is an answer, the user leaves, or the signal aborts. */
export async function askPerson(
  ask: Ask,
  {
    terminal,
    screen,
    keyboard,
    signal,
  }: { terminal: Terminal; screen: Screen; keyboard: Keyboard; signal: AbortSignal },
): Promise<Answer | undefined> {
  const { paint, width = 80 } = terminal
  const title = wrap(`? ${titleOf(ask)}`, width).map(paint.yellow)
  await screen.line(...title, ...askLines(ask, terminal))
  terminal.bell()
  return keyboard.dialogue(signal, (read) => answerFrom(ask, read, screen))
}

async function answerFrom(ask: Ask, read: ReadLine, screen: Screen): Promise<Answer | undefined> {
  for (;;) {
    const typed = await read("> ")
    if (typed === undefined) return undefined
    const answer = readAnswer(ask, typed)
    if (answer === "why") {
      const reason = await read(whyNot[ask.kind])
      return reason === undefined ? undefined : { answer: "deny", ...(reason ? { text: reason } : {}) }
    }
    if (answer) return answer
    await screen.line(hintFor(ask, typed))
  }
}

function hintFor({ kind, options = [], rule }: Ask, typed: string): string {
  if (kind === "approval") return rule ? "Type y, s, a or n." : "Type y, s or n: no rule can allow this always."
  if (kind === "plan") return "Type y or n."
  if (options.length === 0 || typed === "") return "Type an answer."
  return `There is no option ${oneLine(typed)}. Type ${options.map(({ id }) => id).join(", ")}, or your own words.`
}

const whyNot = {
  approval: "Why not? (Enter for no reason) ",
  question: "",
  plan: "What should change? (Enter to stop here) ",
} as const satisfies Record<Ask["kind"], string>

export function titleOf(ask: Ask): string {
  return oneLine(ask.kind === "approval" ? approvalView(ask).title : ask.question)
}

/** What to know before answering. */
export function factLines(ask: Ask, { paint, width = 80 }: Pick<Terminal, "paint" | "width">): string[] {
  const { kind, details = "" } = ask
  const about =
    kind === "approval" ? approvalLines(ask) : details.split("\n").map((text) => ({ text, isChange: false }))
  // Never truncated: nothing unseen may be approved.
  return about
    .filter(({ text }) => text.trim() !== "")
    .flatMap(({ text, isChange }) => {
      const colour = isChange ? diffPaint(text, paint) : paint.dim
      return wrap(plain(text), width - 4).map((line) => colour(`    ${line}`))
    })
}

/** That, and how far an answer may reach, for who answers by another command. */
export function listedLines(ask: Ask, terminal: Pick<Terminal, "paint" | "width">): string[] {
  if (ask.kind === "question") return askLines(ask, terminal).slice(0, -1)
  const scopes = ask.kind === "approval" ? approvalView(ask).scopes.filter(({ scope }) => scope !== "once") : []
  const texts = scopes.flatMap(({ scope, covers }) => wrap(`  --${scope}: ${covers}`, terminal.width ?? 80))
  return [...factLines(ask, terminal), ...texts]
}

/** That, and how to answer. */
export function askLines(ask: Ask, terminal: Pick<Terminal, "paint" | "width">): string[] {
  const { kind, options = [] } = ask
  const { width = 80 } = terminal
  const facts = factLines(ask, terminal)
  if (kind === "approval") {
    return [...facts, ...[...scopeLines(ask), "  [n]o"].flatMap((line) => wrap(line, width))]
  }
  if (kind === "plan") return [...facts, "  [y]es   [n]o, and what to change"]
  const choices = options.flatMap(({ id, label }) => wrap(`  ${id} ${oneLine(label)}`, width))
  return [...facts, ...choices, options.length > 0 ? "  a number, or your own words" : "  in your own words"]
}

type AboutLine = { text: string; isChange: boolean }

/** What an approval shows below its title. */
function approvalLines(ask: Ask): AboutLine[] {
  const { command, parts, facts, change } = approvalView(ask)
  const line = (text: string) => ({ text, isChange: false })
  return [
    ...(command?.split("\n").map(line) ?? []),
    ...facts
      .filter(({ name, value }) => !(name === "path" && ask.question.includes(oneLine(value))))
      .flatMap(({ name, value }) => factTexts(name, value).map(line)),
    ...parts.map(({ text, why }) => line(`${oneLine(text)}   ${why}`)),
    ...change.map((text) => ({ text, isChange: true })),
  ]
}

function factTexts(name: string, value: string): readonly string[] {
  if (name === "path") return value.split("\n")
  if (name === "cwd") return [`in ${value}`]
  return `${name.replaceAll("_", " ")}: ${value}`.split("\n")
}

/** How an approval is given, with exactly how far each answer reaches. */
function scopeLines(ask: Ask): readonly string[] {
  return approvalView(ask).scopes.map(({ scope, covers }) => `  ${keyed[scope]}${covers === "" ? "" : `: ${covers}`}`)
}

const keyed = { once: "[y]es, once", session: "[s]ession", always: "[a]lways" } as const

/** Parses a typed answer; `why` if a reason is still needed, undefined if it is not valid. */
export function readAnswer({ kind, options = [], rule }: Ask, typed: string): Answer | "why" | undefined {
  const words = typed.trim()
  if (kind === "question") {
    const option = options.find(({ id, label }) => id === words || label.toLowerCase() === words.toLowerCase())
    if (option) return { answer: "choice", choice: option.id }
    // A number that is not an option is a typo, not a free answer.
    if (words === "" || (options.length > 0 && /^\d+$/.test(words))) return undefined
    return { answer: "text", text: words }
  }
  if (/^y(es)?$/i.test(words)) return { answer: "approve", scope: "once" }
  if (kind === "approval" && /^s(ession)?$/i.test(words)) return { answer: "approve", scope: "session" }
  if (kind === "approval" && rule && /^a(lways)?$/i.test(words)) return { answer: "approve", scope: "always" }
  if (/^no?$/i.test(words)) return "why"
  const reason = /^no?[\s,:]+(.+)$/i.exec(words)?.[1]
  return reason ? { answer: "deny", text: reason } : undefined
}
