import type { Part } from "../../models/contract.ts"
import type { EventData } from "../../session/event.ts"
import { pathMeant } from "../../tools/arguments/named-path.ts"
import { readArguments } from "../../tools/arguments/tool-arguments.ts"
import type { Tool } from "../../tools/contract.ts"
import { findTool, nearestTool, tools as ownTools } from "../../tools/tool-set.ts"
import { argumentsHash } from "../tool-calls/arguments-hash.ts"

/** More calls than this in one answer are no plan. */
const mostCalls = 128

type Written = Extract<Part, { type: "call" }>

/** The calls of an answer as the log has them: our names, repaired arguments, and ids that differ. */
export function nameCalls(
  calls: readonly Written[],
  { tools, workspace }: { tools: readonly Tool[]; workspace: string },
): Promise<EventData<"tool.called">[]> {
  const taken = new Set<string>()
  const known = calls.slice(0, mostCalls).map((call) => ({ ...call, call: unused(call.call, taken) }))
  return Promise.all(known.map((call) => nameCall(call, tools, workspace)))
}

async function nameCall(
  { call, name, arguments: written, written: format }: Written,
  tools: readonly Tool[],
  workspace: string,
): Promise<EventData<"tool.called">> {
  const { tool, read } = meant(name, written, tools)
  const paths = tool && read ? await namePaths(tool, read.arguments, workspace) : undefined
  const args = paths?.arguments ?? asObject(written)
  const repaired = [
    ...(format === undefined ? [] : [`written as text: ${format}`]),
    ...(tool && tool.name !== name ? [`${name} is ${tool.name}`] : []),
    ...(read?.repaired ?? []),
    ...(paths?.repaired ?? []),
  ]
  return {
    call,
    name: tool?.name ?? name,
    arguments: args,
    argumentsHash: argumentsHash(args),
    ...(repaired.length > 0 ? { repaired } : {}),
  }
}

/** The tool that is meant. A name with a slip in it is taken for another only where the arguments are that one's, too. */
function meant(name: string, written: Written["arguments"], tools: readonly Tool[]) {
  const found = findTool(tools, name)
  const tool = found ?? nearestTool(tools, name)
  const read = tool ? readArguments(tool, written) : undefined
  if (read && "arguments" in read) return { tool, read }
  return { tool: found, read: undefined }
}

const pathNames = ["path", "cwd"] as const

/** Paths with a made-up root, as what they mean in the workspace. The tools of other programs have paths of their own. */
async function namePaths(tool: Tool, given: Record<string, unknown>, workspace: string) {
  const named = { arguments: given, repaired: [] as string[] }
  if (!ownTools.includes(tool)) return named
  for (const name of pathNames) {
    const path = given[name]
    const better = typeof path === "string" ? await pathMeant(path, workspace) : undefined
    if (better === undefined) continue
    named.arguments = { ...named.arguments, [name]: better }
    named.repaired.push(`${name}: took ${path} for ${better}`)
  }
  return named
}

// Local servers give the same id to all calls of an answer.
function unused(wanted: string, taken: Set<string>): string {
  let call = wanted
  for (let count = 2; taken.has(call); count++) call = `${wanted}-${count}`
  taken.add(call)
  return call
}

/** Arguments that are no object are kept as they were written: the start of the call reports the error to the model. */
function asObject(written: Record<string, unknown> | string): Record<string, unknown> {
  return typeof written === "string" ? { unparsed: written } : written
}
