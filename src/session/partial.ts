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
  const text = before.slice(0, delta.offset) + delta.text
  return new Map(partials).set(delta.seq, { ...channels, [delta.channel]: text })
}

/** The partials whose intent is still open: an outcome takes the place of its partial. */
export function openPartials(partials: Partials, state: SessionState): Partials {
  const open = openIntents(state)
  return new Map([...partials].filter(([seq]) => open.has(seq)))
}

/** The seqs of the open intents that may stream. */
export function openIntents({ log }: SessionState): ReadonlySet<number> {
  const { model, tools, checks } = log.intents
  return new Set([
    ...(model ? [model.seq] : []),
    ...tools.flatMap(({ startedAt }) => (startedAt === null ? [] : [startedAt])),
    ...checks.map(({ seq }) => seq),
  ])
}
