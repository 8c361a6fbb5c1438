import { calibrationOf, threshold } from "../context-budget.ts"
import type { SessionState } from "../state.ts"

/** How full the context of the model is, in tokens as its server counts them. */
export type ContextSize = {
  model: string
  used: number
  /** What is left of the window, for the conversation and the answer; null where the window is not known. */
  free: number | null
  window: number | null
  /** From how many tokens on it is made smaller. */
  threshold: number
}

/** The size of the newest request, or of what a compaction left of it; null before the first one. */
export function contextSize({ log }: SessionState): ContextSize | null {
  const { context } = log
  if (!context) return null
  const { model, window, tokens } = context
  const used = Math.round(tokens * calibrationOf(context))
  return {
    model,
    used,
    free: window === null ? null : Math.max(0, window - used),
    window,
    threshold: context.threshold ?? threshold(window),
  }
}
