import type { ToolFormat } from "../../models/contract.ts"
import { oneLine } from "../../workflow/verdict/push-back.ts"
import type { RepairableFailure } from "./repairable-failure.ts"

/** What a repair message depends on. */
export type RepairContext = {
  task: string
  /** The next open item of its list. */
  next: string | null
  /** Which attempt this is, and how many are allowed. */
  time: { number: number; of: number }
  /** The tools whose calls were truncated, and how the last of them ended, where that is known. */
  cut: readonly string[]
  written?: string
  format: ToolFormat
}

/** How much of a cut-off call the model sees again. */
const tail = 120

/** The message to the model: what is wrong, and what to do instead. */
export function messageFor(failure: RepairableFailure, context: RepairContext): string {
  return messages[failure](context).join("\n")
}

const messages: Readonly<Record<RepairableFailure, (context: RepairContext) => string[]>> = {
  "empty-answer": ({ task, next, time }) => [
    `[EMPTY ASSISTANT RESPONSE] Your last answer held nothing (retry ${time.number} of ${time.of}).`,
    ...taskLines(task, next),
    "Continue now: call a tool, or answer in text.",
  ],
  "cut-thought": ({ task, next }) => [
    "[ANSWER CUT OFF] All of your answer went into thinking, and the length limit ended it before you said anything.",
    ...taskLines(task, next),
    "Think in a few words only. Then call one tool, or answer in text.",
  ],
  "cut-call": ({ cut, written }) => [
    `[CALL CUT OFF] The length limit cut off your call of ${cut.join(", ")}. It was not made: nothing was written or run.`,
    ...(written ? [howFar(written)] : []),
    cut.includes("write")
      ? 'Write the file in parts: call write with the first 80 lines or fewer, then call it again with "append": true for each part that follows.'
      : "Make the call again with less in it, in several calls if need be.",
  ],
  "endless-text": ({ task, next }) => [
    "[ENDLESS ANSWER] Your answer kept repeating itself and was cut off.",
    ...taskLines(task, next),
    "Do not continue it. Do the next thing with a tool, or answer in a few sentences.",
  ],
  "unreadable-call": ({ format }) => [
    "[UNREADABLE CALL] Your answer holds the marks of a tool call that cannot be read. Nothing was run.",
    formats[format],
  ],
  "unconfirmed-call": ({ format }) => [
    "[CALL NOT RUN] Your answer ends with a tool call that stands in a code block or is called an example. It was not run.",
    `If it is meant, make it now; otherwise give your final answer. ${formats[format]}`,
  ],
  "failing-calls": ({ task }) => [
    "[TOOL FAILURE] Your last calls failed. The same call will fail again.",
    `Task: ${oneLine(task, 160)}`,
    "1. Read the errors: they say what is wrong and what to do.",
    "2. Look at what is there (read, glob, grep) before you change or run anything.",
    "3. Try another way. If there is none, say what is in the way.",
  ],
  "repeated-call": ({ task, next }) => [
    "[REPEATED CALL] You made this call before, and the result is the same. Do not make it again: use the result that you have.",
    ...taskLines(task, next),
    "Do the next thing, or answer.",
  ],
}

const formats: Readonly<Record<ToolFormat, string>> = {
  native: "Call the tool in the way that you were given, with its arguments as one JSON object. Write no call in text.",
  tagged:
    'Write it exactly so, as the last thing of your answer:\n<tool_call>{"name": "read", "arguments": {"path": "path/to/file"}}</tool_call>',
  bracket: 'Write it exactly so, as the last thing of your answer:\n[USE read tool with: path="path/to/file"]',
}

function taskLines(task: string, next: string | null): string[] {
  return [`Task: ${oneLine(task, 160)}`, ...(next === null ? [] : [`Next: ${oneLine(next)}`])]
}

function howFar(written: string): string {
  const lines = written.split(/\\n|\n/).length
  const size = `${written.length} characters${lines > 1 ? `, about ${lines} lines` : ""}`
  return `It came ${size} far and ended: …${oneLine(written.slice(-tail), tail)}`
}
