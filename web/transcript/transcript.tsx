import "./markdown.css"
import { useEffect, useMemo, useRef, useState } from "react"
import type { Range } from "../../src/session/state.ts"
import type { TranscriptItem } from "../../src/session/view/transcript.ts"
import { cell, useCell } from "../live/cell.ts"
import { views } from "../live/live.ts"
import { outbox } from "../live/outbox.ts"
import { useRoute } from "../live/page-route.ts"
import { useApi } from "../live/queries.ts"
import { useIsQueued } from "../live/use-queue.ts"
import { useSessionState } from "../live/use-session.ts"
import { firstOf, isAtHead, type LogEvent } from "../live/window.ts"
import { unsentOf } from "./input-unsent.ts"
import { List } from "./list.tsx"
import { ListFactsContext, listFactsOf } from "./list-facts.ts"
import { itemsOf, keyOf } from "./list-items.ts"
import { itemAt } from "./list-place.ts"
import { localDay, rowsOf } from "./list-rows.ts"
import { Beginning, Empty, Gone, NotReached, Skeleton, Travelling } from "./transcript-states.tsx"
import { windowStore } from "./window-store.ts"

/** The transcript of a session, now or at an event. */
export function Transcript({ id, at }: { id: string; at: number | null }) {
  return (
    <section className="flex min-h-0 grow flex-col">
      {at !== null && <Travelling session={id} at={at} />}
      <Opened key={id} id={id} at={at} />
    </section>
  )
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
  const entries = useCell(outbox)
  const isQueued = useIsQueued(useSessionState(id))
  const queued = at === null && isQueued
  const rows = useMemo(() => {
    const unsent = at === null ? unsentOf(entries, id) : []
    return rowsOf(items, unsent, { first: events[0]?.seq ?? 1, dayOf: localDay, queued })
  }, [items, entries, id, at, events, queued])
  // The list fetches more by itself, but it is only mounted once there are rows.
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

  // Only the state knows what a rewind removed, and it may arrive after the events.
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

/** The live ranges of the log, now or at an event. */
function useLive(id: string, at: number | null): readonly Range[] | undefined {
  const now = useCell(views, (all) => all.get(id)?.state.live)
  // Without a rewind everything is live, and the old state need not be computed.
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
  const [facts] = useState(() => cell(listFactsOf(items)))
  useEffect(() => facts.set(listFactsOf(items)), [facts, items])
  return facts
}
