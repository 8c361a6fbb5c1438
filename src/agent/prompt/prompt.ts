import type { NewEvent } from "../../session/event.ts"
import { limits } from "../../session/limits.ts"
import { permissionsHere } from "../../session/view/permission.ts"
import type { Work } from "../work.ts"
import {
  type BuiltPrompt,
  buildPrompt,
  heldSince,
  isSame,
  modeOf,
  offered,
  type PromptFor,
  type PromptGround,
} from "./build.ts"
import { joined } from "./section.ts"

/** What the model is told before the conversation, what it can call, and the record of it. */
export type Prompt = {
  instructions: string
  /** The tools that are offered with it. */
  tools: PromptFor["tools"]
  /** The record, where it differs from the one before; else the seq of that. */
  event?: NewEvent
  seq?: number
}

/** Builds the prompt of a call, and its record if it differs from the one before: each section a blob, stored once. */
export async function preparePrompt(work: Work, wanted: PromptFor): Promise<Prompt> {
  const { state } = work
  const ground = groundOf(work)
  const built = await buildPrompt(ground, wanted)
  const prompt = { instructions: joined(built.sections), tools: offered(wanted.tools, built.sections) }
  const last = state.branch.prompts.at(-1)
  const holds = last && last.seq > heldSince(ground) && last.format === wanted.format
  if (holds && isSent(last, built)) return { ...prompt, seq: last.seq }
  return { ...prompt, event: await recorded(built, wanted, work) }
}

/** The events that go before the question, and the seq of the prompt that it is asked with. */
export function withPrompt(
  { event, seq }: Prompt,
  { state, before }: { state: Work["state"]; before: readonly NewEvent[] },
): { before: readonly NewEvent[]; prompt: number | undefined } {
  return event ? { before: [...before, event], prompt: state.seq + before.length + 1 } : { before, prompt: seq }
}

function groundOf({ store, state, permissions, places, env }: Work): PromptGround {
  const { foreignThrough } = permissions
  const { configuration, notes } = places
  return { store, state, foreignThrough, configuration, notes, path: env.PATH }
}

async function recorded({ sections, stable }: BuiltPrompt, { format }: PromptFor, work: Work): Promise<NewEvent> {
  const { store, state } = work
  const stored = await Promise.all(
    sections.map(async ({ name, text }) => ({ name, body: await store.putBlob(Buffer.from(text), "text/markdown") })),
  )
  const { task } = state.branch
  return {
    type: "prompt.built",
    data: {
      format,
      mode: modeOf(state),
      permissionMode: permissionsHere(state, work.permissions.foreignThrough).permission.mode,
      sections: stored,
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
