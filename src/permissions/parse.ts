import { readFile } from "node:fs/promises"
import { Language, type Node, Parser } from "web-tree-sitter"

/** A node of the syntax tree of a shell command, as plain data. */
export type Syntax = {
  type: string
  named: boolean
  missing: boolean
  text: string
  start: number
  end: number
  row: number
  children: readonly Syntax[]
}

/** Parses a shell command; undefined where it is nested too deeply to be followed. */
export type ParseShell = (command: string) => Syntax | undefined

/** The parser, which is made once and takes some milliseconds the first time. */
export function shellParser(): Promise<ParseShell> {
  loaded ??= load()
  return loaded
}

let loaded: Promise<ParseShell> | undefined

// Deeper than any command that a person would read.
const deepest = 150

async function load(): Promise<ParseShell> {
  const [grammar] = await Promise.all([readFile(new URL("./bash.wasm", import.meta.url)), Parser.init()])
  const parser = new Parser()
  parser.setLanguage(await Language.load(grammar))
  return (command) => {
    const tree = parser.parse(command)
    if (!tree) return undefined
    try {
      return plain(tree.rootNode, command, 0)
    } finally {
      tree.delete()
    }
  }
}

function plain(node: Node, source: string, depth: number): Syntax | undefined {
  if (depth > deepest) return undefined
  const children: Syntax[] = []
  for (const child of node.children) {
    const copy = plain(child, source, depth + 1)
    if (!copy) return undefined
    children.push(copy)
  }
  return {
    type: node.type,
    named: node.isNamed,
    missing: node.isMissing,
    text: source.slice(node.startIndex, node.endIndex),
    start: node.startIndex,
    end: node.endIndex,
    row: node.startPosition.row,
    children,
  }
}

/** A node and everything below it, in the order of the text. */
export function* everyNode(node: Syntax): Generator<Syntax> {
  yield node
  for (const child of node.children) yield* everyNode(child)
}

/** Nodes that are words. */
export const wordTypes: ReadonlySet<string> = new Set([
  "word",
  "number",
  "string",
  "raw_string",
  "ansi_c_string",
  "translated_string",
  "concatenation",
  "simple_expansion",
  "expansion",
  "brace_expression",
])
