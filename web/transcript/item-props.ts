import type { TranscriptItem } from "../../src/session/view/transcript.ts"

/** What draws one kind of item is given; `at` is the event that the transcript is shown as of, null for now. */
export type ItemProps<K extends TranscriptItem["kind"]> = {
  session: string
  item: Extract<TranscriptItem, { kind: K }>
  at: number | null
}
