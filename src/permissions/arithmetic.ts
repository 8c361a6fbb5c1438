import { danger, type Judgement, readOnly, workspace } from "./judgement.ts"
import { words } from "./option.ts"
import { everyNode, type Syntax } from "./parse.ts"
import type { Variables } from "./word.ts"

/** What it means that the shell calculates with variables: what the command itself has put into them may be a command. */
export function calculation({ hides }: { hides: boolean }): Judgement {
  return hides
    ? danger("calculates with variables, and sets one to what may be a command")
    : workspace("calculates with variables")
}

/** The same for words that builtins take for names of variables, perhaps with the index of an array. */
export function calculationOf(words: readonly string[], scene: { hides: boolean }): Judgement {
  const found = words.filter(calculatesIndex)
  if (found.length === 0) return readOnly()
  return calculation({ hides: scene.hides || found.some((word) => /[$`]/.test(word)) })
}

/** Whether a command sets a variable to a text in which a command may be: one that holds a `$` or a backtick as such. */
export function hidesCommand(root: Syntax): boolean {
  const inValue = (node: Syntax): boolean => {
    if (node.type === "command_substitution" || node.type === "process_substitution") return false
    if (node.type === "raw_string") return /[$`]/.test(node.text)
    if (node.type === "ansi_c_string") return /[$`]|\\[xuU0-7c]/.test(node.text)
    if (node.children.length === 0 || node.type === "string") {
      if (/\\[$`]/.test(node.text)) return true
    }
    return node.children.some(inValue)
  }
  return [...everyNode(root)].some((node) => (settings.has(node.type) || setsByArgument(node)) && inValue(node))
}

// `set -- text`, `printf -v name text`, and what may be one of them.
function setsByArgument(node: Syntax): boolean {
  if (node.type !== "command") return false
  const name = node.children.find((child) => child.type === "command_name")
  return name?.children[0]?.type !== "word" || /(^|\s)set\s|\s-v/.test(node.text.replace(/["'\\]/g, ""))
}

const settings: ReadonlySet<string> = new Set([
  "variable_assignment",
  "declaration_command",
  "for_statement",
  "herestring_redirect",
])

// Whether a word names an element of an array by something that the shell must calculate.
function calculatesIndex(word: string): boolean {
  const name = word.replace(/^-\w/, "")
  // Without quotes the brackets are a pattern.
  if (/^[A-Za-z_]\w*\uE003$/u.test(name)) return true
  return /^[A-Za-z_]\w*\[/.test(name) && !/^\w+\[(\d+|[@*])\]$/.test(name)
}

/**
 * Whether the shell calculates with something that is not known. A value that it calculates with may be `a[$(command)]`,
 * which it then runs.
 */
export function calculates(node: Syntax, values: Variables["values"]): boolean {
  if (node.type === "c_style_for_statement") return true
  if (node.type === "array") return node.children.some(({ text }) => /^\[(?!\d+\])/.test(text))
  if (node.type === "expansion" && node.text.startsWith("${!")) return true
  if (!isArithmetic(node)) return false
  const looked = node.type === "arithmetic_expansion" || node.type === "compound_statement" ? undefined : nameIn(node)
  return [...everyNode(node)].some((part) => {
    if (part === looked || !operands.has(part.type)) return false
    return !(/^[@*\d]+$/.test(part.text) || values(part.text, part.start)?.every((value) => /^-?\d+$/.test(value)))
  })
}

/** Whether a `[[ … ]]` compares numbers, or asks for an element of an array: both calculate. */
export function compares(node: Syntax): boolean {
  if (node.type !== "test_command" || !node.text.startsWith("[[")) return false
  return [...everyNode(node)].some((part) => /^-(eq|ne|lt|le|gt|ge|v)$/.test(part.text))
}

/** Whether a `${name@operator}` is one that runs the commands in a value. */
export function runsText(node: Syntax): boolean {
  return node.type === "expansion" && /@[A-Za-z]\}$/.test(node.text) && !/@[QULuAaKk]\}$/.test(node.text)
}

const operands: ReadonlySet<string> = new Set(
  words("variable_name word raw_string ansi_c_string string_content command_substitution"),
)

function isArithmetic(node: Syntax): boolean {
  if (node.type === "arithmetic_expansion" || node.type === "subscript") return true
  if (node.type === "compound_statement") return node.text.startsWith("((")
  return node.type === "expansion" && node.children.some((child) => child.type === ":")
}

// The variable that is looked into, not calculated with.
function nameIn(node: Syntax): Syntax | undefined {
  return [...everyNode(node)].find((part) => /^(special_)?variable_name$/.test(part.type))
}
