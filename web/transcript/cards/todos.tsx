import { ListChecks } from "lucide-react"
import { texts } from "../../texts.ts"
import { ItemFrame } from "../item-frame.tsx"
import type { ItemProps } from "../item-props.ts"
import { TodoList } from "./todo-list.tsx"

export function TodosCard({ item }: ItemProps<"todos">) {
  const says = texts.cards.tool
  const done = item.items.filter(({ state }) => state === "completed").length
  const words = says.items(done, item.items.length)
  return (
    <ItemFrame item={item} name={`${says.verbs.todo}: ${words}`} className="border border-line bg-surface">
      <header className="flex items-center gap-2 px-3 pt-2 text-sm text-ink-soft">
        <ListChecks size={15} aria-hidden className="text-ink-faint" />
        <span className="grow">{says.verbs.todo}</span>
        <span className="text-xs text-ink-faint">{words}</span>
      </header>
      <TodoList items={item.items} />
    </ItemFrame>
  )
}
