import { oneLine } from "../../agent/text/plain.ts"
import type { DoneItem } from "../../session/event/done.ts"
import { isSpecial } from "../../workflow/done.ts"
import type { Paint } from "../text/paint.ts"
import { cut } from "../text/width.ts"

/** Tells a todo list: all of it when something was added, else what changed. What every task has is not told. */
export function todoTeller(shape: { paint: Paint; readonly width: number }) {
  const { paint } = shape
  let told: readonly DoneItem[] = []
  return {
    recall(items: readonly DoneItem[]): void {
      told = items
    },
    lines(all: readonly DoneItem[]): string[] {
      const items = all.filter((item) => !isSpecial(item))
      const before = new Map(told.map(({ id, state }) => [id, state]))
      told = items
      const isNew = items.some(({ id }) => !before.has(id))
      const changed = isNew ? items : items.filter(({ id, state }) => before.get(id) !== state)
      return changed.map(({ state, text, activeForm }) => {
        const words = oneLine(state === "active" ? (activeForm ?? text) : text)
        return paintOf(state, paint)(`  ${marks[state]} ${cut(words, shape.width - 6)}`)
      })
    },
  }
}

const marks = { pending: "[ ]", active: "[>]", completed: "[x]" } as const

function paintOf(state: DoneItem["state"], paint: Paint): (text: string) => string {
  return state === "completed" ? paint.green : state === "active" ? paint.bold : paint.dim
}
