import { limits } from "../../session/limits.ts"
import { idOfText } from "../../tools/todo.ts"

/** Criteria are known by their text: said again, they are the same. */
export function criteriaOf(texts: readonly string[]): { id: string; text: string }[] {
  const cut = texts.map((text) => text.slice(0, limits.note).toWellFormed())
  const known = new Map(cut.map((text) => [idOfText("criterion", text), text]))
  return [...known].slice(0, limits.criteria).map(([id, text]) => ({ id, text }))
}
