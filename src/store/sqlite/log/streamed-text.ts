import {
  applyDelta,
  type Channel,
  type Delta,
  noPartials,
  type Partials,
  splitsPair,
  textKey,
  truncated,
} from "../../../session/partial.ts"

/** The text of one channel while it is streamed, and how far the disk has it. A correction makes a new one. */
export type StreamedText = {
  readonly seq: number
  readonly channel: Channel
  /** As they came: a single string that grows would be copied whole each time its end is read. */
  pieces: string[]
  length: number
  written: number
  /** False also where only the end was truncated: the disk still has it. */
  isWritten: boolean
  /** The row that the disk has its end in, and where that begins in the text. */
  row?: { n: number; start: number } | undefined
}

/** The texts of the open intents of a session, by `textKey`. Changed in place. */
export type StreamedTexts = Map<string, StreamedText>

const mostPieces = 512

/** Truncates to the offset, then appends. False if that would leave a gap: nothing is changed then. */
export function addPiece(texts: StreamedTexts, { seq, channel, offset, text }: Delta): boolean {
  const key = textKey({ seq, channel })
  const known = texts.get(key) ?? { seq, channel, pieces: [], length: 0, written: 0, isWritten: true }
  if (offset > known.length) return false
  const isContinued = offset === known.length && !splitsPair(textFrom(known, offset - 1), text)
  const streamed = isContinued ? known : truncate(known, { offset, text })
  streamed.pieces.push(text)
  streamed.length += text.length
  streamed.isWritten = false
  if (streamed.pieces.length > mostPieces) streamed.pieces = [streamed.pieces.join("")]
  texts.set(key, streamed)
  return true
}

/** The text from an offset on. Costs as much as that is long, however long the whole is. */
export function textFrom({ pieces, length }: StreamedText, offset: number): string {
  let first = pieces.length
  let start = length
  while (first > 0 && start > offset) start -= pieces[--first]?.length ?? 0
  return pieces
    .slice(first)
    .join("")
    .slice(offset - start)
}

export function partialsOf(texts: StreamedTexts): Partials {
  return [...texts.values()].map((text) => deltaFrom(text, 0, text.length)).reduce(applyDelta, noPartials)
}

/** The text from an offset on as a delta, as far as it may be shown. */
export function deltaFrom(streamed: StreamedText, offset: number, through: number): Delta {
  const { seq, channel } = streamed
  return { seq, channel, offset, text: textFrom(streamed, offset).slice(0, Math.max(0, through - offset)) }
}

function truncate(streamed: StreamedText, delta: Pick<Delta, "offset" | "text">): StreamedText {
  const before = textFrom(streamed, 0)
  const kept = truncated(before, delta)
  // What was replaced at the end is not on the disk yet.
  const same = before.startsWith(kept) ? delta.offset : delta.offset - 1
  return {
    ...streamed,
    pieces: [kept],
    length: delta.offset,
    written: Math.min(streamed.written, same),
    row: undefined,
  }
}
