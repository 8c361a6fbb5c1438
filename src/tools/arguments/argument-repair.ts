import { isRecord } from "../../base/is-record.ts"
import { plainName } from "../../base/plain-name.ts"
import { commandLine } from "../argv.ts"
import { appendMeant, commonAliases, isHarmless, joinedPath, meaningOf, type Named } from "./argument-names.ts"
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
 * Repairs the simple slips of a model: other names, numbers and lists as text, a single value for a list, null for
 * nothing. Returns the value with what was done to it; what it cannot repair is left for the schema to refuse. A `strict`
 * repair is one of a call that changes something: what it would have to leave out is refused instead, for without it
 * the call may do another thing than was meant.
 */
export function repair(value: unknown, shape: Shape, { aliases = {}, strict = false }: Rules = {}): Repaired {
  const repaired: string[] = []
  const refused: string[] = []
  const fixed = repairValue(value, shape, "", {
    aliases: { ...commonAliases, ...aliases },
    strict,
    say: (what) => repaired.push(what),
    refuse: (what) => refused.push(what),
  })
  return { value: fixed, repaired, refused }
}

type Rules = { aliases?: Readonly<Record<string, string>>; strict?: boolean }
type Repaired = { value: unknown; repaired: string[]; refused: string[] }
type RepairContext = {
  aliases: Readonly<Record<string, string>>
  strict: boolean
  say(what: string): void
  refuse(what: string): void
}

function repairValue(value: unknown, shape: Shape, at: string, context: RepairContext): unknown {
  if (shape.enum) return repairChoice(value, shape.enum, at, context)
  switch (shape.type) {
    case "object":
      return repairObject(value, shape, at, context)
    case "array":
      return repairList(value, shape, at, context)
    case "string":
      return repairText(value, at, context)
    case "integer":
    case "number":
      return repairNumber(value, at, context)
    case "boolean":
      return repairBoolean(value, at, context)
    default:
      return repairUnion(value, shape.anyOf ?? [], at, context)
  }
}

function repairObject(value: unknown, shape: Shape, at: string, context: RepairContext): unknown {
  const read = typeof value === "string" ? (at === "" ? readJson(value) : asJson(value, "{")) : undefined
  const given = onlyOne(read ? read.value : value)
  // What was guessed and does not fit was guessed wrong.
  if (read?.guessed && !(isRecord(given) && fits(given, shape, context.aliases))) return value
  if (!isRecord(given)) {
    const [only, ...others] = shape.required ?? []
    if (typeof value !== "string" || only === undefined || others.length > 0 || at === "") return value
    context.say(`${at}: took the text for ${only}`)
    return { [only]: value }
  }
  if (given !== value) context.say(`${at || "arguments"}: ${read ? asRead(read) : "took the one in the list"}`)
  const result = named(given, shape.properties ?? {}, at, context)
  for (const [name, item] of Object.entries(result)) {
    const inner = shape.properties?.[name]
    if (inner) result[name] = repairValue(item, inner, join(at, name), context)
  }
  return result
}

/** What was given, by the names that the arguments have. */
function named(
  given: Record<string, unknown>,
  properties: Readonly<Record<string, Shape>>,
  at: string,
  context: RepairContext,
): Record<string, unknown> {
  const entries = Object.entries(given).filter(([, value]) => value !== null && value !== undefined)
  const own = entries.filter(([name]) => Object.hasOwn(properties, name))
  const taken = new Map<string, Named>(own.map(([name, value]) => [name, { name, value }]))
  for (const [name, value] of entries) {
    if (Object.hasOwn(properties, name)) continue
    const { meant, said = value } = meaning({ name, value }, properties, context)
    const first = meant === undefined ? undefined : taken.get(meant)
    if (meant === undefined) leaveOut({ name, value }, at, context)
    else if (first) taken.set(meant, { ...first, value: oneOf(meant, [first, { name, value: said }], at, context) })
    else {
      context.say(`${join(at, name)}: took it for ${meant}`)
      taken.set(meant, { name, value: said })
    }
  }
  return Object.fromEntries([...taken].map(([name, { value }]) => [name, value]))
}

function meaning({ name, value }: Named, properties: Readonly<Record<string, Shape>>, { aliases }: RepairContext) {
  const meant = meaningOf(name, properties, aliases)
  const append = properties.append?.type === "boolean" ? appendMeant(name, value) : undefined
  return meant === undefined && append !== undefined ? { meant: "append", said: append } : { meant }
}

function leaveOut({ name, value }: Named, at: string, { strict, say, refuse }: RepairContext): void {
  if (strict && !isHarmless(name, value)) refuse(`\`${join(at, name)}\` is no argument of it`)
  else say(`${join(at, name)}: left out, it is not an argument`)
}

/** What two arguments that mean the same one say together. */
function oneOf(
  meant: string,
  [first, other]: readonly [Named, Named],
  at: string,
  { strict, say, refuse }: RepairContext,
): unknown {
  if (first.value === other.value) return first.value
  const path = meant === "path" ? joinedPath(first, other) : undefined
  if (path !== undefined) say(`${join(at, other.name)}: took it with ${first.name} for ${path}`)
  else if (strict) refuse(`\`${first.name}\` and \`${other.name}\` mean the same: give one`)
  else say(`${join(at, other.name)}: left out, it is not an argument`)
  return path ?? first.value
}

function repairList(value: unknown, { items = {} }: Shape, at: string, context: RepairContext): unknown {
  let list = value
  if (!Array.isArray(value)) {
    list = typeof value === "string" ? (asJson(value, "[")?.value ?? [value]) : [value]
    context.say(`${at}: made a list of it`)
  }
  return Array.isArray(list) ? list.map((item, index) => repairValue(item, items, `${at}[${index}]`, context)) : list
}

function repairText(value: unknown, at: string, { strict, say }: RepairContext): unknown {
  if (typeof value === "string" || value === undefined) return value
  const text = asText(value, strict ? textKinds[at.replace(/^.*\./, "")] : "lines")
  if (text === undefined) return value
  say(`${at}: made text of it`)
  return text
}

/** What a list is for a text argument: the lines of the text, or the words of a command. */
const textKinds: Readonly<Record<string, "lines" | "words">> = {
  content: "lines",
  old: "lines",
  new: "lines",
  patch: "lines",
  command: "words",
}

function asText(value: unknown, kind: "lines" | "words" | undefined): string | undefined {
  if (typeof value !== "object") return String(value)
  const lines = Array.isArray(value) && value.every((item) => typeof item === "string") ? value : undefined
  switch (kind) {
    case "lines":
      return lines ? lines.join("\n") : JSON.stringify(value, null, 2)
    case "words":
      return lines && commandLine(lines)
    case undefined:
      return lines?.length === 1 ? lines[0] : undefined
    default:
      return kind satisfies never
  }
}

function repairNumber(value: unknown, at: string, { say }: RepairContext): unknown {
  if (typeof value !== "string" || !/^\s*-?\d+(\.\d+)?\s*$/.test(value)) return value
  say(`${at}: read the text as a number`)
  return Number(value)
}

function repairBoolean(value: unknown, at: string, { say }: RepairContext): unknown {
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

function repairChoice(value: unknown, choices: readonly unknown[], at: string, { say }: RepairContext): unknown {
  if (typeof value !== "string" || choices.includes(value)) return value
  const plain = plainName(value)
  const meant =
    choices.find((choice) => typeof choice === "string" && plainName(choice) === plain) ?? valueAliases[plain]
  if (meant === undefined || !choices.includes(meant)) return value
  say(`${at}: took ${value} for ${meant}`)
  return meant
}

/** The first form of the right type, repaired as such. */
function repairUnion(value: unknown, forms: readonly Shape[], at: string, context: RepairContext): unknown {
  const type = Array.isArray(value) ? "array" : typeof value
  const form = forms.find((candidate) => candidate.type === type)
  return form ? repairValue(value, form, at, context) : value
}

function asJson(text: string, start: "{" | "["): ReadJson | undefined {
  const begins = text.trimStart()
  return begins.startsWith(start) || begins.startsWith("```") ? readJson(text) : undefined
}

const asRead = ({ wasRepaired }: ReadJson) => (wasRepaired ? "repaired the JSON" : "read the text as JSON")

/** A list of one where one is wanted. */
function onlyOne(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 && isRecord(value[0]) ? value[0] : value
}

function fits(given: Record<string, unknown>, { properties = {} }: Shape, aliases: RepairContext["aliases"]): boolean {
  return Object.keys(given).every((name) => meaningOf(name, properties, aliases) !== undefined)
}

const join = (at: string, name: string) => (at ? `${at}.${name}` : name)
