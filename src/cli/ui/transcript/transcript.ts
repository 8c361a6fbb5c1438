import type { Component } from "@earendil-works/pi-tui"
import type { Entry, Placed } from "./entries.ts"
import { type Drawing, entryLines } from "./entry-lines.ts"

/** The transcript on the screen: entries in the order in which they first appeared. */
export type Transcript = Component & {
  /** Takes over what is new or has changed. What was final stays as it was drawn. */
  update(entries: readonly Placed[]): void
  /** Adds something that is not of the session. */
  note(text: string, tone?: "quiet" | "warn" | "plain"): void
  readonly isLive: boolean
  /** Lets go of final entries that are wholly within the first lines; returns how many lines they took. */
  release(lines: number): number
  /** Leaves all of it as it is drawn: what comes next is of another session, whose keys may be the same. */
  seal(): void
}

type Drawn = { key: string; entry: Entry; live: boolean; width: number; lines: readonly string[] | null }

/** What may still change is never taller than this share of the screen: what has scrolled out cannot be redrawn. */
const liveShare = 0.5
const leastLive = 4

export function createTranscript(of: { drawing(): Omit<Drawing, "width">; rows(): number }): Transcript {
  let entries: Drawn[] = []
  const known = new Map<string, Drawn>()
  /** The kind of the entry that was let go of last: it says whether a blank line comes first. */
  let before: Entry["kind"] | null = null
  let notes = 0

  const linesOf = (drawn: Drawn, width: number): readonly string[] => {
    if (drawn.lines && drawn.width === width && !drawn.live) return drawn.lines
    drawn.lines = entryLines(drawn.entry, { ...of.drawing(), width })
    drawn.width = width
    return drawn.lines
  }
  /** The lines of an entry with the blank one above it. */
  const linesWithGap = (drawn: Drawn, previous: Entry["kind"] | null, width: number): readonly string[] => {
    const lines = linesOf(drawn, width)
    if (lines.length === 0) return lines
    return needsBlankLine(previous, drawn.entry.kind) ? ["", ...lines] : lines
  }
  const add = (placed: Placed) => {
    const drawn: Drawn = { ...placed, width: 0, lines: null }
    known.set(placed.key, drawn)
    entries.push(drawn)
  }
  return {
    get isLive() {
      return entries.some(({ live }) => live)
    },
    update(next) {
      for (const placed of next) {
        const drawn = known.get(placed.key)
        if (!drawn) add(placed)
        else if (drawn.live) Object.assign(drawn, placed, { lines: null })
      }
    },
    note: (text, tone = "plain") => add({ key: `note ${++notes}`, entry: { kind: "note", text, tone }, live: false }),
    release(lines) {
      let height = 0
      let count = 0
      let previous = before
      for (const drawn of entries) {
        if (drawn.live) break
        const taken = linesWithGap(drawn, previous, drawn.width).length
        if (height + taken > lines) break
        height += taken
        count++
        previous = drawn.entry.kind
      }
      entries = entries.slice(count)
      before = previous
      return height
    },
    seal() {
      for (const drawn of entries) drawn.live = false
      known.clear()
    },
    invalidate() {
      for (const drawn of entries) drawn.lines = null
    },
    render(width) {
      const lines: string[] = []
      const most = Math.max(leastLive, Math.floor(of.rows() * liveShare))
      let previous = before
      for (const drawn of entries) {
        const own = linesWithGap(drawn, previous, width)
        lines.push(...(drawn.live && own.length > most ? own.slice(-most) : own))
        previous = drawn.entry.kind
      }
      return lines
    },
  }
}

/** Lines of the same kind of thing stay together. */
function needsBlankLine(previous: Entry["kind"] | null, next: Entry["kind"]): boolean {
  if (previous === null) return false
  if (next === "answered") return false
  const isWork = (kind: Entry["kind"]) => kind === "tool" || kind === "check" || kind === "note"
  return !(isWork(previous) && isWork(next))
}
