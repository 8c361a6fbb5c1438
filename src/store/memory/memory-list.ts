import { isKnown } from "../../session/event.ts"
import { searchableText } from "../../session/policy.ts"
import type { Hit, ListQuery, Overview, Page, SearchQuery, SessionRow } from "../contract.ts"
import { formatListCursor, pageLimit, parseListCursor, parseSearchCursor } from "../list-cursor.ts"
import { matches } from "../search/search-match.ts"
import { parseQuery } from "../search/search-query.ts"
import { snippet } from "../search/search-snippet.ts"
import { directoryPrefix, listedFrom, statusOf } from "../session-row.ts"
import { decode, type MemoryData, type MemoryLog } from "./memory-data.ts"

/** A page of the list, most recently active first. */
export function listLogs(data: MemoryData, query: ListQuery): Page<SessionRow> {
  const limit = pageLimit(query.limit)
  const after = query.cursor === undefined ? undefined : parseListCursor(query.cursor)
  const found = [...data.logs.values()]
    .map((log) => ({ row: rowOf(log), at: shownAt(log), n: log.n }))
    .filter(({ row }) => isAskedFor(row, query))
    .filter(({ at, n }) => !after || at < after.at || (at === after.at && n < after.n))
    .sort((a, b) => b.at - a.at || b.n - a.n)
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return {
    items: page.map(({ row }) => row),
    next: last && found.length > limit ? formatListCursor(last) : null,
  }
}

/** What the list holds, counted. */
export function countLogs(data: MemoryData): Overview {
  const rows = [...data.logs.values()].map((log) => ({ ...rowOf(log), updatedAt: log.state.log.updatedAt }))
  const kept = rows.filter(({ trashed }) => !trashed)
  const projects = Map.groupBy(kept, ({ project }) => project)
  const tags = Map.groupBy(
    kept.flatMap((row) => row.tags),
    (tag) => tag,
  )
  return {
    projects: [...projects]
      .map(([project, of]) => ({
        project,
        sessions: of.filter(({ archived }) => !archived).length,
        archived: of.filter(({ archived }) => archived).length,
        updatedAt: of.map(({ updatedAt }) => updatedAt).reduce((one, other) => (one > other ? one : other)),
      }))
      .sort((one, other) => compare(other.updatedAt, one.updatedAt) || compare(one.project, other.project)),
    tags: [...tags]
      .map(([tag, of]) => ({ tag, sessions: of.length }))
      .sort((one, other) => compare(one.tag, other.tag)),
    archived: kept.filter(({ archived }) => archived).length,
    trashed: rows.length - kept.length,
  }
}

const compare = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))

export function rowOf(log: MemoryLog): SessionRow {
  const { state } = log
  const listed = listedFrom(state)
  return {
    id: log.id,
    title: listed.title,
    project: listed.project,
    workspace: listed.workspace,
    tags: [...new Set(state.log.tags)].sort(),
    pinned: state.log.pinned,
    archived: state.log.archived,
    trashed: state.log.trashed,
    status: statusOf(listed.activity, () => log.holder !== null),
    openedAt: new Date(listed.openedAt).toISOString(),
    updatedAt: new Date(shownAt(log)).toISOString(),
    seq: state.seq,
    messages: listed.messages,
    parent: state.log.parent,
    owner: state.log.owner && { type: state.log.owner.type, path: state.log.owner.path },
    stop: listed.stop,
    foreignThrough: log.foreignThrough,
    damage: null,
  }
}

/** A page of texts that match, newest first. What a fork inherits is found in its parent. */
export function searchLogs(data: MemoryData, query: SearchQuery): Page<Hit> {
  const limit = pageLimit(query.limit)
  const parsed = parseQuery(query.text, { prefixLast: query.prefixLast ?? false })
  const before = query.cursor === undefined ? Number.POSITIVE_INFINITY : parseSearchCursor(query.cursor)
  const found = [...data.logs.values()]
    .filter((log) => !log.state.log.trashed)
    .filter((log) => query.project === undefined || log.state.log.project === query.project)
    .filter((log) => query.session === undefined || log.id === query.session)
    .flatMap((log) => log.events.slice(log.base).map((stored) => ({ log, stored, text: textOf(decode(stored)) })))
    .filter(({ stored, text }) => stored.n < before && text !== undefined && matches(parsed, text))
    .sort((a, b) => b.stored.n - a.stored.n)
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const items = page.map(({ log, stored, text = "" }): Hit => {
    const { at, type } = decode(stored)
    return { session: log.id, title: log.state.log.title, seq: stored.seq, at, type, snippet: snippet(parsed, text) }
  })
  return { items, next: last && found.length > limit ? String(last.stored.n) : null }
}

function isWithin({ project, workspace }: SessionRow, directory: string): boolean {
  return project === directory || workspace === directory || workspace.startsWith(directoryPrefix(directory))
}

function textOf(event: ReturnType<typeof decode>): string | undefined {
  return isKnown(event) ? searchableText(event) : undefined
}

function shownAt({ state, partials, streamedAt }: MemoryLog): number {
  return Math.max(Date.parse(state.log.updatedAt), partials.size > 0 ? streamedAt : 0)
}

function isAskedFor(row: SessionRow, query: ListQuery): boolean {
  const { id, parent, project, within, archived, trashed = false, pinned, tag, owner, status } = query
  return (
    (id === undefined || row.id.startsWith(id) || row.id.endsWith(id)) &&
    (parent === undefined || row.parent?.session === parent) &&
    (project === undefined || row.project === project) &&
    (within === undefined || isWithin(row, within)) &&
    (pinned === undefined || row.pinned === pinned) &&
    (owner === undefined || row.owner?.path === owner) &&
    (tag === undefined || row.tags.includes(tag)) &&
    (status === undefined || row.status === status) &&
    row.trashed === trashed &&
    // A query for the trash asks for all of it.
    ((trashed && archived === undefined) || row.archived === (archived ?? false))
  )
}
