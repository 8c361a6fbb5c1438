import { emptyFingerprint, extended, type Fingerprint } from "./fingerprint.ts"
import type { SessionState } from "./state.ts"

export const channels = ["reasoning", "text", "calls", "output"] as const
export type Channel = (typeof channels)[number]

/** A piece of partly streamed output of the open intent `seq`; offset in UTF-16 units. Not an event. */
export type Delta = { seq: number; channel: Channel; offset: number; text: string }

/** What has been streamed so far, by the seq of the open intent. */
export type Partials = ReadonlyMap<number, Readonly<Partial<Record<Channel, string>>>>

export const noPartials: Partials = new Map()

/** Truncates to the offset, then appends: repeated and corrected text come out right. A delta after a gap is left out. */
export function applyDelta(partials: Partials, delta: Delta): Partials {
  const channels = partials.get(delta.seq) ?? {}
  const before = channels[delta.channel] ?? ""
  if (delta.offset > before.length) return partials
  const text = truncated(before, delta) + delta.text
  return new Map(partials).set(delta.seq, { ...channels, [delta.channel]: text })
}

/**
 * What stays of a text before a delta. Half of a surrogate pair that the delta does not complete becomes a replacement
 * character, as it would in UTF-8: the text is the same from memory, from the disk and over the network.
 */
export function truncated(text: string, { offset, text: next }: Pick<Delta, "offset" | "text">): string {
  const kept = text.slice(0, offset)
  return splitsPair(kept.slice(-1), next) ? `${kept.slice(0, -1)}\ufffd` : kept
}

/** Whether a text ends in half of a surrogate pair whose other half is not what follows. */
export function splitsPair(end: string, next: string): boolean {
  return next !== "" && /^[\ud800-\udbff]$/.test(end) && !/^[\udc00-\udfff]/.test(next)
}

/** Partials as deltas: each text whole. */
export function deltasOf(partials: Partials): Delta[] {
  return [...partials].flatMap(([seq, texts]) =>
    channels.flatMap((channel) => {
      const text = texts[channel]
      return text === undefined ? [] : [{ seq, channel, offset: 0, text }]
    }),
  )
}

/** The partials whose intent has no outcome in the state, or is newer than that: an outcome replaces its partial. */
export function openPartials(partials: Partials, state: SessionState): Partials {
  const open = openIntents(state)
  return new Map([...partials].filter(([seq]) => seq > state.seq || open.has(seq)))
}

/** The seqs of the open intents that may stream. */
export function openIntents({ log }: SessionState): ReadonlySet<number> {
  const { model, tools } = log.intents
  return new Set([
    ...(model ? [model.seq] : []),
    ...tools.flatMap(({ startedAt }) => (startedAt === null ? [] : [startedAt])),
  ])
}

/** A text as far as a listener has received it: how much, and what tells that much from another text. */
type ReceivedText = { seq: number; channel: Channel } & Fingerprint

/**
 * What one listener has received of streamed text, by `textKey`: enough to continue from any source of the text,
 * after a reconnect, a restart or a crash. Changed in place.
 */
export type TextCursor = Map<string, ReceivedText>

export function textKey({ seq, channel }: Pick<Delta, "seq" | "channel">): string {
  return `${seq} ${channel}`
}

/**
 * What of a delta is new to the listener, which has it from now on; undefined if it has all of it. A delta at offset 0 is
 * the whole text so far: where the fingerprint shows that the listener has its beginning, only the rest is new. Otherwise
 * a crash lost text that was shown, and the whole replaces it.
 */
export function receive(cursor: TextCursor, delta: Delta): Delta | undefined {
  const key = textKey(delta)
  const before = cursor.get(key)
  const fresh = before && delta.offset === 0 ? restOf(delta, before) : delta
  const { seq, channel, offset, text } = fresh
  const start = offset === 0 ? emptyFingerprint : before
  // A fingerprint cannot be shortened: of a text that was corrected in its middle only the length is known.
  const known = start?.length === offset ? start : { ...unlike, length: offset }
  // The newest last.
  cursor.delete(key)
  cursor.set(key, { seq, channel, ...extended(known, text) })
  return text === "" && offset === (before?.length ?? 0) ? undefined : fresh
}

/** The same for all texts that are streamed now: those that are not among them have their outcome, and are forgotten. */
export function receiveAll(cursor: TextCursor, texts: readonly Delta[]): Delta[] {
  for (const [key, { seq }] of cursor) if (!texts.some((text) => text.seq === seq)) cursor.delete(key)
  return texts.flatMap((text) => receive(cursor, text) ?? [])
}

function restOf(whole: Delta, { length, low, high }: Fingerprint): Delta {
  if (whole.text.length < length) return whole
  const beginning = extended(emptyFingerprint, whole.text.slice(0, length))
  const isSame = beginning.low === low && beginning.high === high
  return isSame ? { ...whole, offset: length, text: whole.text.slice(length) } : whole
}

/** What no text has. */
const unlike = { low: 0, high: 0 }
