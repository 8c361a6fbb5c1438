import { receive } from "../../session/partial.ts"
import type { Frame } from "../contract/stream.ts"
import { spellFrame } from "./frame.ts"
import type { Marked } from "./session-frames.ts"
import { markOf, type SessionPosition, type StreamPosition, spellCursor, tagOf } from "./stream-position.ts"

/** Keeps track of what one listener was sent, and spells each frame, with a cursor where one is due. */
export type StreamWriter = {
  /** The frame as it is to be written; nothing if the listener knows it all. */
  spell(frame: Marked): string | undefined
}

/** The longest time without a cursor while frames are sent. */
const cursorEveryMs = 1000

export function createStreamWriter(from: StreamPosition): StreamWriter {
  const position = from
  const tags = new Map<string, string>()
  let lastCursor = { at: Number.NEGATIVE_INFINITY, length: 0 }
  let since = 0

  const tag = (session: string) => {
    const known = tags.get(session) ?? tagOf(session)
    tags.set(session, known)
    return known
  }
  const of = (session: string): SessionPosition => {
    const known = position.sessions.get(tag(session)) ?? { seq: 0, event: "", texts: new Map() }
    position.sessions.set(tag(session), known)
    return known
  }

  // What is not new is sent again after a reconnect, and changes nothing there: a seq says where an event belongs, an
  // offset where text does. So text needs a cursor only now and then, and other frames only as often as the cursor is
  // not longer than what it would save.
  const isDue = ({ name }: Frame) => {
    if (name === "beat" || name === "bye") return true
    const isLate = performance.now() - lastCursor.at >= cursorEveryMs
    return isLate || (name !== "delta" && since >= lastCursor.length)
  }

  const pass = (frame: Marked): Frame | undefined => {
    switch (frame.name) {
      case "event": {
        const session = of(frame.data.session)
        const { seq, id, type } = frame.data.event
        session.seq = seq
        session.event = markOf(id)
        // All that streamed before has its outcome here.
        if (type === "model.asked" || type === "turn.stopped") session.texts.clear()
        return frame
      }
      case "delta": {
        const { session, ...delta } = frame.data
        const fresh = receive(of(session).texts, delta)
        return fresh && { name: "delta", data: { session, ...fresh } }
      }
      case "resync": {
        const { session, seq } = frame.data
        if (session === undefined) return frame
        if (seq === undefined) position.sessions.delete(tag(session))
        else position.sessions.set(tag(session), { seq, event: frame.mark ?? "", texts: new Map() })
        return frame
      }
      case "list":
        position.version = frame.data.version
        return frame
      case "ready":
      case "beat":
      case "bye":
        return frame
    }
  }

  return {
    spell(frame) {
      const fresh = pass(frame)
      if (!fresh) return undefined
      const cursor = isDue(fresh) ? spellCursor(position) : undefined
      const text = spellFrame(fresh, cursor)
      since += text.length
      if (cursor !== undefined) {
        lastCursor = { at: performance.now(), length: cursor.length }
        since = 0
      }
      return text
    },
  }
}
