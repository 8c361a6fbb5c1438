import type { DoneItem } from "../session/event/done.ts"
import { limits } from "../session/limits.ts"
import { idOfText } from "../tools/todo.ts"

/** Criteria and things to do are known by their text: said again, they are the same. */
export function criteriaOf(texts: readonly string[]): { id: string; text: string }[] {
  const cut = texts.map((text) => text.slice(0, limits.note).toWellFormed())
  const known = new Map(cut.map((text) => [idOfText("criterion", text), text]))
  return [...known].slice(0, limits.criteria).map(([id, text]) => ({ id, text }))
}

export function todoItems(texts: readonly string[]): DoneItem[] {
  const known = new Map(texts.map((text) => [idOfText("todo", text), text]))
  return [...known].map(([id, text]) => ({ id, text, state: "pending" as const }))
}
