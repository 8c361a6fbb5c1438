import { useSyncExternalStore } from "react"

const queries = {
  /** Only one pane fits. */
  phone: "(max-width: 767px)",
  /** The inspector does not fit beside the others. */
  narrow: "(max-width: 1099px)",
} as const

/** Whether a media query matches. */
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
