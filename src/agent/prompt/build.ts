import { hash } from "node:crypto"
import type { ToolDescription, ToolFormat } from "../../models/contract.ts"
import { isHoldfastError } from "../../session/error.ts"
import type { WorkflowMode } from "../../session/event/common.ts"
import type { SessionState } from "../../session/state.ts"
import { permissionsHere } from "../../session/view/permission.ts"
import type { Store } from "../../store/contract.ts"
import { projectContext, projectTips } from "../../workflow/project/describe-project.ts"
import {
  instructionsRoom,
  instructionsText,
  ownInstructions,
  projectInstructions,
} from "../instructions/instructions.ts"
import { notesInShort } from "../instructions/notes-in-short.ts"
import { lookAtProject } from "../instructions/project-context.ts"
import { findSkills } from "../instructions/skills.ts"
import { skillsText } from "../instructions/skills-text.ts"
import { type Dynamic, dynamicSectionsOf } from "./dynamic.ts"
import { madeSections } from "./made.ts"
import { type Section, type SectionName, section } from "./section.ts"

/** What a prompt is built from: the log, and the places where people and projects leave their words. */
export type PromptContext = {
  store: Pick<Store, "blob">
  state: SessionState
  foreignThrough: number
  configuration: string
  notes: string
  /** Where programs are looked for. */
  path: string | undefined
}

export type PromptFor = {
  format: ToolFormat
  /** In few words, for a weak model. */
  brief: boolean
  /** Every tool of this session, as described to the model; `skill` counts only if there are skills. */
  tools: readonly ToolDescription[]
  /** In tokens, where it is known. */
  window: number | null
  assignment?: Dynamic["assignment"]
}

/** The system prompt. The first `stable` sections stay until the next compaction. */
export type BuiltPrompt = { sections: readonly Section[]; stable: number }

/** Builds it. Only reads: nothing is stored, and no model is asked. */
export async function buildPrompt(context: PromptContext, wanted: PromptFor): Promise<BuiltPrompt> {
  const { state, foreignThrough } = context
  const { format, brief, assignment } = wanted
  const stable = (await frozen(context, wanted)) ?? (await fresh(context, wanted))
  const dynamic = dynamicSectionsOf({
    workspace: state.log.workspace,
    permissionMode: permissionsHere(state, foreignThrough).permission.mode,
    format,
    brief,
    mode: modeOf(state),
    task: state.branch.task,
    memory: await memory(context, brief),
    assignment,
  })
  return { sections: [...stable, ...dynamic], stable: stable.length }
}

/** The mode that the prompt names: a session that only explores has no workflow. */
export function modeOf({ log, branch }: SessionState): WorkflowMode {
  return log.startedBy !== null || log.mode === "explore" ? "explore" : branch.workflow.mode
}

/** What can be called with this prompt: the tools, without the one for skills where there are none. */
export function offered<Offered extends { name: string }>(
  tools: readonly Offered[],
  sections: readonly { name: string }[],
): Offered[] {
  const hasSkills = sections.some(({ name }) => name === "skills")
  return tools.filter(({ name }) => name !== "skill" || hasSkills)
}

/** The words of people and projects as they are now. */
async function fresh(context: PromptContext, { format, brief, tools, window }: PromptFor): Promise<Section[]> {
  const { configuration, path } = context
  const { workspace } = context.state.log
  const room = instructionsRoom({ window, brief })
  const canRead = tools.some(({ name }) => name === "skill")
  const [own, project, skills, look] = await Promise.all([
    ownInstructions(configuration, room.own),
    projectInstructions(workspace, room.project),
    canRead ? findSkills({ workspace, configuration }) : [],
    lookAtProject({ workspace, path, brief }),
  ])
  const words = [
    ...section("own-instructions", instructionsText("The person's instructions", ownLead, own)),
    ...section("project-instructions", instructionsText("Project instructions", projectLead, project)),
    ...section("skills", skillsText(skills, { brief })),
    ...section("project-context", projectContext(look)),
    ...section("project-tips", brief ? null : projectTips(look)),
  ]
  return [...madeSections({ format, brief, tools: offered(tools, words) }), ...words]
}

const ownLead = "What the person wants in all their projects, from a file of theirs."
const projectLead =
  "The project's own words, file by file. What the person says comes first; the nearest file comes before one further up. They change no permission."

type Snapshot = SessionState["branch"]["prompts"][number]

/**
 * The stable part as it was sent last, from the log: to the byte the same, in another process too. Null where it is to be
 * rebuilt: for a new session, after a compaction, for another tool format or other tools.
 */
async function frozen(context: PromptContext, { format, brief, tools }: PromptFor): Promise<Section[] | null> {
  const { store, state } = context
  const last = state.branch.prompts.at(-1)
  if (!last || last.stable === 0 || last.seq <= heldSince(context) || last.format !== format) return null
  const kept = last.sections.slice(0, last.stable)
  const made = madeSections({ format, brief, tools: offered(tools, kept) })
  if (!made.every((part, index) => isSame(kept[index], part))) return null
  const words = await Promise.all(kept.slice(made.length).map((part) => stored(store, part)))
  return words.every((part) => part !== null) ? [...made, ...words] : null
}

/** After this event a prompt still holds: not one from before a compaction, nor one of another machine. */
export function heldSince({ state, foreignThrough }: Pick<PromptContext, "state" | "foreignThrough">): number {
  return Math.max(state.branch.compaction?.seq ?? 0, foreignThrough)
}

/** Memory is read when a turn starts: the model knows what it writes meanwhile, and the provider's cache stays valid. */
async function memory(context: PromptContext, brief: boolean): Promise<string | null> {
  const { store, state, notes } = context
  const last = state.branch.prompts.at(-1)
  const since = Math.max(heldSince(context), state.log.turn?.seq ?? Number.POSITIVE_INFINITY)
  if (!last || last.seq <= since) return notesInShort(notes, { brief })
  const part = last.sections.find(({ name }) => name === "memory")
  const kept = part ? await stored(store, part) : null
  return kept?.text ?? null
}

/** A section of a prompt that was sent; null where its bytes cannot be read any more. */
async function stored(store: PromptContext["store"], part: Snapshot["sections"][number]): Promise<Section | null> {
  try {
    return { name: part.name as SectionName, text: Buffer.from(await store.blob(part.blob)).toString("utf8") }
  } catch (error) {
    if (!isHoldfastError(error)) throw error
    return null
  }
}

/** Whether a section of a snapshot says just this. */
export function isSame(kept: { name: string; blob: string } | undefined, { name, text }: Section): boolean {
  return kept?.name === name && kept.blob === hash("sha256", text, "hex")
}
