import type { ToolDescription, ToolFormat } from "../../models/contract.ts"
import type { WorkflowMode } from "../../session/event/common.ts"
import type { SessionState } from "../../session/state.ts"
import type { Store } from "../../store/contract.ts"
import { tools as ownTools } from "../../tools/tool-set.ts"
import { notesPlace } from "../configuration/places.ts"
import { describeFor, govern } from "../tool-calls/governor.ts"
import { exploreTools } from "../turn/explore-run.ts"
import { type BuiltPrompt, buildPrompt, modeOf, offered } from "./build.ts"
import { isBriefPrompt } from "./made.ts"
import type { Snapshot } from "./prompt-snapshot.ts"

/** The session, and where people and projects leave their words. */
export type PreviewOf = {
  store: Pick<Store, "blob">
  state: SessionState
  foreignThrough: number
  /** The data directory. */
  directory: string
  configuration: string
  /** Where programs are looked for. */
  path: string | undefined
}

export type PreviewFor = { format: ToolFormat | undefined; brief: boolean }

/** What would be sent now, with the tools that are offered beside it, and the prompt that was sent last. */
export type Preview = BuiltPrompt & {
  format: ToolFormat
  brief: boolean
  mode: WorkflowMode
  tools: readonly ToolDescription[]
  last: Snapshot | undefined
}

/** The system prompt that a session's model would get now. Calls no model and stores nothing. */
export async function previewPrompt(of: PreviewOf, wanted: PreviewFor): Promise<Preview> {
  const { store, state, foreignThrough, directory, configuration, path } = of
  const last = state.branch.prompts.at(-1)
  const format = wanted.format ?? toolFormats.find((name) => name === last?.format) ?? "native"
  const brief = wanted.brief || (last !== undefined && isBriefPrompt(last.sections))
  const mode = modeOf(state)
  const governed = govern({
    profile: brief ? { toolFormat: format, strength: "weak", strictness: "standard", source: "set" } : undefined,
    tools: mode === "explore" ? exploreTools : ownTools,
    state,
    env: {},
  })
  const notes = notesPlace({ directory, project: state.log.project })
  const context = { store, state, foreignThrough, configuration, notes, path }
  const tools = describeFor(governed.tools, governed)
  const built = await buildPrompt(context, { format, brief, tools, window: state.log.context?.window ?? null })
  return { ...built, format, brief, mode, tools: offered(tools, built.sections), last }
}

const toolFormats = ["native", "tagged", "bracket"] as const satisfies readonly ToolFormat[]
