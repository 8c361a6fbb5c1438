import type { TranscriptItem } from "../../src/session/view/transcript.ts"
import type { LogEvent } from "../live/window.ts"

/** The item that shows an event: for an outcome the item of its intent, otherwise the preceding one. */
export function itemAt(
  items: readonly TranscriptItem[],
  events: readonly LogEvent[],
  seq: number,
): TranscriptItem | undefined {
  const event = events[seq - (events[0]?.seq ?? 0)]
  const before = items.filter((item) => item.seq <= seq)
  return before.findLast((item) => item.seq === seq) ?? (event && ownerOf(before, event)) ?? before.at(-1) ?? items[0]
}

function ownerOf(items: readonly TranscriptItem[], { data }: LogEvent): TranscriptItem | undefined {
  const { asked, call, ask, started, input } = data as Readonly<Record<string, unknown>>
  return items.findLast((item) => {
    switch (item.kind) {
      case "answer":
        return item.seq === asked
      case "tool":
        return item.call === call
      case "ask":
        return item.ask === ask
      case "check":
        return item.seq === started
      case "input":
        return item.input === input
      default:
        return false
    }
  })
}
