import type { Row } from "../../src/server/contract/common.ts"
import { isUnread, standingOf } from "../live/standing.ts"

/** Which part of all sessions is looked at. */
export type Place = "sessions" | "archive" | "trash"

export const statusFilters = ["working", "waits", "unread", "interrupted", "failed"] as const

/** How a session has to stand to be shown. */
export type StatusFilter = (typeof statusFilters)[number]

/** What the list is narrowed to. */
export type Filter = {
  readonly place: Place
  readonly project: string | null
  readonly status: StatusFilter | null
  readonly tag: string | null
}

export const noFilter: Filter = { place: "sessions", project: null, status: null, tag: null }

/** Whether anything narrows the list; the place does not. */
export function isNarrowed({ project, status, tag }: Filter): boolean {
  return project !== null || status !== null || tag !== null
}

/** Whether a row belongs to the list. */
export function matches(row: Row, { place, project, status, tag }: Filter): boolean {
  return (
    isIn(row, place) &&
    (project === null || row.project === project) &&
    (tag === null || row.tags.includes(tag)) &&
    (status === null || stands(row, status))
  )
}

function isIn(row: Row, place: Place): boolean {
  switch (place) {
    case "sessions":
      return !row.trashed && !row.archived
    case "archive":
      return !row.trashed && row.archived
    case "trash":
      return row.trashed
  }
}

function stands(row: Row, status: StatusFilter): boolean {
  const standing = standingOf(row)
  switch (status) {
    case "working":
    case "waits":
    case "interrupted":
      return standing === status
    case "unread":
      return isUnread(row)
    case "failed":
      return standing === "failed" || standing === "trouble" || standing === "damaged"
  }
}

type Query = {
  project?: string
  tag?: string
  status?: Row["status"]
  archived?: "true"
  trashed?: "true"
}

/** What to ask the server for: at least everything that matches. It does not know of reading and failing. */
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
