import { expandBraces } from "./brace.ts"
import { marks } from "./mark.ts"
import type { Syntax } from "./parse.ts"

/** What is known of the variables of a command. */
export type Variables = {
  home: string
  /** Where the command stands, if that is one place. */
  directory: string | undefined
  /** The values that a variable may have where the text stands; undefined if they are not known. */
  values(name: string, at: number): readonly string[] | undefined
}

/** The words that a node of a command stands for, as far as they are known before it runs. */
export function readWords(nodes: readonly Syntax[], variables: Variables): readonly string[] {
  // `$"text"` is a string that may be translated; the parser sees a dollar before it.
  const parts = nodes.filter((node, at) => node.type !== "$" || nodes[at + 1]?.type !== "string")
  const joined = parts.map((node) => read(node, variables)).join("")
  return expandBraces(brackets(tildes(joined, variables)))
}

function read(node: Syntax, variables: Variables): string {
  switch (node.type) {
    case "word":
    case "number":
    case "extglob_pattern":
      return unquoted(node.text)
    case "raw_string":
      return node.text.slice(1, -1)
    case "ansi_c_string":
      return escapes(node.text.slice(2, -1))
    case "string":
      return doubleQuoted(node, variables)
    case "translated_string":
    case "concatenation":
    case "command_name":
      return node.children.map((child) => (child.type === "$" ? "" : read(child, variables))).join("")
    case "simple_expansion":
    case "expansion":
      return variable(node, variables, { quoted: false })
    case "command_substitution":
      return substitution(node, variables, marks.unknown)
    case "process_substitution":
      return marks.pipe
    case "arithmetic_expansion":
      return marks.some
    case "$":
      return "$"
    default:
      return marks.unknown
  }
}

// Without quotes the patterns in a value are patterns again, though its braces and tildes stay what they are.
function patterns(value: string): string {
  return value.replace(/\\([\s\S])|[*?[\]]/g, (found, escaped?: string) => escaped ?? active[found] ?? found)
}

const active: Readonly<Record<string, string>> = {
  "*": marks.any,
  "?": marks.one,
  "[": marks.bracket,
  "]": marks.bracketEnd,
  "{": marks.open,
  ",": marks.comma,
  "}": marks.close,
  "~": marks.tilde,
}

function unquoted(text: string): string {
  return text.replace(/\\([\s\S])|[*?[\]{},~]/g, (found, escaped?: string) =>
    escaped === undefined ? (active[found] ?? found) : escaped === "\n" ? "" : escaped,
  )
}

function doubleQuoted(node: Syntax, variables: Variables): string {
  const plain = (text: string) =>
    text.replace(/\\([$`"\\\n])/g, (_, escaped: string) => (escaped === "\n" ? "" : escaped))
  let value = ""
  let at = node.start + 1
  for (const child of node.children) {
    if (!child.named || child.type === "string_content") continue
    value += plain(node.text.slice(at - node.start, child.start - node.start))
    if (child.type === "simple_expansion" || child.type === "expansion")
      value += variable(child, variables, { quoted: true })
    else if (child.type === "command_substitution") value += substitution(child, variables, marks.some)
    else value += marks.some
    at = child.end
  }
  return value + plain(node.text.slice(at - node.start, -1))
}

function variable(node: Syntax, variables: Variables, { quoted }: { quoted: boolean }): string {
  const unknown = quoted && !/[@*]/.test(node.text) ? marks.some : marks.unknown
  const [, name = ""] = /^\$\{?([A-Za-z_]\w*)\}?$/.exec(node.text) ?? []
  if (/HOLDFAST_/.test(node.text)) return marks.guard
  if (name === "HOME") return variables.home
  if (name === "PWD") return variables.directory ?? unknown
  const values = name === "" ? undefined : variables.values(name, node.start)
  if (!values || values.length === 0) return unknown
  // Without quotes a value is split at its blanks.
  if (!quoted && values.some((value) => value === "" || /\s/.test(value))) return unknown
  return alternatives(quoted ? values : values.map(patterns))
}

function alternatives(values: readonly string[]): string {
  return values.length === 1 ? (values[0] ?? "") : marks.open + values.join(marks.comma) + marks.close
}

function substitution(node: Syntax, variables: Variables, unknown: string): string {
  return /^(\$\(\s*pwd\s*\)|`\s*pwd\s*`)$/.test(node.text) ? (variables.directory ?? unknown) : unknown
}

function tildes(word: string, variables: Variables): string {
  return word
    .replace(new RegExp(`(^|[=:])${marks.tilde}(?=/|$|:)`, "gu"), (_, before: string) => before + variables.home)
    .replace(new RegExp(`(^|[=:])${marks.tilde}(?=[A-Za-z_])`, "gu"), (_, before: string) => `${before}/~`)
    .replace(new RegExp(`(^|[=:])${marks.tilde}[+-]`, "gu"), (_, before: string) => before + marks.unknown)
    .replaceAll(marks.tilde, "~")
}

// Such as [:alpha:], which has brackets of its own.
const inBracket = `${marks.bracket}[:.=][^${marks.bracketEnd}]*[:.=]${marks.bracketEnd}`

function brackets(word: string): string {
  const { bracket, bracketEnd, one } = marks
  return word
    .replace(new RegExp(`${bracket}[!^]?${bracketEnd}?(?:${inBracket}|[^/${bracketEnd}])*${bracketEnd}`, "gu"), one)
    .replaceAll(bracket, "[")
    .replaceAll(bracketEnd, "]")
}

const letters: Readonly<Record<string, string>> = {
  a: "\u0007",
  b: "\b",
  e: "\u001b",
  E: "\u001b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
}

// What follows a NUL is dropped by some shells and kept by others, and a control character may be anything.
function escapes(text: string): string {
  return text.replace(
    /\\(x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|[0-7]{1,3}|c[\s\S]|[\s\S])/g,
    (_, code: string) => {
      if (/^[xuU]./.test(code)) return character(Number.parseInt(code.slice(1), 16))
      if (/^[0-7]/.test(code)) return character(Number.parseInt(code, 8) & 0xff)
      if (/^c./s.test(code)) return marks.unknown
      return letters[code] ?? code
    },
  )
}

function character(code: number): string {
  return code === 0 || code > 0x10ffff || (code >= 0xe000 && code <= 0xe00f)
    ? marks.unknown
    : String.fromCodePoint(code)
}
