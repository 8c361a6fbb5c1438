import type { z } from "zod"
import type { Failed, Tool } from "../contract.ts"
import { failed } from "../failure.ts"
import { parametersOf } from "../tool-set.ts"
import { repair, type Shape } from "./argument-repair.ts"
import { endsInText, readJson } from "./json-repair.ts"

/** `repaired` says how the model's own text was repaired, for the log. */
export type ReadArguments = { arguments: Record<string, unknown>; repaired: string[] }

/** What a model wrote as arguments, repaired and checked against the tool's schema, or what to write instead. */
export function readArguments(tool: Tool, raw: unknown): ReadArguments | Failed {
  const shape: Shape = parametersOf(tool.schema)
  const inner = unwrapped(raw, shape, tool.name)
  const rules = { ...(tool.aliases ? { aliases: tool.aliases } : {}), strict: changesSomething(tool) }
  const { value, repaired, refused } = repair(inner.value, shape, rules)
  const parsed = tool.schema.safeParse(value)
  if (parsed.success && refused.length === 0) {
    return { arguments: parsed.data as Record<string, unknown>, repaired: [...inner.repaired, ...repaired] }
  }
  if (typeof value === "string") {
    const cut = endsInText(value) ? " They end in the middle of a text: write less in one call." : ""
    return failed(`The arguments of ${tool.name} are no JSON that can be read.${cut} Write them as ${inShort(shape)}.`)
  }
  const problems = [...refused, ...(parsed.error?.issues ?? []).map((issue) => problemOf(issue, value))]
  return failed(
    `The arguments of ${tool.name} are wrong: ${problems.slice(0, 3).join("; ")}. It takes ${inShort(shape)}.`,
  )
}

function changesSomething({ kind }: Tool): boolean {
  switch (kind) {
    case "edit":
    case "command":
    case "act":
      return true
    case "look":
    case "note":
    case "question":
      return false
    default:
      return kind satisfies never
  }
}

const wrappers: readonly string[] = ["arguments", "args", "parameters", "params", "input"]

/** Some models put the arguments into an argument, or the whole call into its arguments. */
function unwrapped(raw: unknown, { properties = {} }: Shape, tool: string): { value: unknown; repaired: string[] } {
  const read = typeof raw === "string" ? readJson(raw)?.value : raw
  if (typeof read !== "object" || read === null) return { value: raw, repaired: [] }
  const given = Object.entries(read).filter(
    ([name, value]) => name !== "name" || value !== tool || "name" in properties,
  )
  const [entry, ...others] = given
  if (!entry || others.length > 0 || Object.hasOwn(properties, entry[0])) return { value: raw, repaired: [] }
  const [name, inner] = entry
  const holds = typeof inner === "object" || (typeof inner === "string" && inner.trimStart().startsWith("{"))
  if (!wrappers.includes(name) || !holds) return { value: raw, repaired: [] }
  return { value: inner, repaired: [`arguments: took them out of ${name}`] }
}

function problemOf({ path, message }: z.core.$ZodIssue, value: unknown): string {
  const name = path.join(".")
  const given = path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], value)
  if (name === "") return message
  return given === undefined ? `\`${name}\` is missing` : `\`${name}\`: ${message}`
}

/** A shape on one line, as people write types. */
function inShort(shape: Shape): string {
  if (shape.enum) return shape.enum.map((choice) => JSON.stringify(choice)).join(" | ")
  if (shape.anyOf) return shape.anyOf.map(inShort).join(" | ")
  if (shape.type === "array") return `[${inShort(shape.items ?? {})}, ...]`
  if (shape.type !== "object") return shape.type ?? "anything"
  const members = Object.entries(shape.properties ?? {}).map(
    ([name, inner]) => `${JSON.stringify(name)}${shape.required?.includes(name) ? "" : "?"}: ${inShort(inner)}`,
  )
  return `{${members.join(", ")}}`
}
