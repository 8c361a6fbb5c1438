import { useSyncExternalStore } from "react"
import type { Sizes } from "./layout.ts"

const fine: Sizes = { heading: 32, row: 52 }
const coarse: Sizes = { heading: 36, row: 62 }

/** How high the lines of the list are: fingers need more. */
export function useSizes(): Sizes {
  return useSyncExternalStore(subscribe, () => (matchMedia(query).matches ? coarse : fine))
}

const query = "(pointer: coarse)"

function subscribe(listener: () => void): () => void {
  const list = matchMedia(query)
  list.addEventListener("change", listener)
  return () => list.removeEventListener("change", listener)
}
