import type { TranscriptItem } from "../../src/session/view/transcript.ts"

/** The props of item components; `at` is the shown event, null for now. */
export type ItemProps<K extends TranscriptItem["kind"]> = {
  session: string
  item: Extract<TranscriptItem, { kind: K }>
  at: number | null
}
