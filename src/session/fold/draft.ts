import type { z } from "zod"
import type { Event, EventType } from "../event.ts"
import type { BranchState, LogState } from "../state.ts"

/**
 * Shallow copies that a reducer may assign to. Nested values belong to the state before: they are replaced, never changed.
 * The branch follows from itself and the event, never from the log: after a rewind it is folded without the rest of it.
 */
export type Draft = { log: LogState; branch: BranchState }

export type Reducers<T extends EventType> = { [K in T]: (draft: Draft, event: Event<K>) => void }

/** The list with one more, without the oldest ones over the cap. */
export function pushCapped<T>(list: readonly T[], item: T, cap: number): T[] {
  return list.length < cap ? [...list, item] : list.slice(list.length - cap + 1).concat([item])
}

/** The list with one more, where it has room: what was legal always has, a foreign log may hold more. */
export function pushWithin<T>(list: readonly T[], item: T, limit: number): readonly T[] {
  return list.length < limit ? [...list, item] : list
}

/** Takes the fields that the schema names. Those that a newer Holdfast added have no bound: they stay in the log. */
export function fieldsOf<S extends z.ZodObject>(schema: S): (value: z.infer<S>) => z.infer<S> {
  const names = new Set(Object.keys(schema.shape))
  return (value) =>
    Object.fromEntries(
      Object.entries(value).filter(([name, field]) => names.has(name) && field !== undefined),
    ) as z.infer<S>
}

/** The fields that are there, so that what is absent stays as it was. */
export function present<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
