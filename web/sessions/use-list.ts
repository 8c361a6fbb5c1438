import { useEffect, useMemo } from "react"
import type { Row } from "../../src/server/contract/common.ts"
import { client } from "../live/api-client.ts"
import { cell, useCell } from "../live/cell.ts"
import { connection, onFrame } from "../live/live.ts"
import { outbox } from "../live/outbox.ts"
import { applyFetchedRows, distrustRows, isStaleRow, rows, rowsTick } from "../live/rows.ts"
import { type Filter, queryOf } from "./filter.ts"
import { withIntents } from "./intents.ts"
import { openPager, type Page, type Paged, type Source } from "./pager.ts"
import { type ActiveAt, listed } from "./session-order.ts"

const pageSize = 200

// Counts when rows became stale, also while the pane is closed.
const lost = cell(0)

let isStreaming = false
onFrame((frame) => {
  // Rows fetched before the stream was connected may have changed in between.
  const isFirst = frame.name === "list" && !isStreaming
  if (frame.name === "list") isStreaming = true
  if (!isFirst && (frame.name !== "resync" || frame.data.session !== undefined)) return
  distrustRows()
  lost.set(lost.get() + 1)
})

export type SessionList = {
  readonly rows: readonly Row[]
  readonly paged: Paged
  readonly more: () => void
}

/** The sessions matching a filter, as far as loaded, kept up to date by the stream. */
export function useSessionList(filter: Filter, at: ActiveAt): SessionList {
  const pager = useMemo(() => openPager(sourceOf(filter)), [filter])
  const paged = useCell(pager.paged)
  const book = useCell(rows)
  const entries = useCell(outbox)
  const known = useMemo(() => withIntents(book, entries), [book, entries])
  const isLive = useCell(connection, ({ state }) => state === "live")

  useEffect(() => {
    pager.more()
    const stop = lost.subscribe(pager.refresh)
    return () => {
      stop()
      pager.close()
    }
  }, [pager])

  useEffect(() => {
    if (isLive && pager.paged.get().state === "failed") pager.more()
  }, [isLive, pager])

  const { reach, refreshing } = paged
  const shown = useMemo(() => {
    const sure = refreshing ? known.values() : known.values().filter(({ id }) => !isStaleRow(id))
    return listed(sure, { filter, reach, at })
  }, [known, filter, reach, refreshing, at])
  return { rows: shown, paged, more: pager.more }
}

function sourceOf(filter: Filter): Source {
  const query = { ...queryOf(filter), limit: pageSize }
  const read = async (more: { pinned?: "true" }, cursor: string | null, signal: AbortSignal): Promise<Page> => {
    const asked = rowsTick()
    const page = await client.call("GET /api/sessions", {
      query: { ...query, ...more, ...(cursor === null ? {} : { cursor }) },
      signal,
    })
    if (!signal.aborted) applyFetchedRows(page.items, asked)
    return page
  }
  return {
    page: (cursor, signal) => read({}, cursor, signal),
    pinned: (cursor, signal) =>
      filter.place === "sessions"
        ? read({ pinned: "true" }, cursor, signal)
        : Promise.resolve({ items: [], next: null }),
  }
}
