import { useEffect, useState } from "react"
import type { SessionState } from "../../src/session/state.ts"

/** Inputs that start at once would only flicker as queued. */
const noteworthyMs = 2_000

/** Whether to show queued inputs: something runs or is held before them, or they have waited for a while. */
export function useIsQueued(state: SessionState | undefined): boolean {
  const waiting = state?.log.inputs.waiting.length ?? 0
  const hasLasted = useLasting(waiting > 0, noteworthyMs)
  if (!state || waiting === 0) return false
  return state.log.turn !== null || state.log.inputs.held || waiting > 1 || hasLasted
}

/** Whether a condition has lasted for a while. */
function useLasting(isSo: boolean, ms: number): boolean {
  const [lasted, setLasted] = useState(false)
  useEffect(() => {
    if (!isSo) return
    const timer = setTimeout(() => setLasted(true), ms)
    return () => {
      clearTimeout(timer)
      setLasted(false)
    }
  }, [isSo, ms])
  return isSo && lasted
}
