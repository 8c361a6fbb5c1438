import { useSyncExternalStore } from "react"

const queries = {
  /** One pane at a time. */
  phone: "(max-width: 767px)",
  /** No room for the inspector beside the others. */
  narrow: "(max-width: 1099px)",
} as const

/** Whether the window is as small as that; the component draws again when it changes. */
export function useMedia(which: keyof typeof queries): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(queries[which])
      list.addEventListener("change", listener)
      return () => list.removeEventListener("change", listener)
    },
    () => matchMedia(queries[which]).matches,
  )
}

/** The same, outside of components. */
export const isMedia = (which: keyof typeof queries): boolean => matchMedia(queries[which]).matches
