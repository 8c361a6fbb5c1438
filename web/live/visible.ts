import { useSyncExternalStore } from "react"

/** Whether the page is visible. */
export function useVisible(): boolean {
  return useSyncExternalStore(
    (listener) => {
      document.addEventListener("visibilitychange", listener)
      return () => document.removeEventListener("visibilitychange", listener)
    },
    () => document.visibilityState === "visible",
  )
}
