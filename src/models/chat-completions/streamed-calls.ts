import { randomUUID } from "node:crypto"
import { parseJson } from "../../base/parse-json.ts"
import type { Part } from "../contract.ts"
import type { CallDelta } from "./chunk.ts"

type StreamedCall = { id: string; index: number | null; name: string; written: string; ids: Set<string> }

/**
 * Puts the deltas of tool calls together. Servers disagree on how a delta says which call it belongs to: some leave out
 * the index, some give every call index 0, some repeat the name or invent an id with each delta.
 */
export function streamedCalls() {
  const calls: StreamedCall[] = []
  const usedIds = new Set<string>()

  function start({ index, id }: CallDelta): StreamedCall {
    // Calls are distinguished by their ids later on.
    const own = id?.trim() && !usedIds.has(id) ? id : randomUUID()
    usedIds.add(own)
    const call: StreamedCall = { id: own, index: index ?? null, name: "", written: "", ids: new Set() }
    calls.push(call)
    return call
  }

  return {
    /** What of it is to be shown. */
    add(delta: CallDelta): Part[] {
      const name = delta.function.name?.trim() ? delta.function.name : undefined
      const written = delta.function.arguments ?? ""
      const known = continued(calls, { ...delta, name, written })
      // A blank name starts nothing.
      if (!known && delta.function.name !== null && delta.function.name !== undefined && !name) return []
      const call = known ?? start(delta)
      if (delta.id?.trim()) call.ids.add(delta.id)
      const isNamedNow = call.name === "" && name !== undefined
      call.name ||= name ?? ""
      call.written += written
      const shown = isNamedNow ? call.written : written
      return call.name === "" || shown === ""
        ? []
        : [{ type: "call-text", call: call.id, name: call.name, text: shown }]
    },
    /** The calls of an answer that is whole, in their order. */
    all(): { call: string; name: string; written: string }[] {
      const inOrder = calls.every((call) => call.index !== null)
        ? calls.toSorted((one, other) => (one.index ?? 0) - (other.index ?? 0))
        : calls
      if (inOrder.some((call) => call.name === "")) throw new Error("the server sent a tool call without a name")
      return inOrder.map(({ id, name, written }) => ({ call: id, name, written }))
    },
  }
}

type Labels = {
  index?: number | null | undefined
  id?: string | null | undefined
  name: string | undefined
  written: string
}

/** The call that a delta continues; undefined if it starts another. */
function continued(calls: readonly StreamedCall[], { index, id, name, written }: Labels): StreamedCall | undefined {
  const hasIndex = index !== null && index !== undefined
  const fits = (call: StreamedCall) => name === undefined || call.name === "" || call.name === name
  const atIndex = hasIndex ? calls.filter((call) => call.index === index) : []
  const withId = id ? calls.filter((call) => call.ids.has(id) && (atIndex.length === 0 || atIndex.includes(call))) : []
  if (atIndex.length === 0 && (name !== undefined || !id)) {
    // Nothing says which call it is but, at most, its id and name.
    if (hasIndex) return undefined
    return name === undefined && !id ? calls.at(-1) : withId.findLast(fits)
  }
  const match = (withId.length > 0 ? withId : atIndex).findLast(fits)
  if (!match || name === undefined || match.name === "") return match
  const startsValue = /^\s*[{[]/.test(written)
  const isNewId = Boolean(id) && !match.ids.has(id ?? "") && match.ids.size > 0
  if (startsValue) return isNewId || isWhole(match.written) ? undefined : match
  return isNewId && written.trim() === "" && isWhole(match.written) ? undefined : match
}

const isWhole = (written: string) => typeof parseJson(written) === "object"
