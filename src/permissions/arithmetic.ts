import { everyNode, type Syntax } from "./parse.ts"
import type { Variables } from "./word.ts"

/**
 * Whether the shell calculates with something that is not known. A value that it calculates with may be `a[$(command)]`,
 * which it then runs.
 */
export function calculates(node: Syntax, values: Variables["values"]): boolean {
  if (node.type === "c_style_for_statement") return true
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

const operands: ReadonlySet<string> = new Set(["variable_name", "word", "command_substitution"])

function isArithmetic(node: Syntax): boolean {
  if (node.type === "arithmetic_expansion" || node.type === "subscript") return true
  if (node.type === "compound_statement") return node.text.startsWith("((")
  return node.type === "expansion" && node.children.some((child) => child.type === ":")
}

// The variable that is looked into, not calculated with.
function nameIn(node: Syntax): Syntax | undefined {
  return [...everyNode(node)].find((part) => part.type === "variable_name")
}
