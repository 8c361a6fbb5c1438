import type { Kept } from "../outline/outline.ts"
import { sameText } from "../text.ts"
import { type Brief, briefSections } from "./brief.ts"

/** A brief as it was and as a person left it. */
export type BriefEdit = { before: Brief; after: Brief }

/** The brief with what a person wrote into earlier versions: what they changed is theirs, whatever the model writes since. */
export function withEdits(brief: Brief, edits: readonly BriefEdit[]): Brief {
  return edits.reduce(withEdit, brief)
}

function withEdit(brief: Brief, { before, after }: BriefEdit): Brief {
  const own = briefSections.filter((name) => after[name].length > 0 && !sameItems(before[name], after[name]))
  const sections = Object.fromEntries(own.map((name) => [name, after[name]]))
  const isNew = (kept: Kept) =>
    ![...before.kept, ...brief.kept].some(({ title, body }) => title === kept.title && sameText(body, kept.body))
  const task = sameText(before.task, after.task) ? brief.task : after.task
  const kept = [...brief.kept, ...after.kept.filter(isNew)]
  return { ...brief, ...sections, task, kept }
}

const sameItems = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((item, at) => sameText(item, others[at] ?? ""))
