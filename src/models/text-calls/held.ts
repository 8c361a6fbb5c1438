import type { WrittenCall } from "./written-call.ts"

export type FoundCall = WrittenCall & { format: string }

/** How calls stand in their answer. */
type HeldPosition = {
  /** How many words may follow them: models that call stop there, and those that quote continue. */
  words: number
  /** Words stand before them in their line. */
  inLine: boolean
  /** They may be an example: they stand in a code fence, or are announced as one. */
  doubtful?: boolean
}

/** Calls, or what belongs to them and is no text, as it was written. */
type Calls = { type: "call"; text: string; calls: readonly FoundCall[]; doubtful?: boolean }

type Segment = { type: "text" | "reasoning"; text: string } | Calls

type Fate = "made" | "quoted" | "unconfirmed"

const isHalf = ({ calls }: Calls) => calls.some(({ endless }) => endless)

/** What follows a call that is quoted: a refusal, a word of what it is, the end of a quotation. */
const quoting = [
  /\b(?:not|never|no|cannot|refused?|ignored?|inject(?:ed|ion)?|attack|attempt|malicious|suspicious|quoted?|example|above)\b/i,
  /n['’]t\b|\b(?:nicht|keine?|niemals|pas|jamais|non|nunca)\b|não|(?<!\p{L})не(?!\p{L})|[不没]/iu,
  /[`"”»]|<\/(?:p|div|li|td|pre|code|span|section|details|blockquote)>/i,
]

/** Scripts that put no spaces between words; two characters are about one. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u

/** A word longer than this is none. */
const longestWord = 100

/**
 * Holds calls back until the answer has shown by what follows them whether they are meant or quoted. What is quoted is
 * emitted as plain text.
 */
export function heldCalls(options: {
  emit(type: "text" | "reasoning", text: string): void
  /** Whether the written call occurs in what the model was given to read. */
  isQuoted?(written: string, call: WrittenCall): boolean
}) {
  const found: FoundCall[] = []
  const quoted: string[] = []
  const unconfirmed: string[] = []
  let segments: Segment[] = []
  let place: HeldPosition = { words: 0, inLine: false }
  let words = 0
  let word = ""
  let said = ""
  let overThoughts = false

  function add(type: "text" | "reasoning", text: string): void {
    const last = segments.at(-1)
    if (last?.type === type) last.text += text
    else segments.push({ type, text })
  }

  function settle(fateOf: (segment: Calls) => Fate): void {
    for (const segment of segments) {
      if (segment.type !== "call") {
        options.emit(segment.type, segment.text)
        continue
      }
      const fate = fateOf(segment)
      if (fate === "made") {
        found.push(...segment.calls)
        continue
      }
      const names = fate === "quoted" ? quoted : unconfirmed
      names.push(...segment.calls.map(({ name }) => name))
      options.emit("text", segment.text)
    }
    segments = []
    overThoughts = false
  }

  /** They are quoted. Half a call is no quotation: it is reported as cut. */
  function release(): void {
    settle((segment) => (isHalf(segment) ? "made" : "quoted"))
  }

  function isCopy({ text, calls }: Calls): boolean {
    return calls.some((call) => !call.endless && options.isQuoted?.(text, call))
  }

  function isOver(next: string): boolean {
    if (/\s/.test(next)) word = ""
    else {
      if (place.inLine) return true
      if (unspaced.test(next)) words += 0.5
      else if (!/[\p{L}\p{N}]/u.test(word) && /[\p{L}\p{N}]/u.test(next)) words += 1
      word += next
    }
    if (next === "\n") place.inLine = false
    return words > place.words || word.length > longestWord || word.endsWith("```")
  }

  return {
    found,
    /** The names of the calls that were quoted. */
    quoted,
    /** The names of the calls at the end of the answer that may be examples. */
    unconfirmed,
    isHolding: (): boolean => segments.length > 0,
    isInLine: (): boolean => place.inLine,
    /** Whether a call of the format is held. */
    holds: (format: string): boolean =>
      segments.some((segment) => segment.type === "call" && segment.calls.some((call) => call.format === format)),
    take(text: string, calls: readonly FoundCall[], where: HeldPosition): void {
      // What stood before the end of a thought was thought.
      if (overThoughts) release()
      const isFirst = segments.length === 0
      place = {
        words: isFirst ? where.words : Math.min(place.words, where.words),
        inLine: where.inLine || (!isFirst && place.inLine),
      }
      if (isFirst) said = ""
      segments.push({ type: "call", text, calls, ...(where.doubtful ? { doubtful: true } : {}) })
      words = 0
      word = ""
    },
    /** What was taken out besides calls: not shown, unless the calls are quoted. */
    drop(text: string): void {
      if (segments.length > 0) segments.push({ type: "call", text, calls: [] })
    },
    endThought(): void {
      place = { ...place, words: 0 }
      overThoughts = segments.length > 0
    },
    /** A character behind the calls. */
    text(next: string): void {
      add("text", next)
      said += next
      if (isOver(next)) release()
    },
    reasoning(text: string): void {
      add("reasoning", text)
    },
    /** The answer has ended. */
    end(): void {
      if (segments.length > 0 && quoting.some((mark) => mark.test(said))) release()
      const copies = new Set(segments.filter((segment) => segment.type === "call" && isCopy(segment)))
      settle((segment) => {
        // What belongs to the calls stays with them.
        if (segment.calls.length === 0) return copies.size === 0 ? "made" : "quoted"
        if (copies.has(segment)) return "quoted"
        return segment.doubtful && !isHalf(segment) ? "unconfirmed" : "made"
      })
    },
  }
}
