import { createContext, useContext, useState } from "react"
import type { TranscriptItem } from "../../src/session/view/transcript.ts"
import { type Cell, cell, useCell } from "../live/cell.ts"

/** What an item has to know of its place among the others. */
type ListFacts = {
  lastAnswer: number | null
  lastItem: number | null
  /** The turns whose changes were put back. */
  undone: ReadonlySet<string>
  /** What the ends of turns say of themselves. */
  ends: ReadonlySet<string>
}

/** The facts of all items together. */
export function factsOf(items: readonly TranscriptItem[]): ListFacts {
  const undone = new Set<string>()
  const ends = new Set<string>()
  let lastAnswer: number | null = null
  for (const item of items) {
    if (item.kind === "answer" && item.purpose === "turn") lastAnswer = item.seq
    if (item.kind === "stop") ends.add(item.summary)
    if (item.kind !== "restore" || item.changed.length === 0) continue
    for (const turn of item.turns) item.as === "undo" ? undone.add(turn) : undone.delete(turn)
  }
  return { lastAnswer, lastItem: items.at(-1)?.seq ?? null, undone, ends }
}

/** The facts of the transcript that an item stands in; a cell, so that only those items draw again that they concern. */
export const ListFactsContext = createContext<Cell<ListFacts>>(cell(factsOf([])))

/** Whether the changes of a turn were put back, as far as the transcript knows. */
export function useIsUndone(turn: string): boolean {
  return useCell(useContext(ListFactsContext), ({ undone }) => undone.has(turn))
}

/** Whether the end of a turn says the same. */
export function useIsSaidAtEnd(text: string | null): boolean {
  return useCell(useContext(ListFactsContext), ({ ends }) => text !== null && ends.has(text))
}

/** Whether nothing came after an item. */
export function useIsLastItem(seq: number): boolean {
  return useCell(useContext(ListFactsContext), ({ lastItem }) => lastItem === seq)
}

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
