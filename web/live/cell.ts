import { useSyncExternalStore } from "react"

/** A value that components follow. */
export type Cell<T> = {
  get(): T
  set(value: T): void
  subscribe(listener: () => void): () => void
}

/** A value that lives outside of components. */
export function cell<T>(first: T): Cell<T> {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      const failures = [...listeners].flatMap(failureOf)
      // One that fails is no reason to leave the others with the old value.
      if (failures.length > 0) throw failures[0]
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function failureOf(listener: () => void): readonly unknown[] {
  try {
    listener()
    return []
  } catch (error) {
    return [error]
  }
}

/** The value of a cell, or what a selector makes of it; the component draws again when that changes. */
export function useCell<T>(of: Cell<T>): T
export function useCell<T, S>(of: Cell<T>, select: (value: T) => S): S
export function useCell<T, S>(of: Cell<T>, select?: (value: T) => S): T | S {
  const get = () => (select ? select(of.get()) : of.get())
  return useSyncExternalStore(of.subscribe, get)
}
