import { clippedLine } from "../../src/base/clip.ts"
import { type Event, type ForeignEvent, isKnown } from "../../src/session/event.ts"
import { endLine, endOf } from "../../src/session/view/turn-end.ts"
import { texts } from "../texts.ts"

const words = texts.shell.announce
const beginningAtMost = 300

/** The announcement of an event for screen readers; null for most. */
export function announcementOf(event: Event | ForeignEvent): string | null {
  if (!isKnown(event)) return null
  switch (event.type) {
    case "turn.started":
      return words.answering
    case "model.answered":
      return event.data.text.trim() ? words.answered(beginningOf(event.data.text)) : null
    case "ask.opened":
      return words.waits(event.data.question)
    case "turn.stopped":
      return words.stopped(endLine(endOf(event.data, event.data.facts ?? {})))
    default:
      return null
  }
}

function beginningOf(text: string): string {
  return clippedLine(text.replace(/[#*_`>|]+/g, " "), beginningAtMost)
}
