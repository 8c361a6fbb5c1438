import "./markdown.css"
import { useEffect, useMemo, useRef, useState } from "react"
import type { Range, SessionState } from "../../src/session/state.ts"
import type { TranscriptItem } from "../../src/session/view/transcript.ts"
import { cell, useCell } from "../live/cell.ts"
import { views } from "../live/live.ts"
import { outbox } from "../live/outbox.ts"
import { useApi } from "../live/queries.ts"
import { useRoute } from "../live/route.ts"
import { firstOf, isAtHead, type LogEvent } from "../live/window.ts"
import { unsentOf } from "./input-unsent.ts"
import { List } from "./list.tsx"
import { factsOf, ListFactsContext } from "./list-facts.ts"
import { itemsOf, keyOf } from "./list-items.ts"
import { itemAt } from "./list-place.ts"
import { localDay, rowsOf } from "./list-rows.ts"
import { Beginning, Empty, Gone, NotReached, Skeleton, Travelling } from "./transcript-states.tsx"
import { windowStore } from "./window-store.ts"

/** What happened in a session; with `at`, as it was at that event. */
export function Transcript({ id, at }: { id: string; at: number | null }) {
  return (
    <section className="flex min-h-0 grow flex-col">
      {at !== null && <Travelling session={id} at={at} />}
      <Opened key={id} id={id} at={at} />
    </section>
  )
}

/** Whether what waits is shown in the queue: there is something to wait for, be it the next one of several. */
function hasQueue(state: SessionState | undefined): boolean {
  if (!state) return false
  const { turn, inputs } = state.log
  return turn !== null || inputs.held || inputs.waiting.length > 1
}

function Opened({ id, at }: { id: string; at: number | null }) {
  const store = useMemo(() => windowStore(id), [id])
  const state = useCell(store.state)
  const gone = useCell(views, (all) => all.get(id)?.gone ?? null)
  const route = useRoute()
  const seq = at === null && route.session === id ? route.seq : null
  useEffect(() => store.follow(), [store])
  useEffect(() => store.open(seq ?? at), [store, seq, at])

  const events = useUntil(state.window.events, at)
  const live = useLive(id, at)
  const items = useItems(events, state.window.inputs, live)
  const letters = useCell(outbox)
  const queued = useCell(views, (all) => at === null && hasQueue(all.get(id)?.state))
  const rows = useMemo(() => {
    const unsent = at === null ? unsentOf(letters, id) : []
    return rowsOf(items, unsent, { first: events[0]?.seq ?? 1, dayOf: localDay, queued })
  }, [items, letters, id, at, events, queued])
  // The list fetches what comes after it; where there is nothing to draw yet there is no list.
  const isBehind = at === null && rows.length === 0 && state.window.events.length > 0 && !isAtHead(state.window)
  useEffect(() => {
    if (isBehind && !state.loading && !state.problem) store.later()
  }, [store, state, isBehind])
  const facts = useFacts(items)
  const target = useMemo(() => {
    const isThere = seq !== null && seq >= (events[0]?.seq ?? 0) && seq <= (events.at(-1)?.seq ?? 0)
    const item = isThere ? itemAt(items, events, seq) : undefined
    return item ? keyOf(item) : null
  }, [items, events, seq])

  // What was left by a rewind is told from the rest only by the state, which may come after the events.
  const isUnsettled = live === undefined && events.some(({ type }) => type === "history.rewound")
  if (gone) return <Gone how={gone} />
  if (rows.length === 0 || isUnsettled) {
    if (state.problem) return <NotReached problem={state.problem} onRetry={() => store.again()} />
    const isComing = isUnsettled || isBehind || state.window.events.length === 0 || state.loading === "opening"
    return isComing ? <Skeleton /> : <Empty />
  }
  return (
    <ListFactsContext value={facts}>
      <List
        session={id}
        at={at}
        rows={rows}
        store={store}
        state={state}
        target={target}
        top={<Beginning isFirst={firstOf(state.window) <= 1} isLoading={state.loading === "earlier"} />}
      />
    </ListFactsContext>
  )
}

function useUntil(events: readonly LogEvent[], at: number | null): readonly LogEvent[] {
  return useMemo(() => (at === null ? events : events.filter((event) => event.seq <= at)), [events, at])
}

/** The parts of the log that the conversation consisted of, now or then. */
function useLive(id: string, at: number | null): readonly Range[] | undefined {
  const now = useCell(views, (all) => all.get(id)?.state.live)
  // Where nobody ever went back all of it was always live, and the state of then need not be worked out.
  const isWhole = now?.length === 1 && now[0]?.from === 1
  const enabled = at !== null && !isWhole
  const then = useApi("GET /api/sessions/:id", { params: { id }, query: { at: at ?? 1 } }, { enabled })
  return enabled ? then.data?.state.live : now
}

function useItems(
  events: readonly LogEvent[],
  inputs: readonly LogEvent[],
  live: readonly Range[] | undefined,
): readonly TranscriptItem[] {
  const before = useRef<readonly TranscriptItem[]>([])
  return useMemo(() => {
    before.current = itemsOf(events, { live, inputs }, before.current)
    return before.current
  }, [events, inputs, live])
}

function useFacts(items: readonly TranscriptItem[]) {
  const [facts] = useState(() => cell(factsOf(items)))
  useEffect(() => facts.set(factsOf(items)), [facts, items])
  return facts
}
