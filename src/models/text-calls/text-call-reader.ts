import type { Part } from "../contract.ts"
import { announcesExample } from "./announced-example.ts"
import { bareFormats } from "./bare.ts"
import { type Fences, fencedCalls, isFenceMeant } from "./fence.ts"
import { markedCalls, opening } from "./formats.ts"
import { type FoundCall, heldCalls } from "./held.ts"
import { closing, inventedResult } from "./marker.ts"
import { quotation } from "./quotation.ts"
import { action, label, thought } from "./react.ts"
import { type Mark, type Reading, skip, textCursor } from "./text-cursor.ts"
import { loneClosing, templateMark, thinkAside, thinkOpening, thinkSpan } from "./think.ts"
import type { Tools, WrittenCall } from "./written-call.ts"

type ReaderOptions = Tools & {
  /** Which calls in a code fence are meant. */
  fences?: Fences
  /** Only calls behind markers that mean nothing else. */
  markedOnly?: boolean
  /** The model can call in its provider's own way: without a marker only an answer that is nothing but a call is one. */
  native?: boolean
  /** Whether the written call occurs in what the model was given to read: that is never a call. */
  isQuoted?(written: string, call: WrittenCall): boolean
}

/** How many words may follow a call, by what says that it is one. */
const wordsAfter = { marker: 6, nothing: 2, fence: 0 } as const

/** An attempt that looked further than this is not made again before the place that it looked to: the work stays linear. */
const freeLook = 256

/** How much of the line before a call is looked at. */
const longestLine = 300

/**
 * Reads one answer as it comes, in whatever pieces: what can be shown is emitted at once, what may begin a call is held
 * until that is decided. What it gives does not depend on where the pieces end.
 */
export function textCallReader(options: ReaderOptions) {
  const cursor = textCursor()
  const quoted = quotation()
  const barren = new Map<string, number>()
  const thoughtCalls: FoundCall[] = []
  const held = heldCalls({ emit, ...(options.isQuoted ? { isQuoted: options.isQuoted } : {}) })
  let parts: { type: "text" | "reasoning"; text: string }[] = []
  /** Where what may be a call begins. */
  let from: Mark = cursor.mark()
  /** The end of what was shown. */
  let shown = ""
  let react = false
  let hasText = false
  let thoughts = 0
  /** How far the last attempt looked that found nothing. */
  let lookedTo = 0
  let cutOff = false

  function emit(type: "text" | "reasoning", text: string): void {
    const last = parts.at(-1)
    if (last?.type === type) last.text += text
    else parts.push({ type, text })
    if (type === "text") shown = (shown + text).slice(-longestLine)
  }

  /** Tries a reading; what found nothing is as if it had not been. */
  function* attempt<T>(name: string, reading: () => Reading<T | null>): Reading<T | null> {
    if (cursor.at() < (barren.get(name) ?? 0)) return null
    const start = cursor.mark()
    const reached = cursor.watch()
    const found = yield* reading()
    lookedTo = reached()
    if (found !== null) return found
    if (lookedTo - start.at > freeLook) barren.set(name, lookedTo)
    cursor.reset(start)
    return null
  }

  function* took(format: string, found: WrittenCall[] | null, by: keyof typeof wordsAfter): Reading<boolean> {
    if (found === null) return false
    const blanks = quoted.lineStart() ? /\s/ : /[ \t]/
    yield* skip(cursor, blanks)
    // Models close what they did not open.
    while (yield* attempt("end", () => strayEnd())) yield* skip(cursor, blanks)
    const calls = found.map((call) => ({ ...call, format }))
    const words = options.markedOnly || (options.native && by === "nothing") ? 0 : wordsAfter[by]
    const doubtful = (by === "fence" && !isFenceMeant(options.fences, { alone: !hasText })) || announcesExample(shown)
    held.take(cursor.since(from), calls, { words, inLine: !quoted.lineStart(), doubtful })
    quoted.restart()
    return true
  }

  /** Takes the beginning of a call that the length limit truncated before its name: it is of no use. */
  function* halfCall(): Reading<boolean> {
    if (!cutOff || lookedTo < cursor.length()) return false
    const marker = yield* attempt("half", () => opening(cursor))
    if (marker === null) return false
    yield* skip(cursor, /[\s\S]/)
    const half = { name: "unknown", arguments: "", whole: false, endless: true, format: marker.format.name } as const
    held.take(cursor.since(from), [half], { words: 0, inLine: false })
    return true
  }

  function* strayEnd(): Reading<true | null> {
    yield* skip(cursor, /\s/)
    return (yield* closing(cursor)) ? true : null
  }

  function* think(closes: readonly string[]): Reading<void> {
    const inner = options.markedOnly ? null : textCallReader({ ...options, markedOnly: true })
    thoughts += 1
    yield* thinkSpan(cursor, closes, (text) => {
      if (held.isHolding()) held.reasoning(text)
      else emit("reasoning", text)
      inner?.push(text)
    })
    if (inner) thoughtCalls.push(...inner.end().calls)
    yield* skip(cursor, /\s/)
    quoted.restart()
  }

  /** A mark of thinking or of the template. */
  function* markTaken(next: string): Reading<boolean> {
    if (!"<[◁".includes(next) || !quoted.lineStart()) return false
    const closes = yield* attempt("think", () => (hasText ? thinkAside(cursor) : thinkOpening(cursor)))
    if (closes !== null) yield* think(closes)
    const mark = closes ?? (yield* attempt("template", () => templateMark(cursor)))
    return mark !== null
  }

  function* closingTaken(next: string): Reading<boolean> {
    if (thoughts > 0 || !"<◁".includes(next) || (yield* attempt("closing", () => loneClosing(cursor))) === null) {
      return false
    }
    thoughts += 1
    yield* skip(cursor, /\s/)
    held.endThought()
    quoted.restart()
    return true
  }

  function* reactTaken(next: string): Reading<boolean> {
    if (!quoted.lineStart() || !/[atof*]/i.test(next)) return false
    const found = isAlone() ? yield* attempt("action", () => action(cursor, options)) : null
    if (yield* took("react", found, "nothing")) return true
    if (held.holds("react") && (yield* attempt("observation", () => label(cursor, "observation")))) {
      return yield* restDropped()
    }
    if (react || held.holds("react")) {
      const found =
        (yield* attempt("label", () => label(cursor, "thought"))) ??
        (yield* attempt("answer", () => label(cursor, "answer")))
      if (found === null) return false
    } else if (hasText || (yield* attempt("thought", () => thought(cursor, options))) === null) return false
    else react = true
    held.drop(cursor.since(from))
    return true
  }

  /** What follows was invented: only the tool knows what it will say. */
  function* restDropped(): Reading<true> {
    yield* skip(cursor, /[\s\S]/)
    held.drop(cursor.since(from))
    return true
  }

  function* bareTaken(next: string): Reading<boolean> {
    if (quoted.inJson()) return false
    for (const format of quoted.lineStart() ? bareFormats(next) : []) {
      if (!isAlone() && format.name !== "bracket") continue
      const found = yield* attempt(`${format.name} ${next}`, () => known(format.read(cursor, options)))
      if (yield* took(format.name, found, "nothing")) return true
    }
    if (yield* looksLikeJson()) quoted.beginJson()
    return false
  }

  /** Whether what has no marker may be a call here. */
  function isAlone(): boolean {
    return !options.native || !hasText || react
  }

  function* known(reading: Reading<WrittenCall[] | null>): Reading<WrittenCall[] | null> {
    const found = yield* reading
    return found?.every((call) => options.isTool(call.name)) ? found : null
  }

  function* looksLikeJson(): Reading<boolean> {
    const start = cursor.mark()
    const next = cursor.here() ?? (yield* cursor.peek())
    if (next !== "{" && next !== "[") return false
    cursor.next()
    yield* skip(cursor, /\s/)
    const then = yield* cursor.peek()
    cursor.reset(start)
    return next === "{" ? then === '"' : then === "{"
  }

  /** Most marks are ones of code and prose: the next character tells. */
  function* mayOpen(next: string): Reading<boolean> {
    const follows = mayFollow[next]
    if (follows === undefined) return true
    const here = cursor.mark()
    cursor.next()
    const then = yield* cursor.peek()
    cursor.reset(here)
    return follows.test(then)
  }

  function* taken(next: string): Reading<boolean> {
    if (!(yield* mayOpen(next))) return false
    if (yield* markTaken(next)) return true
    const mayHaveResult = !options.markedOnly && held.isHolding() && !held.isInLine()
    if (mayHaveResult && (yield* attempt("result", () => inventedResult(cursor)))) return yield* restDropped()
    if (next === "<" || next === "[") {
      const found = yield* attempt("marked", () => markedCalls(cursor, options))
      if (yield* took(found?.format ?? "", found?.calls ?? null, "marker")) return true
      if (found === null && (yield* halfCall())) return true
    }
    if (options.markedOnly) return false
    if (yield* closingTaken(next)) return true
    if (yield* reactTaken(next)) return true
    if ((next === "`" || next === "~") && quoted.lineStart()) {
      if (yield* took("fence", yield* attempt("fence", () => fencedCalls(cursor, options)), "fence")) return true
    }
    return yield* bareTaken(next)
  }

  /** Shows what can begin nothing in one go: that is most of a text. */
  function wordsShown(): boolean {
    if (!hasText || quoted.lineStart() || quoted.inJson() || held.isHolding()) return false
    const words = cursor.stretch(plainWords)
    if (words === "") return false
    emit("text", words)
    quoted.shownWords(words)
    return true
  }

  function* answer(): Reading<void> {
    for (;;) {
      cursor.release()
      from = cursor.mark()
      if (wordsShown()) continue
      const next = cursor.here() ?? (yield* cursor.peek())
      if (next === "") return held.end()
      const begins = marksThatBegin.has(next) || (quoted.lineStart() && /[*atof]/i.test(next))
      if (!quoted.quotes(next) && begins && (yield* taken(next))) continue
      cursor.next()
      if (held.isHolding()) held.text(next)
      else emit("text", next)
      quoted.shown(next)
      if (!/\s/.test(next)) hasText = true
    }
  }

  const reading = answer()
  function goOn(): Part[] {
    reading.next()
    const ready = parts
    parts = []
    return ready
  }

  return {
    push(delta: string): Part[] {
      cursor.feed(delta)
      return goOn()
    },
    /**
     * The rest of the text, the calls, those that were written in thoughts, and how many characters were looked at.
     * The length limit may have truncated the answer.
     */
    end(how = { cutOff: false }): {
      parts: Part[]
      calls: readonly FoundCall[]
      thoughtCalls: readonly FoundCall[]
      /** The names of those that are only quoted. */
      quoted: readonly string[]
      /** The names of those that may be examples. */
      unconfirmed: readonly string[]
      looked: number
    } {
      cutOff = how.cutOff
      cursor.end()
      const rest = goOn()
      const { found, quoted, unconfirmed } = held
      return { parts: rest, calls: found, thoughtCalls, quoted, unconfirmed, looked: cursor.looked() }
    },
  }
}

const mayFollow: Readonly<Record<string, RegExp>> = {
  "<": /[\p{L}_/|｜]/u,
  "[": /[\p{L}\s{/]/u,
  "{": /["'\s]/,
}

const marksThatBegin = new Set("<[{`~◁")
const plainWords = /[^<[{`~◁\n]+/y
