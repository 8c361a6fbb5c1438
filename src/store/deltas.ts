import { channels, type Delta, type Partials } from "../session/partial.ts"

/** What a follower was told of each channel so far. */
export type Told = Map<string, string>

/** What a follower that knows the log has not been told yet. Text that was corrected is told again. */
export function* newDeltas(partials: Partials, told: Told): Generator<Delta> {
  for (const key of told.keys()) if (!partials.has(Number.parseInt(key, 10))) told.delete(key)
  for (const [intent, texts] of partials) {
    for (const channel of channels) {
      const text = texts[channel]
      if (text === undefined) continue
      const key = `${intent} ${channel}`
      const before = told.get(key) ?? ""
      if (text === before) continue
      const offset = text.startsWith(before) ? before.length : commonLength(text, before)
      told.set(key, text)
      yield { seq: intent, channel, offset, text: text.slice(offset) }
    }
  }
}

function commonLength(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) length++
  return length
}
