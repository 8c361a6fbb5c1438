import type { ContextMessage } from "../../session/view/context.ts"
import { clipLine, compress, noteLimits } from "./compress.ts"

/** How much of what was done and said is kept, in notes that no model wrote. */
const most = { subjects: 6, failures: 4, said: 4 } as const

/**
 * Notes on what is left out, written by rule: what was noted before, then what was called for, what failed, and what was
 * said. Notes that a model wrote before stay as long as they were.
 */
export function ruleNotes(before: string, removed: readonly ContextMessage[]): string {
  const known = linesOf(before)
  const now = compress(newLines(removed)).text
  return compress([...known, ...linesOf(now)], {
    characters: Math.max(noteLimits.characters, before.length),
    lines: Math.max(noteLimits.lines, known.length),
    lineCharacters: Math.max(noteLimits.lineCharacters, ...known.map(({ length }) => length)),
  }).text
}

/**
 * Notes that a model wrote, and what it left out of those before as long as there is room: a forgetful model forgets
 * nothing that was written down once. Null where they are of no use.
 */
export function modelNotes(before: string, written: string, characters: number): string | null {
  const lines = linesOf(withoutMarks(written))
  const length = lines.join("\n").length
  if (length === 0 || length > 2 * characters) return null
  const known = new Set(lines.map(plain))
  const forgotten = linesOf(before).filter((line) => !known.has(plain(line)))
  const limits = { lines: Number.POSITIVE_INFINITY, lineCharacters: characters }
  const own = compress(lines, { ...limits, characters }).text
  const room = characters - own.length - 1
  const carried = room > noteLimits.lineCharacters ? compress(forgotten, { ...limits, characters: room }).text : ""
  return [carried, own].filter((part) => part !== "").join("\n")
}

function newLines(removed: readonly ContextMessage[]): string[] {
  const results = new Map(removed.flatMap((message) => (message.role === "tool" ? [[message.call, message]] : [])))
  const answers = removed.flatMap((message) => (message.role === "assistant" ? [message] : []))
  const calls = answers.flatMap((answer) => answer.calls)
  const byTool = Map.groupBy(calls, ({ name }) => name)
  const failures = calls.flatMap(({ call, name, arguments: given }) => {
    const result = results.get(call)
    if (!result || result.status === "ok") return []
    return [`- ${name} ${clipLine(subjectOf(given), 60)} (${result.status}): ${firstLine(result.text)}`]
  })
  const said = answers.flatMap(({ text }) => (text.trim() === "" ? [] : [`- Said: ${firstLine(text)}`]))
  return [
    ...[...byTool].map(([name, made]) => `- Called ${name} for ${subjectsOf(made)}`),
    ...failures.slice(-most.failures),
    ...said.slice(-most.said),
  ]
}

function subjectsOf(made: readonly { arguments: Record<string, unknown> }[]): string {
  const all = [...new Set(made.map((call) => clipLine(subjectOf(call.arguments), 40)))]
  const more = all.length > most.subjects ? ` and ${all.length - most.subjects} more` : ""
  return `${all.slice(-most.subjects).join(", ")}${more}`
}

/** What a call is about, of all that it was given. */
function subjectOf(given: Record<string, unknown>): string {
  const named = subjects.map((name) => given[name]).find((value) => typeof value === "string")
  return typeof named === "string" ? named : JSON.stringify(given)
}

const subjects = ["path", "file_path", "command", "pattern", "query", "question", "key", "text", "url", "cwd"] as const

function firstLine(text: string): string {
  const line = text.split("\n").find((one) => one.trim() !== "")
  return line?.trim() ?? ""
}

function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line.trim() !== "" && !isOmission(line))
}

const isOmission = (line: string) => /^- \.\.\. \d+ more lines? left out\.$/.test(line)

/** A model that writes headings or our own marks does not get between the sections of the summary. */
function withoutMarks(text: string): string {
  // Thoughts that never end are looked for once, not from each of their beginnings.
  const thought = text.lastIndexOf("</think>") + "</think>".length
  return `${text.slice(0, thought).replace(/<think>[\s\S]*?<\/think>/g, "")}${text.slice(thought)}`
    .replace(/^[^\S\n]*\[COMPACTED CONTEXT\][^\S\n]*$/gm, "")
    .replace(/^#+\s*(.*)$/gm, "$1:")
}

function plain(line: string): string {
  return line
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
}
