import { isLead } from "./lead.ts"
import { everyNode, type Syntax } from "./parse.ts"
import { readWords, type Variables } from "./word.ts"

/** What a variable is where the text stands, if that is certain; and all that the command ever sets it to. */
export type Values = { certain: Variables["values"]; possible: Variables["values"] }

/** The values of the variables of a command, as far as its own text says. */
export function valuesIn(root: Syntax, home: string): Values {
  const plain: Variables = { home, directory: undefined, values: () => undefined }
  const settings = collect(root, plain)
  const repeated = [...everyNode(root)].filter((node) => repeats.has(node.type))
  const otherwise = [...everyNode(root)].some(setsOtherwise)
  return {
    certain(name, at) {
      if (otherwise) return undefined
      // Within a loop or a function what is set later counts too.
      const outermost = repeated.find((node) => node.start <= at && at < node.end)
      const before = settings.filter(
        (setting) => setting.name === name && (outermost !== undefined || setting.start < at),
      )
      const last = before.at(-1)
      if (!last || before.some((setting) => !holdsAt(setting, at, outermost))) return undefined
      return last.values
    },
    possible(name) {
      const values = settings.flatMap((setting) => (setting.name === name ? (setting.values ?? []) : []))
      return values.length > 0 && values.length <= mostValues ? [...new Set(values)] : undefined
    },
  }
}

const mostValues = 16

type Setting = {
  name: string
  values: readonly string[] | undefined
  start: number
  /** Where it holds for certain. */
  from: number
  to: number
}

function holdsAt(setting: Setting, at: number, outermost: Syntax | undefined): boolean {
  const inLoop = setting.to !== Number.POSITIVE_INFINITY
  const early = inLoop || !outermost || setting.start < outermost.start
  return setting.values !== undefined && early && setting.from <= at && at < setting.to
}

const repeats: ReadonlySet<string> = new Set([
  "for_statement",
  "c_style_for_statement",
  "while_statement",
  "function_definition",
])

function collect(root: Syntax, plain: Variables): readonly Setting[] {
  const settings: Setting[] = []
  const visit = (node: Syntax, parent: Syntax | undefined, next: Syntax | undefined) => {
    if (node.type === "variable_assignment") settings.push(assignment(node, isCertain(root, parent, next), plain))
    if (node.type === "for_statement") settings.push(loop(node, plain))
    if (node.type === "command") settings.push(...behindLead(node, plain))
    const list = node.type === "variable_assignments" ? next : undefined
    for (const [at, child] of node.children.entries()) visit(child, node, list ?? node.children[at + 1])
  }
  visit(root, undefined, undefined)
  return settings
}

// Only what stands in the line of the command itself is sure to happen, and not in the background.
function isCertain(root: Syntax, parent: Syntax | undefined, next: Syntax | undefined): boolean {
  const direct = parent === root || (parent?.type === "variable_assignments" && root.children.includes(parent))
  return direct && next?.type !== "&"
}

function assignment(node: Syntax, certain: boolean, plain: Variables): Setting {
  const [name, operator, value, ...more] = node.children
  const simple = name?.type === "variable_name" && operator?.type === "=" && more.length === 0
  const values = !simple || value?.type === "array" ? undefined : value ? readWords([value], plain) : [""]
  return {
    name: /^\w+/.exec(node.text)?.[0] ?? "",
    values,
    start: node.start,
    from: certain ? node.end : Number.POSITIVE_INFINITY,
    to: Number.POSITIVE_INFINITY,
  }
}

// `time x=1`, and `! export x=1` as the parser sees it: what looks like an argument may set a variable.
function behindLead(node: Syntax, plain: Variables): readonly Setting[] {
  const [name] = node.children
  const [program = ""] = name ? readWords([name], plain) : []
  const own = program.split("/").at(-1) ?? ""
  if (!isLead(own) && !declarers.has(own)) return []
  return node.children.flatMap((part) => {
    const [whole, variable = ""] = /^([A-Za-z_]\w*)=/.exec(part.text) ?? []
    if (whole === undefined || part.type === "variable_assignment") return []
    const values = readWords([part], plain).map((word) => word.slice(whole.length))
    return [{ name: variable, values, start: part.start, from: Number.POSITIVE_INFINITY, to: Number.POSITIVE_INFINITY }]
  })
}

// Its variable is known within it.
function loop(node: Syntax, plain: Variables): Setting {
  const name = node.children.find((child) => child.type === "variable_name")?.text ?? ""
  const from = node.children.findIndex((child) => child.type === "in")
  const body = node.children.find((child) => child.type === "do_group")
  const words = node.children.slice(from + 1).filter((child) => child.named && child !== body)
  const known = node.children[0]?.type === "for" && from >= 0 && body
  const values = known ? words.flatMap((word) => readWords([word], plain)) : undefined
  return {
    name,
    values: values && values.length <= mostValues ? values : undefined,
    start: node.start,
    from: body?.start ?? node.end,
    to: body?.end ?? node.end,
  }
}

const declarers: ReadonlySet<string> = new Set(["declare", "typeset", "local", "export", "readonly"])

/** Commands that set variables which they name in their arguments, or in a text of their own. */
const setters: ReadonlySet<string> = new Set([
  ..."read mapfile readarray getopts let eval source . wait coproc trap unset builtin command".split(" "),
  ...declarers,
])

function setsOtherwise(node: Syntax): boolean {
  switch (node.type) {
    case "command":
      return /^printf\s+["']?[-$\\"']/.test(node.text)
    case "command_name":
      return node.children[0]?.type !== "word" || /\\/.test(node.text) || setters.has(node.text)
    case "word":
    case "raw_string":
    case "string":
      return (node.text !== "." && setters.has(node.text.replace(/["'\\]/g, ""))) || /^["']?-v/.test(node.text)
    case "ansi_c_string":
    case "declaration_command":
    case "unset_command":
    case "c_style_for_statement":
      return true
    case "expansion":
      return /^\$\{\w+:?=/.test(node.text)
    case "postfix_expression":
    case "unary_expression":
    case "binary_expression":
      return node.children.some((child) => /^(\+\+|--|=|[-+*/%&|^]=|<<=|>>=|\*\*=)$/.test(child.type))
    default:
      return false
  }
}
