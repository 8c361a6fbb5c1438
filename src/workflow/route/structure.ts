import { linesOf } from "../outline/lines.ts"
import { pathsIn } from "../paths-in-text.ts"

/** How much there is to plan, by the structure of a task alone: the same in every language. */
export type Structure = {
  /** 0 to 1; above a half there are at least three separate things to make. */
  complexity: number
  /** As the timeline tells it: `list_items=3`. */
  signals: string[]
}

export function structureOf(task: string): Structure {
  const lines = linesOf(task.slice(0, lookedAt)).filter(({ fenced, text }) => !fenced && text.trim() !== "")
  const items = lines.filter(({ text }) => listItem.test(text)).length
  const paths = pathsIn(lines.map(({ text }) => text).join("\n")).length
  const isLong = lines.length > long.lines || task.length > long.characters
  const complexity = Math.min(1, Math.max(items, paths) * weights.part + (isLong ? weights.long : 0))
  return {
    complexity: Math.round(complexity * 1000) / 1000,
    signals: [
      `complexity=${complexity.toFixed(2)}`,
      ...(items > 0 ? [`list_items=${items}`] : []),
      ...(paths > 0 ? [`paths=${paths}`] : []),
      ...(isLong ? ["long_task"] : []),
    ],
  }
}

/** An item at the margin: what is indented belongs to one. */
const listItem = /^(?:[-*+•]|\d{1,3}[.)])\s+\S/

/** Three parts are more than a half, two are not, however long the task is. */
const weights = { part: 0.2, long: 0.09 } as const

const long = { lines: 20, characters: 2_000 } as const

/** In characters: a longer input is a pasted log, not a list of things to make. */
const lookedAt = 16_384
