import type { CommandExpansionPart, ParameterExpansionPart, SimpleExpansionPart, Word, WordPart } from "unbash"
import { expandBraces } from "./brace.ts"
import { listedBy } from "./listing.ts"
import { anyMark, marks } from "./mark.ts"

/** What is known of the variables of a command. */
export type Variables = {
  home: string
  /** The directory that the command runs in, if that is one. */
  directory: string | undefined
  /** The values that a variable may have at this position of the text; undefined if they are not known. */
  values(name: string, at: number): readonly string[] | undefined
}

/** The words that bash makes of one word, with marks for what is known only when it runs. */
export function readWord(word: Word, variables: Variables): readonly string[] {
  const text = word.parts ? word.parts.map((part) => read(part, variables)).join("") : unescaped(word.text)
  return expandBraces(expandTildes(text, variables))
}

function read(part: WordPart, variables: Variables): string {
  switch (part.type) {
    case "Literal":
      return unescaped(part.text)
    case "SingleQuoted":
      return part.value
    case "AnsiCQuoted":
      return ansiC(part.text, part.value)
    case "DoubleQuoted":
    case "LocaleString":
      return part.parts.map((child) => (child.type === "Literal" ? child.value : readQuoted(child, variables))).join("")
    case "SimpleExpansion":
    case "ParameterExpansion":
      return variable(part, variables, { quoted: false })
    case "CommandExpansion":
      return printed(part, variables) ?? marks.unknown
    case "ProcessSubstitution":
      return marks.pipe
    case "ArithmeticExpansion":
      return marks.some
    case "Glob":
      if (part.kind === "star") return marks.any
      return part.kind === "bracket" && part.text.includes("/") ? marks.unknown : marks.one
    case "ExtendedGlob":
      return marks.any
    case "BraceExpansion":
      return braces(part.text, part.parts, variables)
    default:
      return part satisfies never
  }
}

function readQuoted(part: WordPart, variables: Variables): string {
  if (part.type === "SimpleExpansion" || part.type === "ParameterExpansion")
    return variable(part, variables, { quoted: true })
  return (part.type === "CommandExpansion" ? printed(part, variables) : undefined) ?? marks.some
}

/** What a substitution prints, as far as that is known: the directory, or names of what is in it. */
function printed({ text, script }: CommandExpansionPart, { directory }: Variables): string | undefined {
  if (/^(\$\(\s*pwd\s*\)|`\s*pwd\s*`)$/.test(text)) return directory
  return script && listedBy(script)
}

/** Text outside of quotes: a backslash makes the next character plain, and a tilde may be a home directory. */
function unescaped(text: string): string {
  return text.replace(/\\([\s\S])|~/g, (_, escaped?: string) =>
    escaped === undefined ? marks.tilde : escaped === "\n" ? "" : escaped,
  )
}

/** The braces and commas of an expansion, with what is between them. */
function braces(text: string, parts: readonly WordPart[] | undefined, variables: Variables): string {
  const inner = parts
    ? parts.map((part) => (part.type === "Literal" ? commas(part.text) : read(part, variables))).join("")
    : commas(text.slice(1, -1))
  return marks.open + inner + marks.close
}

function commas(text: string): string {
  return text.replace(/\\([\s\S])|[{},]/g, (found, escaped?: string) =>
    escaped === undefined ? (braceMarks[found] ?? found) : escaped === "\n" ? "" : escaped,
  )
}

const braceMarks: Readonly<Record<string, string>> = { "{": marks.open, ",": marks.comma, "}": marks.close }

function variable(
  part: SimpleExpansionPart | ParameterExpansionPart,
  variables: Variables,
  { quoted }: { quoted: boolean },
): string {
  const unknown = quoted && !/[@*]/.test(part.text) ? marks.some : marks.unknown
  const [, name = ""] = /^\$\{?([A-Za-z_]\w*)\}?$/.exec(part.text) ?? []
  if (/HOLDFAST_/.test(part.text)) return marks.guard
  if (name === "HOME") return variables.home
  if (name === "PWD") return variables.directory ?? unknown
  const values = name === "" ? undefined : variables.values(name, part.pos)
  if (!values || values.length === 0) return unknown
  // Without quotes bash splits a value at its blanks.
  if (!quoted && values.some((value) => value === "" || /\s/.test(value))) return unknown
  return alternatives(quoted ? values : values.map(activeGlobs))
}

function alternatives(values: readonly string[]): string {
  return values.length === 1 ? (values[0] ?? "") : marks.open + values.join(marks.comma) + marks.close
}

/** Without quotes the patterns in a value are patterns again; its braces and tildes stay what they are. */
function activeGlobs(value: string): string {
  return value.replace(/\\([\s\S])|\[[!^]?\]?[^/\]]*\]|[*?]/g, (found, escaped?: string) =>
    escaped === undefined ? (found === "*" ? marks.any : marks.one) : escaped,
  )
}

function expandTildes(word: string, variables: Variables): string {
  if (!word.includes(marks.tilde)) return word
  return word
    .replace(new RegExp(`(^|[=:])${marks.tilde}(?=/|$|:)`, "gu"), (_, before: string) => before + variables.home)
    .replace(new RegExp(`(^|[=:])${marks.tilde}(?=[A-Za-z_])`, "gu"), (_, before: string) => `${before}/~`)
    .replace(new RegExp(`(^|[=:])${marks.tilde}[+-]`, "gu"), (_, before: string) => before + marks.unknown)
    .replaceAll(marks.tilde, "~")
}

/** What follows a NUL is dropped by some shells and kept by others; a control escape may be anything. */
function ansiC(text: string, value: string): string {
  return /\\c|\\x0*(?![0-9a-fA-F])|\\0{1,3}(?![0-7])|\\[uU]0+(?![0-9a-fA-F])/.test(text) ||
    value.includes("\0") ||
    !value.isWellFormed() ||
    anyMark.test(value)
    ? marks.unknown
    : value
}
