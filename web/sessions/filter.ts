import type { Row } from "../../src/server/contract/common.ts"
import { isUnread, sessionStatusOf } from "../live/session-status.ts"

/** Which sessions to list: active, archived or deleted ones. */
export type ListScope = "sessions" | "archive" | "trash"

export const statusFilters = ["working", "waits", "unread", "interrupted", "failed"] as const

/** The status to filter by. */
export type StatusFilter = (typeof statusFilters)[number]

export type Filter = {
  readonly place: ListScope
  readonly project: string | null
  readonly status: StatusFilter | null
  readonly tag: string | null
}

export const noFilter: Filter = { place: "sessions", project: null, status: null, tag: null }

/** Whether any filter is set, the place aside. */
export function isNarrowed({ project, status, tag }: Filter): boolean {
  return project !== null || status !== null || tag !== null
}

/** Whether a row matches the filter. */
export function matches(row: Row, { place, project, status, tag }: Filter): boolean {
  return (
    isIn(row, place) &&
    (project === null || row.project === project) &&
    (tag === null || row.tags.includes(tag)) &&
    (status === null || hasStatus(row, status))
  )
}

function isIn(row: Row, place: ListScope): boolean {
  switch (place) {
    case "sessions":
      return !row.trashed && !row.archived
    case "archive":
      return !row.trashed && row.archived
    case "trash":
      return row.trashed
  }
}

function hasStatus(row: Row, wanted: StatusFilter): boolean {
  const status = sessionStatusOf(row)
  switch (wanted) {
    case "working":
    case "waits":
    case "interrupted":
      return status === wanted
    case "unread":
      return isUnread(row)
    case "failed":
      return status === "failed" || status === "trouble" || status === "damaged"
  }
}

type Query = {
  project?: string
  tag?: string
  status?: Row["status"]
  archived?: "true"
  trashed?: "true"
}

/** The server query: a superset of the matches, since the server cannot filter by unread or failed. */
export function queryOf({ place, project, status, tag }: Filter): Query {
  const asked = status === null ? undefined : serverStatus[status]
  return {
    ...(project === null ? {} : { project }),
    ...(tag === null ? {} : { tag }),
    ...(asked ? { status: asked } : {}),
    ...(place === "archive" ? { archived: "true" } : {}),
    ...(place === "trash" ? { trashed: "true" } : {}),
  }
}

const serverStatus = {
  working: "running",
  waits: "waiting",
  interrupted: "interrupted",
  unread: undefined,
  failed: undefined,
} as const satisfies Record<StatusFilter, Row["status"] | undefined>
