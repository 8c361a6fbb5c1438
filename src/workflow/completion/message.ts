import type { DoneItem } from "../../session/event/done.ts"
import type { CheckState } from "../../session/state.ts"
import type { Gap } from "./gap.ts"

/** How much the model is told at a time: a small model loses a long list. */
const room = { task: 160, line: 200, gaps: 2, next: 3, items: 5, failures: 3 } as const

/** What is not shown yet, and what to do next. */
export function continuationMessage(task: string, gaps: readonly Gap[]): string {
  const next = [...new Set(gaps.map((gap) => gap.next))].slice(0, room.next)
  return lines([
    "[COMPLETION CHECK] The task is not done yet.",
    `Task: ${oneLine(task, room.task)}`,
    ...gaps.slice(0, room.gaps).map(({ evidence }) => `Missing: ${oneLine(evidence.summary)}`),
    ...next.map((each, at) => `${at + 1}. ${oneLine(each)}`),
    "Call the tools now. Answer in text only when it is done.",
  ])
}

/** The model has tools, and does not use them. */
export function reluctanceMessage(kind: "refuses" | "narrates", task: string): string {
  return lines([
    kind === "refuses"
      ? "[YOU HAVE TOOLS] You can look at the files of this project, change them and run commands: with the tools that you were given."
      : "[NOTHING WAS DONE] You said what you will do, and did not do it: your answer holds no tool call.",
    `Task: ${oneLine(task, room.task)}`,
    "Call the first tool now. Answer in text only when you have seen what it says.",
  ])
}

/** The model's own list still has open items. */
export function pendingMessage(open: readonly DoneItem[]): string {
  const more = open.length - room.items
  return lines([
    "[PENDING WORK REMAINS] Your list has open items:",
    ...open.slice(0, room.items).map(({ text }) => `- ${oneLine(text)}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
    "Do them now with tools and mark each as completed, or take off the list what is not needed.",
  ])
}

/** What the checks found. */
export function failureMessage(input: {
  task: string
  failed: readonly CheckState[]
  gaps: readonly Gap[]
  retry: { number: number; of: number }
}): string {
  const { task, failed, gaps, retry } = input
  return lines([
    `[DEFINITION OF DONE CHECK FAILED] Try ${retry.number} of ${retry.of}.`,
    `Task: ${oneLine(task, room.task)}`,
    ...failed.slice(0, room.failures).map(({ command, summary }) => oneLine(`FAIL \`${command}\`: ${summary ?? ""}`)),
    ...gaps.slice(0, 1).map(({ evidence }) => `Also: ${oneLine(evidence.summary)}`),
    "Fix the failures above in the code, with tools. Then answer: the checks are run again for you.",
  ])
}

const lines = (all: readonly string[]) => all.join("\n")

/** A text on one line, cut where it is too long. */
export function oneLine(text: string, most: number = room.line): string {
  const one = text.replace(/\s+/g, " ").trim()
  return one.length <= most ? one : `${one.slice(0, most - 1)}…`
}
