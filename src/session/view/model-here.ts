import type { SessionState } from "../state.ts"

/**
 * The model that the session asks on this machine, null for the person's own default. Law: privileges do not travel. A
 * a foreign log may name a model that others offer, but no script and no server: its author decides there.
 */
export function modelHere({ log }: SessionState, foreignThrough: number): string | null {
  if (log.model === null || log.modelAt > foreignThrough) return log.model
  return ownWords.some((start) => log.model?.startsWith(start)) ? null : log.model
}

const ownWords = ["scripted:", "openai-compatible/"] as const
