import { createContext, useContext, useState } from "react"
import { type Cell, cell, useCell } from "../live/cell.ts"

/** What an item has to know of its place among the others. */
export type ListFacts = { lastAnswer: number | null }

/** The facts of the transcript that an item stands in; a cell, so that only those items draw again that they concern. */
export const ListFactsContext = createContext<Cell<ListFacts>>(cell<ListFacts>({ lastAnswer: null }))

/** Whether an answer is the newest one. */
export function useIsLastAnswer(seq: number): boolean {
  return useCell(useContext(ListFactsContext), ({ lastAnswer }) => lastAnswer === seq)
}

const kept = new Map<string, boolean>()
const keptAtMost = 2_000

/** Whether something is unfolded; it stays as a person chose when it is scrolled out of sight and back. */
export function useUnfolded(key: string, { first = false } = {}): [boolean, (open: boolean) => void] {
  const [chosen, setOpen] = useState(kept.get(key))
  return [
    chosen ?? first,
    (open) => {
      kept.set(key, open)
      for (const old of [...kept.keys()].slice(0, -keptAtMost)) kept.delete(old)
      setOpen(open)
    },
  ]
}
