import type { Answer } from "../../agent/agent.ts"
import { oneLine, plain } from "../../agent/text/plain.ts"
import type { Event } from "../../session/event.ts"
import type { Terminal } from "../terminal.ts"
import { wrap } from "../text/width.ts"
import type { Keyboard, ReadLine } from "./keyboard.ts"
import type { Screen } from "./screen.ts"
import { diffPaint } from "./tool-text.ts"

type Ask = Event<"ask.opened">["data"]

/** Asks a person in the terminal until they give an answer, go away, or the signal says that it is over. */
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
  const question = wrap(`? ${oneLine(ask.question)}`, width).map(paint.yellow)
  await screen.line(...question, ...askLines(ask, terminal))
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

function hintFor({ kind, options = [] }: Ask, typed: string): string {
  if (kind === "approval") return "Type y, s, a or n."
  if (kind === "plan") return "Type y or n."
  if (options.length === 0 || typed === "") return "Type an answer."
  return `There is no option ${oneLine(typed)}. Type ${options.map(({ id }) => id).join(", ")}, or your own words.`
}

const whyNot = {
  approval: "Why not? (Enter for no reason) ",
  question: "",
  plan: "What should change? (Enter to stop here) ",
} as const satisfies Record<Ask["kind"], string>

/** What an ask is about and how it can be answered. */
export function askLines(ask: Ask, { paint, width = 80 }: Pick<Terminal, "paint" | "width">): string[] {
  const { kind, details = "", options = [] } = ask
  const about =
    kind === "approval" ? approvalLines(ask) : details.split("\n").map((text) => ({ text, isChange: false }))
  // Never cut: what is not seen must not be approved.
  const facts = about
    .filter(({ text }) => text.trim() !== "")
    .flatMap(({ text, isChange }) => {
      const colour = isChange ? diffPaint(text, paint) : paint.dim
      return wrap(plain(text), width - 4).map((line) => colour(`    ${line}`))
    })
  if (kind === "approval") {
    return [...facts, ...wrap("  [y]es, once   [s]ession: yes until it ends   [a]lways: writes a rule   [n]o", width)]
  }
  if (kind === "plan") return [...facts, "  [y]es   [n]o, and what to change"]
  const choices = options.flatMap(({ id, label }) => wrap(`  ${id} ${oneLine(label)}`, width))
  return [...facts, ...choices, options.length > 0 ? "  a number, or your own words" : "  in your own words"]
}

type AboutLine = { text: string; isChange: boolean }

/** The facts of an approval that the question has not: a fact begins a line, and continues on lines that are set in. */
function approvalLines({ question, details = "" }: Ask): AboutLine[] {
  const facts = details.split(/\n(?! {2})/).map((fact) => {
    const [, name = "", value = fact] = /^(\w+)=(.*)$/s.exec(fact) ?? []
    return { name, value: value.replace(/\n {2}/g, "\n") }
  })
  const isAsked = (text: string) => question.includes(oneLine(text))
  const segments = facts.filter(({ name }) => name === "segment")
  return facts.flatMap(({ name, value }) => {
    const lines = value.split("\n").map((text) => ({ text, isChange: name === "change" }))
    const [first, ...rest] = lines
    switch (name) {
      case "tool":
      case "active_mode":
      case "required_mode":
      case "reason":
        return []
      case "command":
      case "path":
        return isAsked(value) ? [] : lines
      case "cwd":
        return value === "." ? [] : [{ text: `in ${value}`, isChange: false }]
      case "segment": {
        const [, text = value, why = ""] = /^\[[^\]]*\] (.*) \((.*)\)$/s.exec(value) ?? []
        return segments.length === 1 && isAsked(text) ? [] : [{ text: `${oneLine(text)}   ${why}`, isChange: false }]
      }
      case "change":
        return rest
      default:
        return [{ text: `${name.replaceAll("_", " ")}: ${first?.text ?? ""}`, isChange: false }, ...rest]
    }
  })
}

/** What the typed line means; `why` where a reason is still to be asked for, undefined where it means nothing. */
export function readAnswer({ kind, options = [] }: Ask, typed: string): Answer | "why" | undefined {
  const words = typed.trim()
  if (kind === "question") {
    const option = options.find(({ id, label }) => id === words || label.toLowerCase() === words.toLowerCase())
    if (option) return { answer: "choice", choice: option.id }
    // A number is a choice: one that is not there was mistyped.
    if (words === "" || (options.length > 0 && /^\d+$/.test(words))) return undefined
    return { answer: "text", text: words }
  }
  if (/^y(es)?$/i.test(words)) return { answer: "approve", scope: "once" }
  if (kind === "approval" && /^s(ession)?$/i.test(words)) return { answer: "approve", scope: "session" }
  if (kind === "approval" && /^a(lways)?$/i.test(words)) return { answer: "approve", scope: "always" }
  if (/^no?$/i.test(words)) return "why"
  const reason = /^no?[\s,:]+(.+)$/i.exec(words)?.[1]
  return reason ? { answer: "deny", text: reason } : undefined
}
