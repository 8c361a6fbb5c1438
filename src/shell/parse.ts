import { forEachChild, type ParsedScript, parse, type SyntaxNode } from "unbash"
import { anyMark } from "./mark.ts"

/** A command line as bash reads it. `problem` says why the tree may not be what bash would run. */
export type ParsedShell = { text: string; script: ParsedScript | null; problem: string | null }

/** Command lines that are longer, have more parts, or are nested deeper are not read: judging them would take too long. */
const most = { length: 256 * 1024, nodes: 10_000, depth: 400 } as const

/** Parses a command line. Never throws; a line with a problem may still have a tree. */
export function parseShell(text: string): ParsedShell {
  const refusal = unreadable(text)
  if (refusal !== null) return { text, script: null, problem: refusal }
  const script = parsed(text)
  if (script === null) return { text, script, problem: "it has too many parts to be judged" }
  return { text, script, problem: oddCharacters(text) ?? problemIn(script, withoutHereDocuments(text, script)) }
}

/** Whether brackets are open within more others than anybody writes, which takes the parser long. */
function isDeep(text: string): boolean {
  let [depth, deepest] = [0, 0]
  for (const char of text) {
    if (char === "(" || char === "{") deepest = Math.max(deepest, ++depth)
    else if (char === ")" || char === "}") depth = Math.max(0, depth - 1)
  }
  return deepest > most.depth
}

/** The tree of a command line; null if it is too large. */
function parsed(text: string): ParsedScript | null {
  try {
    const script = parse(text)
    return isSmall(script) ? script : null
  } catch (error) {
    // The parser nests as deep as the text.
    if (error instanceof RangeError) return null
    throw error
  }
}

function isSmall(script: ParsedScript): boolean {
  let nodes = 0
  const fits = (node: SyntaxNode, depth: number): boolean => {
    let small = ++nodes <= most.nodes && depth <= most.depth
    if (small)
      forEachChild(node, (child) => {
        small &&= fits(child, depth + 1)
      })
    return small
  }
  return fits(script, 0)
}

function unreadable(text: string): string | null {
  if (text.trim() === "") return "the command is empty"
  if (isDeep(text)) return "it has too many parts to be judged"
  if (text.length > most.length) return "the command is too long to be judged"
  return !text.isWellFormed() || anyMark.test(text) ? "it holds characters that no command needs" : null
}

/** Bash separates words at blanks and tabs only; other blanks and control characters deceive a reader. */
function oddCharacters(text: string): string | null {
  return /[^\S \t\n]|[^\P{Cc}\t\n]/u.test(text) ? "it holds control characters or unusual blanks" : null
}

function problemIn(node: SyntaxNode, text: string): string | null {
  const own = problemOf(node) ?? (skips(node, text) ? "text that cannot be parsed" : null)
  if (own !== null) return own
  let found: string | null = null
  forEachChild(node, (child) => {
    found ??= problemIn(child, text)
  })
  return found
}

/** Between the statements of a list there is nothing but separators and comments, or the parser has left something out. */
function skips(node: SyntaxNode, text: string): boolean {
  if (node.type !== "Script" && node.type !== "CompoundList") return false
  const [first] = node.commands
  const start = node.type === "Script" || !first ? node.pos : first.pos
  const ends = [start, ...node.commands.map(({ end }) => end)]
  const starts = [...node.commands.map(({ pos }) => pos), node.type === "Script" ? node.end : (ends.at(-1) ?? start)]
  return ends.some((end, at) => !/^(?:[\s;&]|\\\n|(?<![^\s;&])#[^\n]*)*$/.test(text.slice(end, starts[at])))
}

/** The text with blanks in the place of here-documents, which stand between the statements of a list. */
function withoutHereDocuments(text: string, script: ParsedScript): string {
  if (!text.includes("<<")) return text
  let left = text
  for (const node of everyNode(script)) {
    if (node.type !== "HereDoc") continue
    const end = node.closing?.end ?? node.body.end
    left = left.slice(0, node.body.pos) + " ".repeat(end - node.body.pos) + left.slice(end)
  }
  return left
}

function problemOf(node: SyntaxNode): string | null {
  switch (node.type) {
    case "Script":
      if (node.errors && node.errors.length > 0) return "it cannot be parsed"
      return node.source === undefined ? null : "a backslash within backticks"
    case "HereDoc":
      return node.closing === undefined ? "a here-document without its end" : null
    case "CommandExpansion":
    case "ProcessSubstitution":
      return node.script === undefined ? "a substitution that cannot be parsed" : null
    case "ArithmeticExpansion":
      // Where its brackets do not match, as around a `case`, bash takes a calculation for a command.
      return node.expression === undefined || !isBalanced(node.text) ? "a calculation that cannot be parsed" : null
    case "ParameterExpansion":
      return node.operation?.type === "Unknown" ? "an expansion that is not known" : null
    case "Command": {
      // Bash takes `x=<(command)` for one word, the parser for two.
      const [after] = [node.name, ...node.suffix].filter((part) => part !== undefined)
      const last = node.prefix.at(-1)
      return last?.type === "Assignment" && after?.pos === last.end ? "an assignment that is not plain" : null
    }
    default:
      return null
  }
}

const isBalanced = (text: string) => text.split("(").length === text.split(")").length

/** A node and everything below it, in the order of the text. */
export function everyNode(node: SyntaxNode): SyntaxNode[] {
  const found = [node]
  forEachChild(node, (child) => {
    for (const each of everyNode(child)) found.push(each)
  })
  return found
}
