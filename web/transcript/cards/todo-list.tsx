import { CheckSquare2, Square, SquareDot } from "lucide-react"
import { texts } from "../../texts.ts"
import { classes } from "../../ui/classes.ts"
import { Ticked } from "../../ui/ticked.tsx"
import type { Todo } from "./tool-line.ts"

const icons = { pending: Square, active: SquareDot, completed: CheckSquare2 } as const
const inks = { pending: "text-ink-faint", active: "text-accent", completed: "text-good" } as const

export function TodoList({ items }: { items: readonly Todo[] }) {
  return (
    <ul className="px-3 py-2 text-sm">
      {items.map(({ text, state }) => {
        const Icon = icons[state]
        return (
          <li key={text} className="flex items-start gap-2 py-0.5">
            <Icon size={15} aria-hidden className={classes("mt-0.5 shrink-0", inks[state])} />
            <span className={classes("min-w-0 break-words", state === "completed" && "text-ink-faint")}>
              <Ticked text={text} />
            </span>
            <span className="sr-only">({texts.cards.tool.itemState[state]})</span>
          </li>
        )
      })}
    </ul>
  )
}
