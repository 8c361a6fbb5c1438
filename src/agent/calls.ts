import type { Part } from "../models/contract.ts"
import type { EventData } from "../session/event.ts"
import type { Tool } from "../tools/contract.ts"
import { readArguments } from "../tools/tool-arguments.ts"
import { findTool } from "../tools/tool-set.ts"
import { argumentsHash } from "./arguments-hash.ts"

/** More calls than this in one answer are no plan. */
const mostCalls = 128

/** The calls of an answer as the log has them: our names, mended arguments, and ids that differ. */
export function nameCalls(
  calls: readonly Extract<Part, { type: "call" }>[],
  tools: readonly Tool[],
): EventData<"tool.called">[] {
  const taken = new Set<string>()
  return calls.slice(0, mostCalls).map(({ call, name, arguments: written }) => {
    const tool = findTool(tools, name)
    const read = tool ? readArguments(tool, written) : undefined
    const mended = read && "arguments" in read ? read : undefined
    const args = mended?.arguments ?? asObject(written)
    const repaired = [...(tool && tool.name !== name ? [`${name} is ${tool.name}`] : []), ...(mended?.repaired ?? [])]
    return {
      call: unused(call, taken),
      name: tool?.name ?? name,
      arguments: args,
      argumentsHash: argumentsHash(args),
      ...(repaired.length > 0 ? { repaired } : {}),
    }
  })
}

// Local servers give the same id to all calls of an answer.
function unused(wanted: string, taken: Set<string>): string {
  let call = wanted
  for (let count = 2; taken.has(call); count++) call = `${wanted}-${count}`
  taken.add(call)
  return call
}

/** What is no object is kept as it was written: whoever begins the call tells the model. */
function asObject(written: Record<string, unknown> | string): Record<string, unknown> {
  return typeof written === "string" ? { unparsed: written } : written
}
