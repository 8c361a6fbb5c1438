import { isRecord } from "../../base/is-record.ts"
import { parseJson } from "../../base/parse-json.ts"

/** A call as it was found in the text. */
export type WrittenCall = {
  name: string
  /** What was written, where that is no JSON object. */
  arguments: Record<string, unknown> | string
  /** Its end was written too. */
  whole: boolean
  /** A value has no end, or no certain one: half of a file would be written as all of it. */
  endless?: true
}

/** What a reading may ask about names. */
export type Tools = {
  isTool(name: string): boolean
  /** Whether it is the name of a tool itself; all names of `isTool` where this is not given. */
  isOwnName?(name: string): boolean
}

export function isOwnName(tools: Tools, name: string): boolean {
  return tools.isOwnName?.(name) ?? tools.isTool(name)
}

/** The arguments as the object that they are, or as they were written. */
export function argumentsOf(written: string): Record<string, unknown> | string {
  const text = written.trim()
  if (text === "" || text === "null") return {}
  const value = parseJson(text)
  // Some models write the object as a string, as it goes over the wire.
  if (typeof value === "string") return argumentsOf(value)
  return isRecord(value) ? value : text
}

/** The name without what models write around it: `functions.read:0`, `"read"`, `**read**`. */
export function cleanName(written: string): string {
  return written
    .trim()
    .replace(/^[`"'*]+|[`"'*]+$/g, "")
    .replace(/^(functions?|tools?|default_api)\./i, "")
    .replace(/:\d+$/, "")
}
