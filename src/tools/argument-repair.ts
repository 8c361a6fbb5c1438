import { type ReadJson, readJson } from "./json-repair.ts"

/** The part of a JSON Schema that repair looks at. */
export type Shape = {
  type?: string
  properties?: Readonly<Record<string, Shape>>
  required?: readonly string[]
  items?: Shape
  enum?: readonly unknown[]
  anyOf?: readonly Shape[]
  description?: string
}

/** Other names of arguments that fit every tool which has the argument. */
const commonAliases: Readonly<Record<string, string>> = {
  file_path: "path",
  filepath: "path",
  file: "path",
  filename: "path",
  file_name: "path",
  target_file: "path",
  absolute_path: "path",
  relative_path: "path",
  directory: "path",
  directory_path: "path",
  dir: "path",
  folder: "path",
  cmd: "command",
  start_line: "offset",
  max_lines: "limit",
}

/** Other names of values. */
const valueAliases: Readonly<Record<string, string>> = {
  inprogress: "active",
  doing: "active",
  started: "active",
  done: "completed",
  complete: "completed",
  finished: "completed",
  todo: "pending",
  open: "pending",
  notstarted: "pending",
  replace: "write",
  add: "append",
}

/**
 * Mends the simple slips of a model: other names, numbers and lists as text, a single value for a list, null for
 * nothing. Returns the value with what was done to it; what it cannot mend is left for the schema to refuse.
 */
export function repair(value: unknown, shape: Shape, aliases: Readonly<Record<string, string>> = {}): Repaired {
  const repaired: string[] = []
  const mended = mend(value, shape, "", {
    aliases: { ...commonAliases, ...aliases },
    say: (what) => repaired.push(what),
  })
  return { value: mended, repaired }
}

type Repaired = { value: unknown; repaired: string[] }
type Mending = { aliases: Readonly<Record<string, string>>; say(what: string): void }

function mend(value: unknown, shape: Shape, at: string, mending: Mending): unknown {
  if (shape.enum) return mendChoice(value, shape.enum, at, mending)
  switch (shape.type) {
    case "object":
      return mendObject(value, shape, at, mending)
    case "array":
      return mendList(value, shape, at, mending)
    case "string":
      return mendText(value, at, mending)
    case "integer":
    case "number":
      return mendNumber(value, at, mending)
    case "boolean":
      return mendBoolean(value, at, mending)
    default:
      return mendEither(value, shape.anyOf ?? [], at, mending)
  }
}

function mendObject(value: unknown, shape: Shape, at: string, mending: Mending): unknown {
  const read = typeof value === "string" ? (at === "" ? readJson(value) : asJson(value, "{")) : undefined
  const given = onlyOne(read ? read.value : value)
  // What was guessed and does not fit was guessed wrong.
  if (read?.guessed && !(isRecord(given) && fits(given, shape, mending.aliases))) return value
  if (!isRecord(given)) {
    const [only, ...others] = shape.required ?? []
    if (typeof value !== "string" || only === undefined || others.length > 0 || at === "") return value
    mending.say(`${at}: took the text for ${only}`)
    return { [only]: value }
  }
  if (given !== value) mending.say(`${at || "arguments"}: ${read ? asRead(read) : "took the one in the list"}`)
  const properties = shape.properties ?? {}
  const result: Record<string, unknown> = {}
  const named = Object.entries(given).filter(([, item]) => item !== null && item !== undefined)
  for (const [name, item] of named) if (Object.hasOwn(properties, name)) result[name] = item
  for (const [name, item] of named) {
    if (Object.hasOwn(properties, name)) continue
    const meant = meaningOf(name, properties, mending.aliases)
    if (meant === undefined || Object.hasOwn(result, meant)) {
      mending.say(`${join(at, name)}: left out, it is no argument`)
    } else {
      mending.say(`${join(at, name)}: took it for ${meant}`)
      result[meant] = item
    }
  }
  for (const [name, item] of Object.entries(result)) {
    const inner = properties[name]
    if (inner) result[name] = mend(item, inner, join(at, name), mending)
  }
  return result
}

function meaningOf(
  name: string,
  properties: Readonly<Record<string, Shape>>,
  aliases: Mending["aliases"],
): string | undefined {
  const plain = plainName(name)
  const own = Object.keys(properties).find((property) => plainName(property) === plain)
  if (own) return own
  const alias = aliases[name] ?? Object.entries(aliases).find(([other]) => plainName(other) === plain)?.[1]
  return alias !== undefined && Object.hasOwn(properties, alias) ? alias : undefined
}

function mendList(value: unknown, { items = {} }: Shape, at: string, mending: Mending): unknown {
  let list = value
  if (!Array.isArray(value)) {
    list = typeof value === "string" ? (asJson(value, "[")?.value ?? [value]) : [value]
    mending.say(`${at}: made a list of it`)
  }
  return Array.isArray(list) ? list.map((item, index) => mend(item, items, `${at}[${index}]`, mending)) : list
}

function mendText(value: unknown, at: string, { say }: Mending): unknown {
  if (typeof value === "string" || value === undefined) return value
  say(`${at}: made text of it`)
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value.join("\n")
  return typeof value === "object" ? JSON.stringify(value, null, 2) : String(value)
}

function mendNumber(value: unknown, at: string, { say }: Mending): unknown {
  if (typeof value !== "string" || !/^\s*-?\d+(\.\d+)?\s*$/.test(value)) return value
  say(`${at}: read the text as a number`)
  return Number(value)
}

function mendBoolean(value: unknown, at: string, { say }: Mending): unknown {
  const meant = new Map<unknown, boolean>([
    ["true", true],
    ["yes", true],
    ["1", true],
    [1, true],
    ["false", false],
    ["no", false],
    ["0", false],
    [0, false],
  ]).get(typeof value === "string" ? value.trim().toLowerCase() : value)
  if (meant === undefined) return value
  say(`${at}: read it as ${meant}`)
  return meant
}

function mendChoice(value: unknown, choices: readonly unknown[], at: string, { say }: Mending): unknown {
  if (typeof value !== "string" || choices.includes(value)) return value
  const plain = plainName(value)
  const meant =
    choices.find((choice) => typeof choice === "string" && plainName(choice) === plain) ?? valueAliases[plain]
  if (meant === undefined || !choices.includes(meant)) return value
  say(`${at}: took ${value} for ${meant}`)
  return meant
}

/** The first form of the right type, mended as such. */
function mendEither(value: unknown, forms: readonly Shape[], at: string, mending: Mending): unknown {
  const type = Array.isArray(value) ? "array" : typeof value
  const form = forms.find((candidate) => candidate.type === type)
  return form ? mend(value, form, at, mending) : value
}

function asJson(text: string, start: "{" | "["): ReadJson | undefined {
  const begins = text.trimStart()
  return begins.startsWith(start) || begins.startsWith("```") ? readJson(text) : undefined
}

const asRead = ({ mended }: ReadJson) => (mended ? "mended the JSON" : "read the text as JSON")

/** A list of one where one is wanted. */
function onlyOne(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 && isRecord(value[0]) ? value[0] : value
}

function fits(given: Record<string, unknown>, { properties = {} }: Shape, aliases: Mending["aliases"]): boolean {
  return Object.keys(given).every((name) => meaningOf(name, properties, aliases) !== undefined)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
const plainName = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "")
const join = (at: string, name: string) => (at ? `${at}.${name}` : name)
