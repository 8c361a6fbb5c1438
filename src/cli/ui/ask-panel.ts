import { type Component, type Focusable, Input, matchesKey, truncateToWidth } from "@earendil-works/pi-tui"
import type { Answer } from "../../agent/agent.ts"
import { type ApprovalView, approvalView } from "../../session/view/approval.ts"
import type { TranscriptItem } from "../../session/view/transcript.ts"
import { askOf, readAnswer } from "../live/asking.ts"
import type { Paint } from "../text/paint.ts"
import { wrapped } from "./transcript/entry-lines.ts"

type Ask = Extract<TranscriptItem, { kind: "ask" }>

/** The way to answer an open ask. It takes keys only while it is `active`. */
export type AskPanel = Component &
  Focusable & {
    readonly ask: string
    active: boolean
    /** Whether it takes this key; what it leaves is for the message that is being typed. */
    takes(data: string): boolean
    handleInput(data: string): void
  }

type Writing = { input: Input; prompt: string; done(text: string): Answer | undefined }

export function createAskPanel(of: {
  item: Ask
  /** The command that an approval is for, where it is one. */
  command: string | null
  paint: Paint
  answer(answer: Answer): void
}): AskPanel {
  const { item, command, paint, answer } = of
  const about = askOf(item)
  const { scopes: offered } = approvalView(about)
  let writing: Writing | null = item.as === "question" ? inWords() : null
  let hint = ""

  function write(prompt: string, start: string, done: Writing["done"]): void {
    const input = new Input({ prompt: "> " })
    input.setValue(start)
    // The cursor goes to the end.
    input.handleInput("\x05")
    input.focused = panel.active
    writing = { input, prompt, done }
  }
  function inWords(): Writing {
    const prompt = item.options.length > 0 ? "A number, or your own words" : "Your answer"
    return { input: new Input({ prompt: "> " }), prompt, done: answerInWords }
  }
  function answerInWords(text: string): Answer | undefined {
    const read = readAnswer(about, text)
    if (typeof read === "object") return read
    hint = text.trim() === "" ? "Type an answer." : `There is no option ${text.trim()}.`
    return undefined
  }
  const choose = (data: string): void => {
    const scope = scopes[data.toLowerCase()]
    if (scope && isOffered(scope)) answer({ answer: "approve", scope })
    else if (isKey(data, "n")) deny()
    else if (isKey(data, "e") && command !== null) edit(command)
  }
  const isOffered = (scope: Scope) =>
    scope === "once" || (item.as === "approval" && offered.some((each) => each.scope === scope))
  const deny = () => {
    const prompt = item.as === "plan" ? "What should change? (Enter to stop here)" : "Reason (optional)"
    write(prompt, "", (text) => ({ answer: "deny", ...(text.trim() ? { text: text.trim() } : {}) }))
  }
  // An approval is bound to one call: another command is another call.
  const edit = (before: string) => {
    write("Run this command instead (denies the one above)", before, (text) =>
      text.trim() === "" || text.trim() === before
        ? undefined
        : { answer: "deny", text: `Run this command instead: ${text.trim()}` },
    )
  }
  const panel: AskPanel = {
    ask: item.ask,
    active: false,
    get focused() {
      return panel.active
    },
    set focused(_focused) {
      // The cursor follows `active`.
    },
    invalidate: () => undefined,
    takes(data) {
      if (!panel.active) return false
      // A question has nothing to go back to: Esc stops the turn.
      if (writing) return item.as !== "question" || !matchesKey(data, "escape")
      const scope = scopes[data.toLowerCase()]
      return (scope !== undefined && isOffered(scope)) || isKey(data, "n") || (isKey(data, "e") && command !== null)
    },
    handleInput(data) {
      hint = ""
      if (!writing) return choose(data)
      if (matchesKey(data, "escape") && item.as !== "question") {
        writing = null
        return
      }
      if (!matchesKey(data, "enter")) return writing.input.handleInput(data)
      const given = writing.done(writing.input.getValue())
      if (given) return answer(given)
    },
    render(width) {
      const cutTo = (line: string) => truncateToWidth(line, width, "…")
      if (!panel.active) return [paint.yellow(cutTo("Tab answers the question above; what you typed stays."))]
      if (writing) {
        writing.input.focused = true
        return [
          ...(hint ? [paint.yellow(cutTo(hint))] : []),
          paint.bold(cutTo(writing.prompt)),
          ...writing.input.render(width),
        ]
      }
      return choiceLines(item.as, offered, command !== null)
        .flatMap((line) => wrapped(line, width))
        .map(paint.bold)
    },
  }
  return panel
}

type Scope = "once" | "session" | "always"

const scopes: Readonly<Record<string, Scope>> = { y: "once", s: "session", a: "always" }

const isKey = (data: string, key: string) => data.toLowerCase() === key

function choiceLines(kind: Ask["as"], offered: ApprovalView["scopes"], isCommand: boolean): string[] {
  if (kind === "plan") return ["[y] approve   [n] no, and what to change"]
  return [
    ...offered.map(({ scope, covers }) => `${choices[scope]}${covers === "" ? "" : `: ${covers}`}`),
    `[n] deny${isCommand ? "   [e] edit it" : ""}   Tab to type a message`,
  ]
}

const choices = { once: "[y] allow once", session: "[s] allow for this session", always: "[a] always allow" } as const
