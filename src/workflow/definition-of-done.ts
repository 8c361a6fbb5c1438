import { type DoneItem, specialItemIds } from "../session/event/done.ts"
import type { EventData } from "../session/event.ts"
import { limits } from "../session/limits.ts"
import type { Done } from "../session/state.ts"
import { sameText } from "./text.ts"

/** The items that every task has: no one writes them, and no todo list removes them. */
export const specialItems = {
  work: { id: specialItemIds.work, text: "Complete the requested work" },
  proof: { id: specialItemIds.proof, text: "Collect verification evidence" },
} as const

/** Up to how many files and below how many lines a task is of a size. */
const sizes = [
  { size: "small", files: 3, lines: 100 },
  { size: "standard", files: 15, lines: 500 },
] as const

export const retryBudget = 3

/** What done means for a new task. */
export function defineDone(task: string): EventData<"done.changed"> {
  return {
    status: "draft",
    criteria: [{ id: "criterion-task", text: task.slice(0, limits.note) }],
    items: [{ ...specialItems.work, state: "pending" }],
    touched: [],
    size: "small",
    confidence: "medium",
    retries: 0,
    retryBudget,
  }
}

export function taskSize(files: number, lines: number): Done["size"] {
  return sizes.find((bound) => files <= bound.files && lines < bound.lines)?.size ?? "large"
}

/** How many lines a change is about: what is left when the lines that both ends have in common are taken away. */
export function changedLines(before: string | null, after: string | null): number {
  const [old, now] = [linesOf(before), linesOf(after)]
  const shorter = Math.min(old.length, now.length)
  let start = 0
  while (start < shorter && old[start] === now[start]) start++
  let end = 0
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end++
  return Math.max(old.length, now.length) - start - end
}

/**
 * The things to do after the model wrote its list. What was completed stays so, whatever the list says; the special
 * items stay. An open item that the list no longer has is gone.
 */
export function syncItems(before: readonly DoneItem[], now: readonly DoneItem[]): DoneItem[] {
  const listed = now.filter((item) => !isSpecial(item))
  const completed = before.filter(({ state }) => state === "completed")
  const kept = before.filter((item) => isSpecial(item) || item.state === "completed")
  const isListed = (item: DoneItem) => listed.some((other) => sameItem(item, other))
  const synced = listed.map((item): DoneItem => {
    const known = before.find((other) => sameItem(item, other))
    const state = completed.some((other) => sameItem(item, other)) ? "completed" : item.state
    return { ...item, id: known?.id ?? item.id, state }
  })
  return uniqueItems([...kept.filter((item) => !isListed(item)), ...synced])
}

/** The things that are still to do, the special ones aside. */
export function openItems(items: readonly DoneItem[]): DoneItem[] {
  return items.filter((item) => !isSpecial(item) && item.state !== "completed")
}

/** The items with the special ones settled; what the model has to do stays as it is, whatever the checks say. */
export function settleSpecial(items: readonly DoneItem[], proven: "proven" | "unproven"): DoneItem[] {
  const settled: ReadonlySet<string> = new Set(
    proven === "proven" ? [specialItems.work.id, specialItems.proof.id] : [specialItems.work.id],
  )
  return items.map((item) => (settled.has(item.id) ? { ...item, state: "completed" } : item))
}

/** The items while a change waits for its proof. */
export function awaitProof(items: readonly DoneItem[]): DoneItem[] {
  const open: DoneItem = { ...specialItems.proof, state: "pending" }
  const known = items.some(({ id }) => id === open.id)
  return known ? items.map((item) => (item.id === open.id ? open : item)) : [...items, open]
}

const specialIds: ReadonlySet<string> = new Set(Object.values(specialItems).map(({ id }) => id))

/** Whether it is an item that every task has: it is no part of a todo list. */
export function isSpecial({ id }: Pick<DoneItem, "id">): boolean {
  return specialIds.has(id)
}

function sameItem(one: DoneItem, other: DoneItem): boolean {
  return one.id === other.id || sameText(one.text, other.text)
}

function uniqueItems(items: readonly DoneItem[]): DoneItem[] {
  return items.filter((item, at) => items.findIndex((other) => sameItem(item, other)) === at).slice(0, limits.doneItems)
}

function linesOf(text: string | null): string[] {
  return text === null || text === "" ? [] : text.replace(/\n$/, "").split("\n")
}
