import { cell } from "../live/cell.ts"

export const busyKinds = ["queue", "steer", "interrupt"] as const

/** What sending does while a turn is open. */
export type BusyKind = (typeof busyKinds)[number]

/** The user's choice, for the shown session only: others queue by default. */
export const busyKind = cell<BusyKind>("queue")
