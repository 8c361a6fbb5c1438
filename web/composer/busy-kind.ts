import { cell } from "../live/cell.ts"

export const busyKinds = ["queue", "steer", "interrupt"] as const

/** What sending does while a turn is open. */
export type BusyKind = (typeof busyKinds)[number]

/** What the person chose in the session that is shown; in another one it is a queue again. */
export const busyKind = cell<BusyKind>("queue")
