import type { Check } from "../../session/event/done.ts"
import { limits } from "../../session/limits.ts"
import type { ProjectFacts } from "../project/project.ts"
import { type CheckNames, isNamed, namesOf } from "./same-check.ts"
import { rankOf } from "./strength.ts"

/** A check without its id. */
export type Draft = Omit<Check, "id">

const sources = ["model", "project", "instructions", "person"] as const satisfies readonly Check["source"][]
const kinds = ["lint", "typecheck", "build", "runtime", "test"] as const satisfies readonly Check["kind"][]
/** Files beyond these share a command. */
const alone = 48

/** An id that the same command always has: cyrb53, as text. */
export function idOf(command: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < command.length; at++) {
    const code = command.charCodeAt(at)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return `check-${(4294967296 * (2097151 & low) + (high >>> 0)).toString(16).padStart(14, "0")}`
}

/** Each check once, however it is spelled, from the source with the most say. */
export function oneOfEach(drafts: readonly Draft[], facts?: ProjectFacts): Draft[] {
  const found: { draft: Draft; names: CheckNames }[] = []
  for (const draft of drafts) {
    // Once for each: to read a command that joins a hundred takes a while.
    const names = namesOf(draft.command, facts)
    const at = found.findIndex(
      ({ draft: { command }, names: known }) =>
        command === draft.command || isNamed(known.own, names) || isNamed(names.own, known),
    )
    const before = found[at]
    if (!before) found.push({ draft, names })
    else if (sources.indexOf(draft.source) > sources.indexOf(before.draft.source)) found[at] = { draft, names }
  }
  return found.map(({ draft }) => draft)
}

/** Cheap ones first, so that a slip is found before the whole suite has run. */
export function byCost(drafts: readonly Draft[]): Draft[] {
  return drafts.toSorted(
    (one, other) =>
      rankOf(one.strength) - rankOf(other.strength) || kinds.indexOf(one.kind) - kinds.indexOf(other.kind),
  )
}

/** Many small checks in few commands: those beyond the first share one, as long as a command may be. */
export function joinedBeyond(drafts: readonly Draft[]): Draft[] {
  const rest = new Map<string, Draft>()
  const joined: Draft[] = []
  for (const draft of drafts.slice(alone)) {
    const key = `${draft.kind} ${draft.strength}`
    const before = rest.get(key)
    const command = before ? `${before.command} && ${draft.command}` : draft.command
    if (before && command.length > limits.note) joined.push(before)
    rest.set(key, { ...draft, command: before && command.length <= limits.note ? command : draft.command })
  }
  return [...drafts.slice(0, alone), ...joined, ...rest.values()]
}
