import { useSyncExternalStore } from "react"

/** An observable value. */
export type Cell<T> = {
  get(): T
  set(value: T): void
  subscribe(listener: () => void): () => void
}

/** Creates an observable value outside of React. */
export function cell<T>(first: T): Cell<T> {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      const failures = [...listeners].flatMap(failureOf)
      // A failing subscriber must not keep the others from updating.
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

/** Subscribes a component to a cell, or to a selection from it. */
export function useCell<T>(of: Cell<T>): T
export function useCell<T, S>(of: Cell<T>, select: (value: T) => S): S
export function useCell<T, S>(of: Cell<T>, select?: (value: T) => S): T | S {
  const get = () => (select ? select(of.get()) : of.get())
  return useSyncExternalStore(of.subscribe, get)
}
