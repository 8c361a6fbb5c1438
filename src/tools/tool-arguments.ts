import type { z } from "zod"
import { repair, type Shape } from "./argument-repair.ts"
import type { Failed, Tool } from "./contract.ts"
import { failed } from "./failure.ts"
import { parametersOf } from "./tool-set.ts"

/** `repaired` says how the model's own words were mended, for the log. */
export type ReadArguments = { arguments: Record<string, unknown>; repaired: string[] }

/** What a model wrote as arguments, mended and checked against the tool's schema, or what to write instead. */
export function readArguments(tool: Tool, raw: unknown): ReadArguments | Failed {
  const shape: Shape = parametersOf(tool.schema)
  const { value, repaired } = repair(unwrapped(raw, shape), shape, tool.aliases)
  const parsed = tool.schema.safeParse(value)
  if (parsed.success) return { arguments: parsed.data as Record<string, unknown>, repaired }
  const problems = parsed.error.issues.slice(0, 3).map((issue) => problemOf(issue, value))
  return failed(`The arguments of ${tool.name} are wrong: ${problems.join("; ")}. It takes ${inShort(shape)}.`)
}

/** Some models put the arguments into an argument. */
function unwrapped(raw: unknown, { properties = {} }: Shape): unknown {
  if (typeof raw !== "object" || raw === null) return raw
  const [entry, ...others] = Object.entries(raw)
  if (!entry || others.length > 0 || Object.hasOwn(properties, entry[0])) return raw
  const wrappers = ["arguments", "args", "parameters", "params", "input"]
  const inner = typeof entry[1] === "object" || (typeof entry[1] === "string" && entry[1].trimStart().startsWith("{"))
  return wrappers.includes(entry[0]) && inner ? entry[1] : raw
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
