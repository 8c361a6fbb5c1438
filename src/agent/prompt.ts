import { hash } from "node:crypto"
import type { NewEvent } from "../session/event.ts"
import { permissionsHere } from "../session/view/permission.ts"
import type { Work } from "./work.ts"

type Section = { name: string; text: string }

/** What the model is told before the conversation, and its record if it differs from the one before. */
export async function preparePrompt(work: Work): Promise<{ instructions: string; event?: NewEvent; seq?: number }> {
  const { store, state } = work
  const sections = promptSections(work)
  const instructions = sections.map(({ text }) => text).join("\n\n")
  const last = state.branch.prompts.at(-1)
  if (last && isSame(last.sections, sections)) return { instructions, seq: last.seq }
  const stored = await Promise.all(
    sections.map(async ({ name, text }) => ({ name, body: await store.putBlob(Buffer.from(text), "text/markdown") })),
  )
  const { permission } = permissionsHere(state, work.permissions.foreignThrough)
  const { mode } = state.branch.workflow
  const task = state.branch.task ?? undefined
  const data = { format: "native", mode, permissionMode: permission.mode, sections: stored, ...(task ? { task } : {}) }
  return { instructions, event: { type: "prompt.built", data } }
}

/** The stable part first, so that a provider's prompt cache holds over a session. */
function promptSections({ state, tools, permissions }: Work): Section[] {
  const { permission } = permissionsHere(state, permissions.foreignThrough)
  return [
    { name: "introduction", text: introduction },
    { name: "tools", text: `## Tools\n\n${tools.map(({ name }) => name).join(", ")}.\n${toolRules}` },
    { name: "rules", text: rules },
    {
      name: "runtime",
      text: `## Where you are\n\nWorkspace: ${state.log.workspace}\nPermission mode: ${permission.mode}`,
    },
  ]
}

const introduction =
  "You are Holdfast, a coding agent that works in a person's own project with the tools below. You do what the person asks, prove it where it can be proven, and say plainly what you did and what you did not do."

const toolRules =
  "Look before you change: read a file before you edit it. Prefer edit to write for a file that exists. Run the project's own tests after a change. A result that says what to do next is meant for you."

const rules = `## Rules

- Do what was asked, and no more. Ask with the ask tool when you cannot know what is wanted.
- Never claim what you did not do or see. If something failed, say so.
- When the work is done, answer in a few sentences: what changed, where, and how it was checked.`

function isSame(before: ReadonlyArray<{ name: string; blob: string }>, now: readonly Section[]): boolean {
  const same = ({ name, text }: Section, index: number) =>
    before[index]?.name === name && before[index]?.blob === hash("sha256", text, "hex")
  return before.length === now.length && now.every(same)
}
