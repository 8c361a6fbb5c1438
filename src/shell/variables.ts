import {
  type Assignment,
  type Command,
  type For,
  forEachChild,
  type ParsedScript,
  type SyntaxNode,
  type Word,
} from "unbash"
import { everyNode } from "./parse.ts"
import { readWord, type Variables } from "./word.ts"

/** What a variable is at a position of the text, where that is certain; and all that the command line ever sets it to. */
export type Values = { certain: Variables["values"]; possible: Variables["values"] }

/** The values of the variables of a command line, as far as its own text says. */
export function valuesIn(script: ParsedScript, home: string): Values {
  const plain: Variables = { home, directory: undefined, values: () => undefined }
  const settings = settingsIn(script, plain)
  const nodes = everyNode(script)
  const repeated = nodes.filter(({ type }) => repeats.has(type))
  const otherwise = nodes.some(setsOtherwise)
  return {
    certain(name, at) {
      if (otherwise) return undefined
      // Within a loop or a function what is set further down counts, too.
      const outermost = repeated.find((node) => node.pos <= at && at < node.end)
      const before = settings.filter(
        (setting) => setting.name === name && (outermost !== undefined || setting.start < at),
      )
      const last = before.at(-1)
      if (!last || before.some((setting) => !holdsAt(setting, at, outermost))) return undefined
      return last.values
    },
    possible(name) {
      const values = settings.flatMap((setting) => (setting.name === name ? (setting.values ?? []) : []))
      return values.length > 0 && values.length <= maxValues ? [...new Set(values)] : undefined
    },
  }
}

const maxValues = 16

type Setting = {
  name: string
  values: readonly string[] | undefined
  start: number
  /** Where it holds for certain. */
  from: number
  to: number
}

function holdsAt(setting: Setting, at: number, outermost: SyntaxNode | undefined): boolean {
  const inLoop = setting.to !== Number.POSITIVE_INFINITY
  const early = inLoop || !outermost || setting.start < outermost.pos
  return setting.values !== undefined && early && setting.from <= at && at < setting.to
}

const repeats: ReadonlySet<SyntaxNode["type"]> = new Set(["For", "Select", "ArithmeticFor", "While", "Function"])

/** Whether what a script does happens in the order in which it is written, and once. */
export function isOrdered(script: ParsedScript): boolean {
  return !everyNode(script).some(
    (node) => repeats.has(node.type) || (node.type === "Statement" && node.background === true),
  )
}

function settingsIn(script: ParsedScript, plain: Variables): readonly Setting[] {
  // Only what the line itself does is sure to happen, and not what it does in the background.
  const certain = new Set<SyntaxNode>(
    script.commands.flatMap(({ command, background }) =>
      command.type === "Command" && !command.name && !background ? command.prefix : [],
    ),
  )
  const settings: Setting[] = []
  const visit = (node: SyntaxNode) => {
    if (node.type === "Assignment") settings.push(assignment(node, certain.has(node), plain))
    if (node.type === "For") settings.push(loop(node, plain))
    if (node.type === "Select")
      settings.push({ name: node.name.text, values: undefined, start: node.pos, from: 0, to: 0 })
    if (node.type === "Command") settings.push(...byArgument(node, plain))
    forEachChild(node, visit)
  }
  visit(script)
  return settings
}

function assignment(node: Assignment, certain: boolean, plain: Variables): Setting {
  const { name, value, append, index } = node
  const simple = !append && index === undefined && value.type === "Word"
  return {
    name,
    values: simple ? readWord(value, plain) : undefined,
    start: node.pos,
    from: certain ? node.end : Number.POSITIVE_INFINITY,
    to: Number.POSITIVE_INFINITY,
  }
}

/** `command export x=1`: what looks like an argument sets a variable. */
function byArgument(node: Command, plain: Variables): readonly Setting[] {
  const [program = ""] = node.name ? readWord(node.name, plain) : []
  if (!assigners.has(program.split("/").at(-1) ?? "")) return []
  return node.args.flatMap((argument) => {
    const [whole, name = ""] = /^([A-Za-z_]\w*)=/.exec(argument.text) ?? []
    if (whole === undefined || argument.type === "Assignment") return []
    const values = readWord(argument, plain).map((word) => word.slice(whole.length))
    return [{ name, values, start: node.pos, from: Number.POSITIVE_INFINITY, to: Number.POSITIVE_INFINITY }]
  })
}

/** The variable of a loop is known within it. */
function loop({ name, wordlist, body, pos }: For, plain: Variables): Setting {
  const values = wordlist?.flatMap((word) => readWord(word, plain))
  return {
    name: name.text,
    values: values && values.length <= maxValues ? values : undefined,
    start: pos,
    from: body.pos,
    to: body.end,
  }
}

/** Builtins that declare the variables in their arguments. */
export const declarers: ReadonlySet<string> = new Set(["declare", "typeset", "local", "export", "readonly"])

const assigners: ReadonlySet<string> = new Set(["command", "builtin", "eval", ...declarers])

/** Commands that set variables which they name in their arguments, or in a text of their own. */
const setters: ReadonlySet<string> = new Set([
  ..."read mapfile readarray getopts let eval source . wait coproc trap unset builtin command".split(" "),
  ...declarers,
])

function setsOtherwise(node: SyntaxNode): boolean {
  switch (node.type) {
    case "Command":
      return node.name !== undefined && (!isPlain(node.name) || setters.has(node.name.value) || setsByOption(node))
    case "Coproc":
    case "ArithmeticFor":
      return true
    case "Word":
      return node.value !== "." && setters.has(node.value)
    case "ParameterExpansion":
      return node.operation?.type === "Default" && node.operation.operator.endsWith("=")
    case "ArithmeticBinary":
      return /=$/.test(node.operator) && !/^[=!<>]=$/.test(node.operator)
    case "ArithmeticUnary":
      return node.operator === "++" || node.operator === "--"
    case "Redirect":
    case "HereDoc":
    case "HereString":
      return node.descriptor?.type === "FileDescriptorVariable"
    default:
      return false
  }
}

const isPlain = ({ text }: Word) => /^[\w./+-]+$/.test(text)

/** `printf -v name`, or a format that may turn out to be that. */
function setsByOption({ name, args: [first] }: Command): boolean {
  return name?.value === "printf" && first?.type === "Word" && /^[-$`]/.test(first.value)
}
