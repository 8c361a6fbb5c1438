import { type Channel, channels, type Delta, type Partials } from "../session/partial.ts"
import type { Piece } from "./contract.ts"

/**
 * The text of one channel while it is streamed, as the pieces that it came in: a long string that grows would be copied
 * whole each time somebody looks at its end. `cuts` are the offsets from which it was corrected.
 */
type StreamedText = {
  pieces: Array<{ start: number; text: string }>
  length: number
  cuts: number[]
  cutsForgotten: number
}

/** What the open intents of a session have streamed, by their seq. Changed in place. */
export type Streamed = Map<number, Map<Channel, StreamedText>>

/** How much of a text a follower was told, and how many of its corrections. */
export type ToldPieces = Map<string, ToldOf>

type ToldOf = { of: StreamedText; length: number; cuts: number }

export function streamedFrom(partials: Partials): Streamed {
  const streamed: Streamed = new Map()
  for (const [seq, texts] of partials) {
    for (const channel of channels) {
      const text = texts[channel]
      if (text !== undefined) addPiece(streamed, seq, { channel, offset: 0, text })
    }
  }
  return streamed
}

export function partialsFrom(streamed: Streamed): Partials {
  return new Map(
    [...streamed].map(([seq, texts]) => [
      seq,
      Object.fromEntries([...texts].map(([channel, { pieces }]) => [channel, pieces.map(({ text }) => text).join("")])),
    ]),
  )
}

/** Cuts at the offset, then appends. False where that would leave a gap: nothing is changed then. */
export function addPiece(streamed: Streamed, seq: number, { channel, offset, text }: Piece): boolean {
  const known = streamed.get(seq)?.get(channel)
  const stream = known ?? { pieces: [], length: 0, cuts: [], cutsForgotten: 0 }
  if (offset > stream.length) return false
  if (offset < stream.length) cut(stream, offset)
  stream.pieces.push({ start: offset, text })
  stream.length += text.length
  if (stream.pieces.length > mostPieces) join(stream)
  if (known) return true
  const texts = streamed.get(seq) ?? new Map<Channel, StreamedText>()
  streamed.set(seq, texts.set(channel, stream))
  return true
}

/** The character before an offset, or nothing. */
export function characterBefore(streamed: Streamed, seq: number, channel: Channel, offset: number): string {
  const piece = streamed
    .get(seq)
    ?.get(channel)
    ?.pieces.findLast(({ start, text }) => start < offset && text.length > 0)
  return piece?.text[offset - 1 - piece.start] ?? ""
}

/** How far each text may be shown. */
export type ShownThrough = (seq: number, channel: Channel) => number

/** What a follower has not been told yet. Costs as much as that is long, however long the whole is. */
export function newPieces(streamed: Streamed, told: ToldPieces, through: ShownThrough = everything): Delta[] {
  for (const key of told.keys()) if (!streamed.has(Number.parseInt(key, 10))) told.delete(key)
  const deltas: Delta[] = []
  for (const [seq, texts] of streamed) {
    for (const channel of channels) {
      const stream = texts.get(channel)
      if (!stream) continue
      const key = `${seq} ${channel}`
      const before = told.get(key)
      const offset = knownThrough(stream, before)
      const text = textFrom(stream, offset).slice(0, Math.max(0, through(seq, channel) - offset))
      told.set(key, { of: stream, length: offset + text.length, cuts: cutsOf(stream) })
      // What was only cut is told as well.
      if (text !== "" || offset < (before?.length ?? 0)) deltas.push({ seq, channel, offset, text })
    }
  }
  return deltas
}

const everything: ShownThrough = () => Number.POSITIVE_INFINITY

const mostPieces = 512
const mostCuts = 64

const cutsOf = ({ cuts, cutsForgotten }: StreamedText) => cutsForgotten + cuts.length

/** How far the text is still what was told of it. */
function knownThrough(stream: StreamedText, before: ToldOf | undefined): number {
  if (!before || before.of !== stream || before.cuts < stream.cutsForgotten) return 0
  return Math.min(before.length, ...stream.cuts.slice(before.cuts - stream.cutsForgotten))
}

function textFrom({ pieces }: StreamedText, offset: number): string {
  let first = pieces.length
  for (let piece = pieces[first - 1]; piece && piece.start + piece.text.length > offset; piece = pieces[first - 1])
    first--
  return pieces
    .slice(first)
    .map(({ start, text }) => (start < offset ? text.slice(offset - start) : text))
    .join("")
}

function cut(stream: StreamedText, offset: number): void {
  const { pieces, cuts } = stream
  for (let last = pieces.at(-1); last && last.start >= offset; last = pieces.at(-1)) pieces.pop()
  const last = pieces.pop()
  if (last) pieces.push({ start: last.start, text: last.text.slice(0, offset - last.start) })
  stream.length = offset
  cuts.push(offset)
  if (cuts.length <= mostCuts) return
  stream.cutsForgotten += cuts.length
  cuts.length = 0
}

// Half of them at a time, so that it happens seldom.
function join(stream: StreamedText): void {
  const old = stream.pieces.splice(0, mostPieces / 2)
  stream.pieces.unshift({ start: 0, text: old.map(({ text }) => text).join("") })
}
