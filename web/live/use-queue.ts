import { useEffect, useState } from "react"
import type { SessionState } from "../../src/session/state.ts"

/** Inputs that start at once would only flicker as queued. */
const noteworthyMs = 2_000

/** Whether to show queued inputs. */
export function useIsQueued(state: SessionState | undefined): boolean {
  const hasLasted = useLasting((state?.log.inputs.waiting.length ?? 0) > 0, noteworthyMs)
  return state !== undefined && isQueued(state, hasLasted)
}

/** Something runs or is held before them, or they have waited for a while. */
export function isQueued({ log: { turn, inputs } }: SessionState, hasLasted: boolean): boolean {
  const { waiting, held } = inputs
  return waiting.length > 0 && (turn !== null || held || waiting.length > 1 || hasLasted)
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
