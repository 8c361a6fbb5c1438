import type { ArithmeticExpression, ParsedScript, SyntaxNode, Word } from "unbash"
import { everyNode } from "./parse.ts"
import type { Variables } from "./word.ts"

/**
 * Whether bash calculates with something that is not known. A value that it calculates with may be `a[$(command)]`, and
 * then it runs that command.
 */
export function calculates(node: SyntaxNode, values: Variables["values"]): boolean {
  switch (node.type) {
    case "ArithmeticFor":
      return true
    case "ArithmeticExpansion":
    case "ArithmeticCommand":
      return node.expression !== undefined && usesUnknown(node.expression, values)
    case "ArrayValue":
      return node.elements.some(({ text }) => /^\[(?!\d+\])/.test(text))
    case "Assignment":
      return node.index !== undefined && isUnknownIndex(node.index, values)
    case "ParameterExpansion": {
      const { prefix, index, operation } = node
      if (prefix === "!" && operation?.type !== "Names") return true
      if (index !== undefined && isUnknownIndex(index, values)) return true
      if (operation?.type !== "Slice") return false
      return [operation.offset, operation.length].some((word) => word !== undefined && isUnknownIndex(word, values))
    }
    case "Redirect":
    case "HereDoc":
    case "HereString":
      return node.descriptor?.type === "FileDescriptorVariable" && node.descriptor.name.includes("[")
    case "TestBinary":
      return /^-(eq|ne|lt|le|gt|ge)$/.test(node.operator)
    case "TestUnary":
      return /^-[vR]$/.test(node.operator)
    default:
      return false
  }
}

function usesUnknown(expression: ArithmeticExpression, values: Variables["values"]): boolean {
  switch (expression.type) {
    case "ArithmeticWord":
      return !isNumber(expression.value, expression.pos, values)
    case "ArithmeticBinary":
      return usesUnknown(expression.left, values) || usesUnknown(expression.right, values)
    case "ArithmeticUnary":
      return usesUnknown(expression.operand, values)
    case "ArithmeticTernary":
      return [expression.test, expression.consequent, expression.alternate].some((part) => usesUnknown(part, values))
    case "ArithmeticGroup":
      return usesUnknown(expression.expression, values)
    case "ArithmeticCommandExpansion":
      return true
    default:
      return expression satisfies never
  }
}

const isUnknownIndex = (index: Word, values: Variables["values"]) =>
  !/^\s*[@*]\s*$/.test(index.text) && !isNumber(index.text.trim(), index.pos, values)

function isNumber(text: string, at: number, values: Variables["values"]): boolean {
  if (/^-?\d+$/.test(text)) return true
  const [, name] = /^\$?\{?([A-Za-z_]\w*)\}?$/.exec(text) ?? []
  const known = name === undefined ? undefined : values(name, at)
  return known?.every((value) => /^-?\d+$/.test(value)) ?? false
}

/** Whether a `${name@operator}` runs the commands in the value of the variable. */
export function runsValue(node: SyntaxNode): boolean {
  if (node.type !== "ParameterExpansion" || node.operation?.type !== "Transform") return false
  return !/^[QULuAaKk]$/.test(node.operation.operand.text)
}

/** Whether a command line sets a variable to a text that may be a command: one that holds a `$` or a backtick as such. */
export function hidesCommand(script: ParsedScript): boolean {
  return everyNode(script).some((node) => valuesSetBy(node).some(holdsExpansion))
}

function valuesSetBy(node: SyntaxNode): readonly SyntaxNode[] {
  switch (node.type) {
    case "Assignment":
      return [node.value]
    case "For":
    case "Select":
      return node.wordlist ?? []
    case "HereString":
      return node.target ? [node.target] : []
    case "Command": {
      const { name } = node
      // `set -- text`, `printf -v name text`, and what may be one of them.
      const program = name?.value.split("/").at(-1) ?? ""
      const sets = name !== undefined && (!/^[\w./+-]+$/.test(name.text) || argumentSetters.has(program))
      return sets ? node.args : []
    }
    default:
      return []
  }
}

const argumentSetters: ReadonlySet<string> = new Set(
  "set printf declare typeset local export readonly eval command builtin exec".split(" "),
)

/** Text in which `$` and backticks stand for themselves; what a substitution prints is not known. */
function holdsExpansion(node: SyntaxNode): boolean {
  switch (node.type) {
    case "Word":
      return node.parts ? node.parts.some(holdsExpansion) : /\\[$`]/.test(node.text)
    case "Literal":
      return /\\[$`]/.test(node.text)
    case "SingleQuoted":
      return /[$`]/.test(node.value)
    case "AnsiCQuoted":
      return /[$`]|\\[xuU0-7c]/.test(node.text)
    case "DoubleQuoted":
    case "LocaleString":
      return node.parts.some(holdsExpansion)
    case "BraceExpansion":
    case "ExtendedGlob":
      return node.parts?.some(holdsExpansion) ?? /\\[$`]/.test(node.text)
    case "ArrayValue":
      return node.elements.some(holdsExpansion)
    case "Assignment":
      return holdsExpansion(node.value)
    case "ParameterExpansion":
      return /['\\][^}]*[$`]/.test(node.text.slice(2))
    default:
      return false
  }
}
