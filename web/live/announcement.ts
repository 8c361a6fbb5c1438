import { type Event, type ForeignEvent, isKnown } from "../../src/session/event.ts"
import { endLine, endOf } from "../../src/session/view/end.ts"
import { texts } from "../texts.ts"

const words = texts.shell.announce
const beginningAtMost = 300

/** What is said of an event to somebody who does not see the page; most say nothing. */
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
  const plain = text
    .replace(/[#*_`>|]+/g, " ")
    .replace(/\s+/g, " ")
    .trim()
  return plain.length > beginningAtMost ? `${plain.slice(0, beginningAtMost)}…` : plain
}
