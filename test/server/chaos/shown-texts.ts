import type { SessionView } from "../../../src/client/session-view.ts"
import { type Channel, channels } from "../../../src/session/partial.ts"

/** The longest text that one client showed of a channel of an intent, and how it grew. */
export type Shown = {
  session: string
  intent: number
  channel: Channel
  longest: string
  grew: Array<{ length: number; at: number }>
}

/** Everything that one client ever showed of open intents. */
export type ShownTexts = {
  /** Takes down what a view shows now. */
  take(view: SessionView): void
  all(): Iterable<Shown>
  /** Texts that are no beginning of one another, though they were shown of the same channel. */
  torn: ReadonlyArray<{ session: string; intent: number; channel: Channel; before: string; after: string }>
}

export function shownTexts(): ShownTexts {
  const known = new Map<string, Shown>()
  const torn: Array<ShownTexts["torn"][number]> = []
  const note = (session: string, intent: number, channel: Channel, text: string) => {
    const key = `${session} ${intent} ${channel}`
    const shown = known.get(key) ?? { session, intent, channel, longest: "", grew: [] }
    known.set(key, shown)
    if (text === shown.longest || shown.longest.startsWith(text)) return
    if (!text.startsWith(shown.longest)) torn.push({ session, intent, channel, before: shown.longest, after: text })
    shown.longest = text
    shown.grew.push({ length: text.length, at: performance.now() })
  }
  return {
    take({ state, partials }) {
      for (const [intent, texts] of partials) {
        for (const channel of channels) {
          const text = texts[channel]
          if (text !== undefined) note(state.id, intent, channel, text)
        }
      }
    },
    all: () => known.values(),
    torn,
  }
}
