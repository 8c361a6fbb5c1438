import type { PermissionMode, WorkflowMode } from "./event/common.ts"

/**
 * How large the newest request of the conversation was. `estimated` is our guess, `counted` what the server said, both
 * of the newest request of that model that has both: see `view/context-size.ts`.
 */
export type ContextSize = {
  model: string
  window: number | null
  /** The threshold that a person chose. */
  threshold: number | null
  tokens: number
  estimated: number | null
  counted: number | null
}

export type PromptSnapshot = {
  seq: number
  at: string
  format: string
  mode: WorkflowMode
  permissionMode: PermissionMode | null
  task: string | null
  sections: readonly { name: string; blob: string; bytes: number }[]
  /** How many of them, from the first on, stay as they are until the next compaction. */
  stable: number
}

export type Compaction = {
  seq: number
  count: number
  summary: string
  through: number
  from: number
  removed: number
  tokensBefore: number
  tokensAfter: number
  constraints: readonly string[]
  notes: string
}
