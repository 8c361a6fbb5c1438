import type { Answer } from "../../agent/agent.ts"
import { oneLine, plain } from "../../base/plain-words.ts"
import type { Event } from "../../session/event.ts"
import { askTitle } from "../../session/view/ask-title.ts"
import type { Terminal } from "../terminal.ts"
import { wrap } from "../text/width.ts"
import type { Keyboard, ReadLine } from "./keyboard.ts"
import type { Screen } from "./screen.ts"
import { diffPaint } from "./tool-text.ts"

type Ask = Event<"ask.opened">["data"]

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

export function titleOf({ kind, question, details = "" }: Ask): string {
  return oneLine(askTitle(kind, question, details))
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

/** That, and how to answer. */
export function askLines(ask: Ask, terminal: Pick<Terminal, "paint" | "width">): string[] {
  const { kind, options = [] } = ask
  const { width = 80 } = terminal
  const facts = factLines(ask, terminal)
  if (kind === "approval") {
    const choices = wrap("  [y]es, once   [s]ession: for this session   [a]lways: writes a rule   [n]o", width)
    return [...facts, ...(isOfCommand(ask) ? wrap(`  ${covered}`, width) : []), ...choices]
  }
  if (kind === "plan") return [...facts, "  [y]es   [n]o, and what to change"]
  const choices = options.flatMap(({ id, label }) => wrap(`  ${id} ${oneLine(label)}`, width))
  return [...facts, ...choices, options.length > 0 ? "  a number, or your own words" : "  in your own words"]
}

/** What an approval for longer covers, said before it is given. */
const covered = "s and a cover no more than this command in this directory."

const isOfCommand = ({ details = "" }: Ask) => /^command=/m.test(details)

type AboutLine = { text: string; isChange: boolean }

/** The details of an approval that its title lacks. Each starts a line; continuation lines are indented. */
function approvalLines({ question, details = "" }: Ask): AboutLine[] {
  const facts = details.split(/\n(?! {2})/).map((fact) => {
    const [, name = "", value = fact] = /^(\w+)=(.*)$/s.exec(fact) ?? []
    return { name, value: value.replace(/\n {2}/g, "\n") }
  })
  const command = facts.find(({ name }) => name === "command")?.value ?? ""
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
        return lines
      case "path":
        return question.includes(oneLine(value)) ? [] : lines
      case "cwd":
        return value === "." ? [] : [{ text: `in ${value}`, isChange: false }]
      case "segment": {
        const [, text = value, why = ""] = /^\[[^\]]*\] (.*) \((.*)\)$/s.exec(value) ?? []
        return segments.length === 1 && oneLine(command).includes(oneLine(text))
          ? []
          : [{ text: `${oneLine(text)}   ${why}`, isChange: false }]
      }
      case "change":
        return rest
      default:
        return [{ text: `${name.replaceAll("_", " ")}: ${first?.text ?? ""}`, isChange: false }, ...rest]
    }
  })
}

/** Parses a typed answer; `why` if a reason is still needed, undefined if it is not valid. */
export function readAnswer({ kind, options = [] }: Ask, typed: string): Answer | "why" | undefined {
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
  if (kind === "approval" && /^a(lways)?$/i.test(words)) return { answer: "approve", scope: "always" }
  if (/^no?$/i.test(words)) return "why"
  const reason = /^no?[\s,:]+(.+)$/i.exec(words)?.[1]
  return reason ? { answer: "deny", text: reason } : undefined
}
