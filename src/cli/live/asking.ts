import { createInterface } from "node:readline/promises"
import type { Answer } from "../../agent/agent.ts"
import { oneLine, plain } from "../../agent/text/plain.ts"
import type { Event } from "../../session/event.ts"
import type { Terminal } from "../terminal.ts"
import { wrap } from "../text/width.ts"
import type { Screen } from "./screen.ts"

type Ask = Event<"ask.opened">["data"]

/** Asks a person in the terminal until they give an answer, go away, or the signal says that it is over. */
export async function askPerson(
  ask: Ask,
  { terminal, screen, signal }: { terminal: Terminal; screen: Screen; signal: AbortSignal },
): Promise<Answer | undefined> {
  const { paint, width = 80 } = terminal
  const question = wrap(`? ${oneLine(ask.question)}`, width).map(paint.yellow)
  await screen.line(...question, ...askLines(ask, terminal))
  terminal.bell()
  for (;;) {
    const typed = await readLine("> ", signal)
    if (typed === undefined) return undefined
    const answer = readAnswer(ask, typed)
    if (answer === "why") {
      const reason = await readLine(whyNot[ask.kind], signal)
      return reason === undefined ? undefined : { answer: "deny", ...(reason ? { text: reason } : {}) }
    }
    if (answer) return answer
    await screen.line(hints[ask.kind])
  }
}

const hints = { approval: "Type y, s, a or n.", question: "Type an answer.", plan: "Type y or n." } as const

const whyNot = {
  approval: "Why not? (Enter for no reason) ",
  question: "",
  plan: "What should change? (Enter to stop here) ",
} as const satisfies Record<Ask["kind"], string>

/** What an ask is about and how it can be answered. */
export function askLines(
  { kind, details = "", options = [] }: Ask,
  { paint, width = 80 }: Pick<Terminal, "paint" | "width">,
): string[] {
  const facts = details
    .split("\n")
    .filter((line) => line.trim() !== "" && !saidAlready.test(line))
    // Never cut: what is not seen must not be approved.
    .flatMap((line) => wrap(plain(line), width - 4))
    .map((line) => paint.dim(`    ${line}`))
  if (kind === "approval") {
    return [...facts, `  ${["y once", "s for this session", "a always", "n no, and why"].join("   ")}`]
  }
  if (kind === "plan") return [...facts, "  y approve   n reject, and what to change"]
  const choices = options.flatMap(({ id, label }) => wrap(`  ${id} ${oneLine(label)}`, width))
  return [...facts, ...choices, options.length > 0 ? "  a number, or your own words" : "  in your own words"]
}

// The question says it.
const saidAlready = /^(tool|active_mode|required_mode|reason)=/

/** What the typed line means; `why` where a reason is still to be asked for, undefined where it means nothing. */
export function readAnswer({ kind, options = [] }: Ask, typed: string): Answer | "why" | undefined {
  const words = typed.trim()
  if (kind === "question") {
    const option = options.find(({ id, label }) => id === words || label.toLowerCase() === words.toLowerCase())
    if (option) return { answer: "choice", choice: option.id }
    return words === "" ? undefined : { answer: "text", text: words }
  }
  if (/^y(es)?$/i.test(words)) return { answer: "approve", scope: "once" }
  if (kind === "approval" && /^s(ession)?$/i.test(words)) return { answer: "approve", scope: "session" }
  if (kind === "approval" && /^a(lways)?$/i.test(words)) return { answer: "approve", scope: "always" }
  if (/^no?$/i.test(words)) return "why"
  const reason = /^no?[\s,:]+(.+)$/i.exec(words)?.[1]
  return reason ? { answer: "deny", text: reason } : undefined
}

/** One line of standard input; undefined at its end, and when the signal aborts. */
async function readLine(prompt: string, signal: AbortSignal): Promise<string | undefined> {
  // Not readline's own editing: that would take Ctrl-C away from us.
  const dialogue = createInterface({ input: process.stdin, output: process.stderr, terminal: false })
  const over = Promise.withResolvers<undefined>()
  dialogue.once("close", () => over.resolve(undefined))
  signal.addEventListener("abort", () => over.resolve(undefined), { once: true })
  if (signal.aborted) over.resolve(undefined)
  try {
    const line = await Promise.race([dialogue.question(prompt, { signal }), over.promise])
    return line?.trim()
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  } finally {
    dialogue.close()
  }
}
