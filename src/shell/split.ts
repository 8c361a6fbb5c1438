import type { SyntaxNode } from "unbash"
import { everyNode, parseShell } from "./parse.ts"

/**
 * The commands of some lines of shell: each whole, over as many lines as it takes, without comments and prompts. Null
 * where the lines cannot be read.
 */
export function splitCommands(text: string): readonly string[] | null {
  const lines = withoutPrompts(text)
  const { script, problem } = parseShell(lines)
  if (script === null || problem !== null) return lines.trim() === "" ? [] : null
  const found: { start: number; end: number }[] = []
  for (const statement of script.commands) {
    const last = found.at(-1)
    const whole = Math.max(...everyNode(statement).map(endOf))
    const end = whole + (/^[ \t]*&/.exec(lines.slice(whole))?.[0].length ?? 0)
    // What is on one line belongs together: `cd x; npm test`.
    if (last && !lines.slice(last.end, statement.pos).includes("\n")) last.end = end
    else found.push({ start: statement.pos, end })
  }
  return found.map(({ start, end }) => lines.slice(start, end).replace(prompt, ""))
}

const prompt = /^\s*(?:\$\s+)+/

/** Of a transcript of a terminal, what has no prompt is output. */
function withoutPrompts(text: string): string {
  const lines = text.split("\n")
  const isTranscript = prompt.test(lines.find((line) => /^\s*[^\s#]/.test(line)) ?? "")
  return isTranscript ? lines.flatMap((line) => (prompt.test(line) ? [line.replace(prompt, "")] : [])).join("\n") : text
}

/** A here-document follows the statement that it belongs to. */
const endOf = (node: SyntaxNode) => (node.type === "HereDoc" ? (node.closing?.end ?? node.body.end) : node.end)
