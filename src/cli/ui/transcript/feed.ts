import { throttled } from "../../../base/throttle.ts"
import type { TranscriptItem } from "../../../session/view/transcript.ts"
import type { Asks } from "../asks.ts"
import type { SessionLink } from "../link/session-link.ts"
import { branchOf } from "../screen/status-line.ts"
import { type Activity, activityOf } from "./activity.ts"
import { type Entry, entriesOf } from "./entries.ts"
import { itemNotes } from "./item-note.ts"
import { isShortened } from "./tool-lines.ts"
import type { Transcript } from "./transcript.ts"

/** How often the screen follows what is streamed. */
const streamedMs = 50

/** Brings what the log says to the screen. */
export type Feed = {
  readonly activity: Activity
  /** The newest whole answer of the session. */
  readonly answer: string | null
  /** The branch that is checked out. */
  readonly branch: string | null
  /** The log or the streamed text has changed. */
  request(): void
  now(): void
  /** Shows the newest shortened output in full, then the one before it; false where there is none left. */
  showOutput(): boolean
  /** What comes next is of another session. */
  clear(): void
  end(): void
}

export function createFeed(of: {
  project: string
  link(): SessionLink | null
  transcript: Transcript
  asks: Asks
  onChange(): void
}): Feed {
  const { project, link, transcript, asks, onChange } = of
  let items: readonly TranscriptItem[] = []
  /** Finished calls whose output is longer than what is shown of it, the newest last. */
  const shortened = new Map<number, Entry>()
  const opened = new Set<number>()
  let answer: string | null = null
  let branch = branchOf(project)
  const refresh = throttled(() => {
    const shown = link()
    if (!shown) return
    items = shown.items()
    transcript.update(entriesOf(items, itemNotes()))
    const said = items.findLast((item) => item.kind === "answer" && item.state === "whole" && item.text !== "")
    if (said?.kind === "answer") answer = said.text
    for (const item of items) {
      if (item.kind === "tool" && isShortened(item)) shortened.set(item.seq, { kind: "output", item })
    }
    if (items.at(-1)?.kind === "stop") branch = branchOf(project)
    asks.update(shown, items)
    onChange()
  }, streamedMs)
  return {
    get activity() {
      const shown = link()
      return shown ? activityOf(shown.live.view, { items, driving: shown.driver.driving, now: Date.now() }) : null
    },
    get answer() {
      return answer
    },
    get branch() {
      return branch
    },
    request: refresh.request,
    now: refresh.run,
    showOutput() {
      const [seq, entry] = [...shortened].filter(([seq]) => !opened.has(seq)).at(-1) ?? []
      if (seq === undefined || !entry) return false
      opened.add(seq)
      transcript.update([{ key: `output:${seq}`, entry, live: false }])
      onChange()
      return true
    },
    clear() {
      items = []
      shortened.clear()
      opened.clear()
      answer = null
      transcript.seal()
      asks.clear()
    },
    end() {
      refresh.run()
      refresh.cancel()
    },
  }
}
