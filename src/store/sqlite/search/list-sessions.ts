import type { ListQuery, Page, SessionRow, Status } from "../../contract.ts"
import { formatListCursor, type ListCursor, pageLimit, parseListCursor } from "../../list-cursor.ts"
import { type Activity, directoryPrefix, statusOf } from "../../session-row.ts"
import type { Core } from "../core.ts"
import { lookAtOwners } from "../lease/lease.ts"
import { missing } from "../log/session.ts"

/** A page of the list, most recently active first. Reads rows only, never a log. */
export function listSessions(core: Core, query: ListQuery): Page<SessionRow> {
  const limit = pageLimit(query.limit)
  const { where, values } = conditions(query)
  const items: SessionRow[] = []
  const isDriven = lookAtOwners(core)
  let cursor = query.cursor === undefined ? undefined : parseListCursor(query.cursor)
  for (;;) {
    const rows = nextRows(core, where, values, cursor, limit + 1)
    for (const row of rows) {
      const shown = shape(row, isDriven)
      if (query.status && shown.status !== query.status) continue
      if (items.length === limit) return { items, next: cursor ? formatListCursor(cursor) : null }
      items.push(shown)
      cursor = { at: row.shown_at, n: row.n }
    }
    const last = rows.at(-1)
    if (!last || rows.length <= limit) return { items, next: null }
    cursor = { at: last.shown_at, n: last.n }
  }
}

export function sessionRow(core: Core, id: string): SessionRow {
  const row = core.reader.get<Row>(`${selectRow} WHERE s.id = ?`, id)
  if (!row) throw missing(core, id)
  return shape(row, lookAtOwners(core))
}

type Row = {
  n: number
  id: string
  title: string | null
  project: string
  workspace: string
  pinned: number
  archived: number
  trashed: number
  activity: Activity
  stop: string | null
  opened_at: number
  shown_at: number
  head: number
  messages: number
  parent_id: string | null
  parent_seq: number | null
  owner_type: string | null
  owner_path: string | null
  foreign_through: number
  damage: string | null
  tags: string | null
  epoch: number | null
  holder: string | null
  asked_at: number | null
}

const selectRow = `
  SELECT s.n, s.id, s.title, s.project, s.workspace, s.pinned, s.archived, s.trashed, s.activity, s.stop, s.opened_at,
    max(s.updated_at, coalesce((SELECT max(at) FROM partials WHERE session = s.n), 0)) AS shown_at,
    s.head, s.messages, s.parent_id, s.parent_seq, s.owner_type, s.owner_path, s.foreign_through, s.damage, l.epoch, l.owner AS holder, l.asked_at,
    (SELECT json_group_array(tag) FROM tags WHERE session = s.n) AS tags
  FROM sessions s LEFT JOIN leases l ON l.session = s.n`

// Streaming does not touch the rows, so that those with a partial may be out of their order: there are few, and they
// are sorted on their own.
function nextRows(
  core: Core,
  where: string,
  values: Array<string | number>,
  cursor: ListCursor | undefined,
  limit: number,
): Row[] {
  const { at, n } = cursor ?? { at: Number.MAX_SAFE_INTEGER, n: Number.MAX_SAFE_INTEGER }
  const settled = core.reader.all<Row>(
    `${selectRow} WHERE ${where} AND NOT EXISTS (SELECT 1 FROM partials WHERE session = s.n) AND (s.updated_at, s.n) < (?, ?)
     ORDER BY s.updated_at DESC, s.n DESC LIMIT ?`,
    ...values,
    at,
    n,
    limit,
  )
  const streaming = core.reader
    .all<Row>(`${selectRow} WHERE ${where} AND s.n IN (${streamingSessions})`, ...values)
    .filter((row) => row.shown_at < at || (row.shown_at === at && row.n < n))
  return [...settled, ...streaming].sort((a, b) => b.shown_at - a.shown_at || b.n - a.n).slice(0, limit)
}

// From session to session in the index: a long answer has thousands of pieces.
const streamingSessions = `
  WITH RECURSIVE streaming (n) AS (
    SELECT min(session) FROM partials
    UNION ALL SELECT (SELECT min(session) FROM partials WHERE session > streaming.n) FROM streaming WHERE n IS NOT NULL
  ) SELECT n FROM streaming WHERE n IS NOT NULL`

// What few sessions have is looked up first: otherwise SQLite walks all of them in the order of the list to find a page.
function conditions(query: ListQuery): { where: string; values: Array<string | number> } {
  const where: string[] = []
  const values: Array<string | number> = []
  const add = (condition: string, value: string | number) => {
    where.push(condition)
    values.push(value)
  }
  if (query.project !== undefined) add("s.project = ?", query.project)
  if (query.within !== undefined) {
    const below = directoryPrefix(query.within)
    const inside = "project = ? OR workspace = ? OR substr(workspace, 1, length(?)) = ?"
    where.push(`s.n IN (SELECT n FROM sessions WHERE ${inside})`)
    values.push(query.within, query.within, below, below)
  }
  if (query.id !== undefined) {
    const named = "substr(id, 1, length(?)) = ? OR substr(id, -length(?)) = ?"
    where.push(`s.n IN (SELECT n FROM sessions WHERE ${named})`)
    values.push(query.id, query.id, query.id, query.id)
  }
  if (query.parent !== undefined) add("s.parent = (SELECT n FROM sessions WHERE id = ?)", query.parent)
  if (query.pinned) where.push("s.n IN (SELECT n FROM sessions WHERE pinned = 1)")
  if (query.pinned === false) where.push("s.pinned = 0")
  if (query.owner !== undefined) add("s.owner_path = ?", query.owner)
  if (query.tag !== undefined) add("s.n IN (SELECT session FROM tags WHERE tag = ?)", query.tag)
  if (query.status) where.push(activities[query.status])
  add("s.trashed = ?", Number(query.trashed ?? false))
  // A query for the trash asks for all of it.
  if (!query.trashed || query.archived !== undefined) add("s.archived = ?", Number(query.archived ?? false))
  return { where: where.join(" AND "), values }
}

function busy(activities: string): string {
  return `s.n IN (SELECT n FROM sessions WHERE activity IN (${activities}) AND activity <> 'idle')`
}

const activities: Readonly<Record<Status, string>> = {
  running: busy("'open', 'pending'"),
  interrupted: busy("'open', 'pending'"),
  waiting: busy("'asking'"),
  idle: "s.activity = 'idle'",
}

function shape(row: Row, isDriven: ReturnType<typeof lookAtOwners>): SessionRow {
  return {
    id: row.id,
    title: row.title,
    project: row.project,
    workspace: row.workspace,
    tags: JSON.parse(row.tags ?? "[]") as string[],
    pinned: row.pinned === 1,
    archived: row.archived === 1,
    trashed: row.trashed === 1,
    status: statusOf(row.activity, () => isDriven({ ...row, owner: row.holder })),
    openedAt: timeOf(row.opened_at),
    updatedAt: timeOf(row.shown_at),
    seq: row.head,
    messages: row.messages,
    parent: row.parent_id === null ? null : { session: row.parent_id, seq: row.parent_seq ?? 0 },
    owner: row.owner_type === null ? null : { type: row.owner_type, path: row.owner_path ?? "" },
    stop: row.stop,
    foreignThrough: row.foreign_through,
    damage: row.damage,
  }
}

// One damaged row must not hide the others: what is no time is shown as the first one.
function timeOf(at: number): string {
  return new Date(Math.abs(at) <= 8.64e15 ? at : 0).toISOString()
}
