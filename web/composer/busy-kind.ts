import { oneOf, remembered } from "../live/remembered.ts"

export const busyKinds = ["queue", "steer", "interrupt"] as const

/** What sending does while a turn is open. */
export type BusyKind = (typeof busyKinds)[number]

/** What the person chose last; this browser remembers it. */
export const busyKind = remembered("holdfast.busy-kind", oneOf(busyKinds))
