import { isRecord } from "../../base/is-record.ts"
import type { Message, Profile, ToolDescription } from "../../models/contract.ts"
import type { SessionState } from "../../session/state.ts"
import type { Tool } from "../../tools/contract.ts"
import { describeTools, tools as ownTools } from "../../tools/tool-set.ts"
import { openItems } from "../../workflow/definition-of-done.ts"

/** How a request is cut to what its model can handle. */
export type Governed = {
  tools: readonly Tool[]
  /** Short descriptions, short rules, and nothing that the model can find out itself. */
  brief: boolean
  /** Only the first call of an answer that changes something is made. */
  oneAtATime: boolean
  /** What is to be said last: the next thing to do. Null where nothing is open. */
  echo: string | null
}

/** What a weak model is offered of our tools; `skill` only where there are skills. */
const fewTools = {
  work: new Set(["read", "write", "edit", "glob", "grep", "bash", "todo", "skill"]),
  look: new Set(["read", "glob", "grep", "skill"]),
} as const satisfies Record<string, ReadonlySet<string>>

/**
 * The step-size governor: a weak model gets fewer tools, fewer words and one thing at a time. Any other is only not told
 * of what another tool covers.
 * The tools of another program are always offered: it knows why it brings them. Pure.
 */
export function govern(input: {
  profile: Profile | undefined
  tools: readonly Tool[]
  state: SessionState
  env: NodeJS.ProcessEnv
}): Governed {
  const { profile, tools, state, env } = input
  const asItIs = { brief: false, oneAtATime: false, echo: null }
  if (env.HOLDFAST_GOVERNOR === "off") return { ...asItIs, tools }
  if (profile?.strength !== "weak") return { ...asItIs, tools: tools.filter(({ name }) => !isCovered(name, tools)) }
  const few = fewTools[isLooking(state) ? "look" : "work"]
  const kept = tools.filter(({ name }) => few.has(name) || !ours.has(name))
  return { tools: kept, brief: true, oneAtATime: true, echo: echoOf(state) }
}

/** What need not be described to a model that has another tool for it. It can be called all the same. */
const coveredBy: Readonly<Record<string, string>> = {
  git: "bash",
  // A note of the memory is an entry of the notepad, too.
  notepad_read: "memory_read",
  notepad_write: "memory_write",
}

function isCovered(name: string, tools: readonly Tool[]): boolean {
  return ours.has(name) && tools.some((tool) => tool.name === coveredBy[name])
}

const ours: ReadonlySet<string> = new Set(ownTools.map(({ name }) => name))

/** Whether the session only looks around. */
function isLooking({ log }: SessionState): boolean {
  return log.startedBy !== null || log.mode === "explore"
}

/** The next open item of the list that the model wrote. */
function echoOf({ log, branch }: SessionState): string | null {
  if (branch.done === null || branch.done.turn !== log.turn?.id) return null
  const open = openItems(branch.done.items)
  const next = open.find(({ state }) => state === "active") ?? open[0]
  if (!next) return null
  const more = open.length > 1 ? ` (${open.length - 1} more after it)` : ""
  return `[Next: ${next.text}${more}. Do only this now.]`
}

/** The messages with the echo at the end of the last one, where a weak model looks first. */
export function withEcho(messages: readonly Message[], echo: string | null): Message[] {
  const last = messages.at(-1)
  if (echo === null || !last || last.role === "assistant") return [...messages]
  return [...messages.slice(0, -1), { ...last, text: `${last.text}\n\n${echo}` }]
}

/**
 * The calls of an answer up to the first that does something, and those that are left out: what a weak model wants to do
 * next it should want after it has seen what came of this.
 */
export function oneAction<Called extends { name: string }>(
  calls: readonly Called[],
  tools: readonly Tool[],
): { made: Called[]; left: Called[] } {
  const acts = ({ name }: Called) => acting.has(tools.find((tool) => tool.name === name)?.kind ?? "")
  const first = calls.findIndex(acts)
  const end = first === -1 ? calls.length : first + 1
  return { made: calls.slice(0, end), left: calls.slice(end) }
}

const acting: ReadonlySet<string> = new Set(["edit", "command", "act", "question"] satisfies Tool["kind"][])

/** The result of a call that was left out, for the model. */
export const leftOut =
  "Not done: one action at a time. Look at the result before this one, then call it again if it is still wanted."

/** The tools as they are described to the model, in few words where it is weak. */
export function describeFor(tools: readonly Tool[], { brief }: Pick<Governed, "brief">): ToolDescription[] {
  const described = describeTools(tools)
  return brief ? described.map(inShort) : described
}

/** The first sentence, and of the parameters only what they are: their names say the rest. */
function inShort({ name, description, parameters }: ToolDescription): ToolDescription {
  const [first = description] = /^.*?[.:](?=\s|$)/s.exec(description) ?? []
  return { name, description: first.replace(/:$/, "."), parameters: withoutWords(parameters) }
}

/** A schema without descriptions; a parameter that is called `description` stays. */
function withoutWords(schema: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      if (key === "description" && typeof value === "string") return []
      if (key === "properties" && isRecord(value)) {
        return [[key, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, part(one)]))]]
      }
      return [[key, part(value)]]
    }),
  )
}

function part(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(part)
  return isRecord(value) ? withoutWords(value) : value
}
