import type { Part } from "../contract.ts"
import { bareFormats } from "./bare.ts"
import { type Reading, skip, textCursor } from "./cursor.ts"
import { fencedCalls } from "./fence.ts"
import { isMarked, markedCalls, opening } from "./formats.ts"
import { closing } from "./marker.ts"
import { quotation } from "./quotation.ts"
import { action, label, thought } from "./react.ts"
import { loneClosing, templateMark, thinkOpening, thinkSpan } from "./think.ts"
import type { Tools, WrittenCall } from "./written-call.ts"

export type FoundCall = WrittenCall & { format: string }

type ReaderOptions = Tools & {
  /** The person asked to see what a call looks like: what stands in a code fence stays text. */
  examples?: boolean
  /** Only calls behind markers that mean nothing else. */
  markedOnly?: boolean
}

/** An attempt that looked further than this is not made again before the place that it looked to: the work stays linear. */
const freeLook = 256

/**
 * Reads one answer as it comes, in whatever pieces: what can be shown is told at once, what may begin a call is held
 * until that is decided. What it gives does not depend on where the pieces end.
 */
export function textCallReader(options: ReaderOptions) {
  const cursor = textCursor()
  const quoted = quotation()
  const barren = new Map<string, number>()
  const calls: FoundCall[] = []
  const thoughtCalls: FoundCall[] = []
  let parts: { type: "text" | "reasoning"; text: string }[] = []
  let react = false
  let begun = false
  let thoughts = 0
  /** How far the last attempt looked that found nothing. */
  let lookedTo = 0
  let cutOff = false

  function tell(type: "text" | "reasoning", text: string): void {
    const last = parts.at(-1)
    if (last?.type === type) last.text += text
    else parts.push({ type, text })
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

  function* took(format: string, found: WrittenCall[] | null): Reading<boolean> {
    if (found === null) return false
    calls.push(...found.map((call) => ({ ...call, format })))
    const blanks = quoted.lineStart() ? /\s/ : /[ \t]/
    yield* skip(cursor, blanks)
    // Models close what they did not open.
    while (yield* attempt("end", () => strayEnd())) yield* skip(cursor, blanks)
    quoted.restart()
    return true
  }

  /** Takes the beginning of a call that the length limit cut off before its name: nobody can go on with it. */
  function* halfCall(): Reading<boolean> {
    if (!cutOff || lookedTo < cursor.length()) return false
    const marker = yield* attempt("half", () => opening(cursor))
    if (marker === null) return false
    yield* skip(cursor, /[\s\S]/)
    calls.push({ name: "unknown", arguments: "", whole: false, format: marker.format.name })
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
      tell("reasoning", text)
      inner?.push(text)
    })
    if (inner) thoughtCalls.push(...inner.end().calls)
    yield* skip(cursor, /\s/)
    quoted.restart()
  }

  /** A mark of thinking or of the template. */
  function* markTaken(next: string): Reading<boolean> {
    if (!"<[◁".includes(next) || !quoted.lineStart()) return false
    const closes = yield* attempt("think", () => thinkOpening(cursor))
    if (closes !== null) yield* think(closes)
    const mark = closes ?? (yield* attempt("template", () => templateMark(cursor)))
    return mark !== null
  }

  function* closingTaken(next: string): Reading<boolean> {
    if (thoughts > 0 || !"<◁".includes(next) || (yield* attempt("closing", () => loneClosing(cursor))) === null) {
      return false
    }
    thoughts += 1
    thoughtCalls.push(...calls.splice(0).filter((call) => isMarked(call.format)))
    yield* skip(cursor, /\s/)
    quoted.restart()
    return true
  }

  function* reactTaken(next: string): Reading<boolean> {
    if (!quoted.lineStart() || !/[atof*]/i.test(next)) return false
    const found = yield* attempt("action", () => action(cursor, options))
    if (found !== null) react = true
    if (yield* took("react", found)) return true
    if (yield* attempt("answer", () => label(cursor, "answer"))) react = true
    else if (react && (yield* attempt("observation", () => label(cursor, "observation")))) {
      // What follows was invented: only the tool knows what it will say.
      yield* skip(cursor, /[\s\S]/)
    } else if (react) return (yield* attempt("label", () => label(cursor, "thought"))) !== null
    else if (begun || (yield* attempt("thought", () => thought(cursor, options))) === null) return false
    return true
  }

  function* bareTaken(next: string): Reading<boolean> {
    if (quoted.inJson()) return false
    for (const format of bareFormats(next, { lineStart: quoted.lineStart() })) {
      const found = yield* attempt(`${format.name} ${next}`, () => known(format.read(cursor, options)))
      if (yield* took(format.name, found)) return true
    }
    if (yield* looksLikeJson()) quoted.beginJson()
    return false
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
    if (next === "<" || next === "[") {
      const found = yield* attempt("marked", () => markedCalls(cursor, options))
      if (yield* took(found?.format ?? "", found?.calls ?? null)) return true
      if (found === null && (yield* halfCall())) return true
    }
    if (options.markedOnly) return false
    if (yield* closingTaken(next)) return true
    if (yield* reactTaken(next)) return true
    if ((next === "`" || (next === "~" && quoted.lineStart())) && !options.examples) {
      if (yield* took("fence", yield* attempt("fence", () => fencedCalls(cursor, options)))) return true
    }
    return yield* bareTaken(next)
  }

  function* answer(): Reading<void> {
    for (;;) {
      cursor.release()
      const next = cursor.here() ?? (yield* cursor.peek())
      if (next === "") return
      const begins = marksThatBegin.has(next) || (quoted.lineStart() && /[*atof]/i.test(next))
      if (!quoted.quotes(next) && begins && (yield* taken(next))) continue
      cursor.next()
      tell("text", next)
      quoted.shown(next)
      if (!/\s/.test(next)) begun = true
    }
  }

  const reading = answer()
  function goOn(): Part[] {
    reading.next()
    const told = parts
    parts = []
    return told
  }

  return {
    push(delta: string): Part[] {
      cursor.feed(delta)
      return goOn()
    },
    /**
     * The rest of the text, the calls, those that were written in thoughts, and how many characters were looked at.
     * The answer may have been cut off by the length limit.
     */
    end(how = { cutOff: false }): {
      parts: Part[]
      calls: readonly FoundCall[]
      thoughtCalls: readonly FoundCall[]
      looked: number
    } {
      cutOff = how.cutOff
      cursor.end()
      return { parts: goOn(), calls, thoughtCalls, looked: cursor.looked() }
    },
  }
}

const mayFollow: Readonly<Record<string, RegExp>> = {
  "<": /[\p{L}_/|｜]/u,
  "[": /[\p{L}\s{/]/u,
  "{": /["'\s]/,
}

const marksThatBegin = new Set("<[{`~◁")
