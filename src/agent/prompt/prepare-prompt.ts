import { hash } from "node:crypto"
import type { NewEvent } from "../../session/event.ts"
import { limits } from "../../session/limits.ts"
import { permissionsHere } from "../../session/view/permission.ts"
import type { Work } from "../turn/work.ts"
import {
  type BuiltPrompt,
  buildPrompt,
  heldSince,
  isSame,
  modeOf,
  offered,
  type PromptContext,
  type PromptFor,
} from "./build.ts"
import { joined } from "./section.ts"

/** The system prompt, the tools the model can call, and the record of both. */
export type Prompt = {
  instructions: string
  /** The tools that are offered with it. */
  tools: PromptFor["tools"]
  /** The record, where it differs from the one before; else the seq of that. */
  event?: NewEvent
  seq?: number
  /** Stores the sections that the record names: in the same moment as that is appended, so that both are one commit. */
  keep(): Promise<unknown>
}

/** Builds the prompt of a call, and its record if it differs from the one before: each section a blob, stored once. */
export async function preparePrompt(work: Work, wanted: PromptFor): Promise<Prompt> {
  const { state } = work
  const context = promptContextOf(work)
  const built = await buildPrompt(context, wanted)
  const prompt = { instructions: joined(built.sections), tools: offered(wanted.tools, built.sections) }
  const last = state.branch.prompts.at(-1)
  const holds = last && last.seq > heldSince(context) && last.format === wanted.format
  if (holds && isSent(last, built)) return { ...prompt, seq: last.seq, keep: async () => undefined }
  const sections = built.sections.map(({ text }) => Buffer.from(text))
  const keep = () => Promise.all(sections.map((bytes) => work.store.putBlob(bytes, mediaType)))
  return { ...prompt, event: recorded(built, wanted, work), keep }
}

/** The events that go before the question, and the seq of the prompt that it is asked with. */
export function withPrompt(
  { event, seq, keep }: Prompt,
  { state, before }: { state: Work["state"]; before: readonly NewEvent[] },
): { before: readonly NewEvent[]; prompt: number | undefined; keep: Prompt["keep"] } {
  if (!event) return { before, prompt: seq, keep }
  return { before: [...before, event], prompt: state.seq + before.length + 1, keep }
}

function promptContextOf({ store, state, permissions, places, env }: Work): PromptContext {
  const { foreignThrough } = permissions
  const { configuration, notes } = places
  return { store, state, foreignThrough, configuration, notes, path: env.PATH }
}

const mediaType = "text/markdown"

function recorded({ sections, stable }: BuiltPrompt, { format }: PromptFor, { state, permissions }: Work): NewEvent {
  const { task } = state.branch
  return {
    type: "prompt.built",
    data: {
      format,
      mode: modeOf(state),
      permissionMode: permissionsHere(state, permissions.foreignThrough).permission.mode,
      sections: sections.map(({ name, text }) => ({
        name,
        body: { blob: hash("sha256", text, "hex"), bytes: Buffer.byteLength(text), mediaType },
      })),
      stable,
      ...(task === null ? {} : { task: task.slice(0, limits.text).toWellFormed() }),
    },
  }
}

function isSent(
  last: { sections: readonly { name: string; blob: string }[]; stable: number },
  { sections, stable }: BuiltPrompt,
): boolean {
  return (
    last.stable === stable &&
    last.sections.length === sections.length &&
    sections.every((part, index) => isSame(last.sections[index], part))
  )
}
