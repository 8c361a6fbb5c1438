import type { Event, ForeignEvent } from "../event.ts"
import { isKnown } from "../event.ts"
import { keyOfOldCheck } from "./check-event.ts"

/**
 * Follows a conversation event by event, from the start of a turn or from between two: says after each whether nothing is
 * open, so that the conversation can be continued from there. Open are a model call, a tool call, a check and a question
 * without their outcome.
 */
export function boundaryTracker(): (event: Event | ForeignEvent) => boolean {
  const open = new Set<string>()
  return (event) => {
    if (isKnown(event)) track(open, event)
    return open.size === 0
  }
}

function track(open: Set<string>, { type, seq, data }: Event): void {
  switch (type) {
    case "turn.started":
    case "turn.stopped":
      open.clear()
      break
    case "model.asked":
      open.add(`model ${seq}`)
      break
    case "model.answered":
      open.delete(`model ${data.asked}`)
      // The calls of an answer are written after it, and belong to it.
      for (const { call } of data.calls ?? []) open.add(`call ${call}`)
      break
    case "model.failed":
    case "model.interrupted":
      open.delete(`model ${data.asked}`)
      break
    case "tool.called":
      open.add(`call ${data.call}`)
      break
    case "tool.finished":
      open.delete(`call ${data.call}`)
      break
    case "done.verification-started":
      open.add(`call ${keyOfOldCheck(seq)}`)
      break
    case "done.verification-finished":
      open.delete(`call ${keyOfOldCheck(data.started)}`)
      break
    case "ask.opened":
      open.add(`ask ${data.ask}`)
      break
    case "ask.answered":
    case "ask.expired":
      open.delete(`ask ${data.ask}`)
  }
}
