import { oneLine } from "../../base/plain-words.ts"
import type { DoneItem } from "../../session/event/done.ts"
import { isSpecial } from "../../workflow/definition-of-done.ts"
import type { Paint } from "../text/paint.ts"
import { cut } from "../text/width.ts"

/**
 * The lines of a todo list: all items when one was added, otherwise the changes. Items that every task has are left
 * out.
 */
export function createTodoLines(shape: { paint: Paint; readonly width: number }) {
  const { paint } = shape
  let shown: readonly DoneItem[] = []
  return {
    recall(items: readonly DoneItem[]): void {
      shown = items
    },
    lines(all: readonly DoneItem[]): string[] {
      const items = all.filter((item) => !isSpecial(item))
      const before = new Map(shown.map(({ id, state }) => [id, state]))
      shown = items
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
