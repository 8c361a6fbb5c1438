import { realpathSync } from "node:fs"
import { configDirectory } from "../agent/config.ts"
import { exploreTools } from "../agent/explore.ts"
import { describeFor, govern } from "../agent/governor.ts"
import { notesPlace } from "../agent/places.ts"
import { projectOf } from "../agent/project.ts"
import { buildPrompt, modeOf } from "../agent/prompt/build.ts"
import { isBriefPrompt } from "../agent/prompt/made.ts"
import type { ToolFormat } from "../models/contract.ts"
import { emptyState } from "../session/empty-state.ts"
import type { SessionState } from "../session/state.ts"
import type { SessionRow, Store } from "../store/contract.ts"
import { dataDirectory } from "../store/sqlite/directory.ts"
import { tools as ownTools } from "../tools/tool-set.ts"

export type PreviewFor = { format: ToolFormat | undefined; brief: boolean }

/** What the model of a session would be told now. Without a session: that of a new one here. Nothing is asked or stored. */
export async function previewPrompt(of: { store: Store; row: SessionRow } | null, wanted: PreviewFor) {
  const state = of ? await of.store.state(of.row.id) : stateOfNew()
  const last = state.branch.prompts.at(-1)
  const format = wanted.format ?? toolFormats.find((name) => name === last?.format) ?? "native"
  const brief = wanted.brief || (last !== undefined && isBriefPrompt(last.sections))
  const looking = modeOf(state) === "explore"
  const governed = govern({
    profile: brief ? { toolFormat: format, strength: "weak", strictness: "standard", source: "set" } : undefined,
    tools: looking ? exploreTools : ownTools,
    state,
    env: {},
  })
  const directory = dataDirectory()
  const ground = {
    store: of?.store ?? nothingStored,
    state,
    foreignThrough: of?.row.foreignThrough ?? 0,
    configuration: configDirectory(),
    notes: notesPlace({ directory, project: of?.row.project ?? state.log.project }),
    path: process.env.PATH,
  }
  const tools = describeFor(governed.tools, governed)
  const built = await buildPrompt(ground, { format, brief, tools, window: state.log.context?.window ?? null })
  return { ...built, format, brief, mode: modeOf(state), last }
}

const toolFormats = ["native", "tagged", "bracket"] as const satisfies readonly ToolFormat[]

function stateOfNew(): SessionState {
  const state = emptyState("new")
  const workspace = realpathSync(process.cwd())
  return { ...state, log: { ...state.log, workspace, project: projectOf(workspace) } }
}

const nothingStored: Pick<Store, "blob"> = {
  blob: () => Promise.reject(new TypeError("a new session has nothing stored")),
}
