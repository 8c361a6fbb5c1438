import { createContext, useContext, useState } from "react"
import type { TranscriptItem } from "../../src/session/view/transcript.ts"
import { type Cell, cell, useCell } from "../live/cell.ts"

/** Facts about the whole transcript that single items need. */
type ListFacts = {
  lastAnswer: number | null
  lastItem: number | null
  /** The undone turns. */
  undone: ReadonlySet<string>
  /** The reasons shown in stop cards. */
  stopSummaries: ReadonlySet<string>
}

export function listFactsOf(items: readonly TranscriptItem[]): ListFacts {
  const undone = new Set<string>()
  const stopSummaries = new Set<string>()
  let lastAnswer: number | null = null
  for (const item of items) {
    if (item.kind === "answer" && item.purpose === "turn") lastAnswer = item.seq
    if (item.kind === "stop") stopSummaries.add(item.summary)
    if (item.kind !== "restore" || item.changed.length === 0) continue
    for (const turn of item.turns) item.as === "undo" ? undone.add(turn) : undone.delete(turn)
  }
  return { lastAnswer, lastItem: items.at(-1)?.seq ?? null, undone, stopSummaries }
}

/** The transcript's facts, in a cell so that only affected items render again. */
export const ListFactsContext = createContext<Cell<ListFacts>>(cell(listFactsOf([])))

/** Whether a turn was undone, as far as loaded. */
export function useIsUndone(turn: string): boolean {
  return useCell(useContext(ListFactsContext), ({ undone }) => undone.has(turn))
}

/** Whether a stop card says the same. */
export function useIsSaidAtEnd(text: string | null): boolean {
  return useCell(useContext(ListFactsContext), ({ stopSummaries }) => text !== null && stopSummaries.has(text))
}

/** Whether an item is the last one. */
export function useIsLastItem(seq: number): boolean {
  return useCell(useContext(ListFactsContext), ({ lastItem }) => lastItem === seq)
}

/** Whether an answer is the newest one. */
export function useIsLastAnswer(seq: number): boolean {
  return useCell(useContext(ListFactsContext), ({ lastAnswer }) => lastAnswer === seq)
}

const kept = new Map<string, boolean>()
const keptAtMost = 2_000

/** A disclosure's state, kept while its row is scrolled out of view. */
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
