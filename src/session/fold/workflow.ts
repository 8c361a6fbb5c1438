import { clip } from "../../base/clip.ts"
import {
  type Decision,
  decision,
  type LegacyTrace,
  ledgerItem,
  legacyTrace,
  type Note,
  note,
} from "../event/workflow.ts"
import type { EventData } from "../event.ts"
import { caps, limits } from "../limits.ts"
import type { BranchState } from "../state.ts"
import { firstWithin, ledgerWeight } from "../weight.ts"
import { type Draft, fieldsOf, pushCapped, type Reducers } from "./draft.ts"

const ledgerFields = fieldsOf(ledgerItem)

export const workflowReducers: Reducers<
  | "workflow.decided"
  | "workflow.noted"
  | "workflow.ledger-changed"
  | "workflow.artifact-written"
  | "workflow.artifact-edited"
> = {
  "workflow.decided": ({ branch }, { seq, at, data }) => {
    branch.timeline = withEntry(branch, data, { seq, at })
    branch.workflow = {
      ...branch.workflow,
      mode: data.mode,
      reasonCode: clip(data.reasonCode, limits.name),
      reasonSummary: clip(data.reasonSummary ?? data.summary, limits.note),
      decisionKind: data.decisionKind ?? null,
      ambiguity: data.ambiguity ?? branch.workflow.ambiguity,
      complexity: data.complexity ?? branch.workflow.complexity,
      scheduledNextMode: data.scheduledNextMode ?? null,
      // A task that is routed again may be asked about again.
      clarify: data.kind === "route" || data.mode === "clarify" ? [] : branch.workflow.clarify,
    }
    branch.approval = null
  },

  "workflow.noted": ({ branch }, { seq, at, data }) => noteDown(branch, data, { seq, at }),

  "workflow.ledger-changed": ({ branch }, { data }) => {
    const items = data.items.map(ledgerFields)
    const changed = new Map(items.map((item) => [item.id, item]))
    const known = new Set(branch.ledger.map((item) => item.id))
    const ledger = [
      ...branch.ledger.map((item) => changed.get(item.id) ?? item),
      ...items.filter((item) => !known.has(item.id)),
    ]
    branch.ledger = firstWithin(ledger.slice(0, limits.ledgerItems), ledgerWeight, limits.ledgerText)
  },

  "workflow.artifact-written": ({ branch }, { seq, data }) => {
    branch.artifacts = {
      ...branch.artifacts,
      [data.artifact]: { version: data.version, blob: data.body.blob, seq, edited: false },
    }
  },

  "workflow.artifact-edited": ({ branch }, { seq, data }) => {
    branch.artifacts = {
      ...branch.artifacts,
      [data.artifact]: { version: data.from + 1, blob: data.body.blob, seq, edited: true },
    }
  },
}

/** An accountability entry: of its own, or the completion decision of a stop record. */
export function noteDown(
  branch: Draft["branch"],
  data: EventData<"workflow.noted">,
  where: { seq: number; at: string },
): void {
  if (data.kind === "legacy_trace") {
    branch.legacyTrace = pushCapped(branch.legacyTrace, { ...light(data), seq: where.seq }, caps.trace)
  } else {
    branch.timeline = withEntry(branch, data, where)
  }
  if (data.kind === "clarify_continue" || data.kind === "clarify_exit") {
    const clarify = branch.workflow.clarify.map((round) => ({ ...round, reviewed: true }))
    branch.workflow = { ...branch.workflow, clarify }
  }
  if (data.kind === "legacy_trace" || data.kind.startsWith("completion_")) {
    branch.workflow = {
      ...branch.workflow,
      lastDecision: {
        code: clip(data.reasonCode, limits.name),
        summary: clip(data.summary.replace(/^completion: /, ""), limits.note),
      },
    }
  }
}

// An entry names what the model had been sent, whether or not its event says so: after a crash it is decided again.
function withEntry({ timeline, prompts }: BranchState, data: Decision | Note, where: { seq: number; at: string }) {
  const prompt = prompts.at(-1)
  const names = prompt && { promptFormat: prompt.format, promptSections: prompt.sections.map(({ name }) => name) }
  return pushCapped(timeline, { ...light({ ...names, ...data }), ...where }, caps.timeline)
}

/** An entry, or where it is too heavy its headline: the lists that it came with are in the log. */
function light<T extends Decision | Note | LegacyTrace>(entry: T): T {
  return weightOf(entry, caps.timelineEntry) <= caps.timelineEntry ? entry : headline(entry)
}

const headlineNames = new Set([decision, note, legacyTrace].flatMap(({ shape }) => Object.keys(shape)))

function headline<T extends object>(entry: T): T {
  const fields = Object.entries(entry).flatMap(([name, field]) => {
    if (!headlineNames.has(name) || typeof field === "object") return []
    return [[name, typeof field === "string" ? clip(field, name === "reasonCode" ? limits.name : limits.note) : field]]
  })
  return Object.fromEntries(fields) as T
}

/** How much text a value holds, names included; counted as far as `enough`. */
function weightOf(value: unknown, enough: number): number {
  let weight = 0
  const rest: unknown[] = [value]
  while (rest.length > 0 && weight <= enough) {
    const next = rest.pop()
    if (typeof next === "string") weight += next.length
    else if (typeof next === "object" && next !== null) {
      for (const [name, field] of Object.entries(next)) {
        weight += name.length + 1
        rest.push(field)
      }
    } else weight += 8
  }
  return weight
}
