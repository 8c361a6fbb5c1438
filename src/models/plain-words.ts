import { randomUUID } from "node:crypto"
import { withTextArguments } from "./object-arguments.ts"
import { type Frame, frameOf, type PlainChunk, plainChunk, withWords, wordsIn } from "./plain-chunk.ts"

/**
 * Takes plain words past the package of the provider, which is the dearest part of their way. Of a run of them the package
 * reads the first chunk only, with a stand-in for the words: where that comes out, the run is said, and what follows the
 * run is read after it. So the package says what all else means and in which order it comes.
 */
export function plainWords() {
  // Nobody else can say it: it never leaves this process.
  const standIn = randomUUID()
  const coming: Run[] = []
  let current: Run | undefined
  /** That of the last chunk of the current run: the next one mostly has the same, and need not be read as a whole. */
  let frame: Frame | undefined
  let ahead = 0
  let goOn: () => void = () => undefined

  function say(run: Run, words: string) {
    ahead += words.length
    run.say(words)
  }
  function took(words: string) {
    ahead -= words.length
    goOn()
  }
  function endRun() {
    current?.end()
    current = undefined
  }

  return {
    /** What the package reads in place of an event; null for the event itself. */
    sort(event: string): string | null {
      const next = current && frame && wordsIn(event, frame)
      if (current && next !== undefined) {
        say(current, next)
        return ""
      }
      const chunk = plainChunk(event)
      frame = chunk && frameOf(event, chunk.words)
      if (chunk && current?.goesOnWith(chunk)) {
        say(current, chunk.words)
        return ""
      }
      endRun()
      if (!chunk) return withTextArguments(event)
      if (!frame) return null
      current = beginRun(chunk, took)
      coming.push(current)
      say(current, chunk.words)
      return `${withWords(frame, standIn)}\n\n`
    },
    /** The package reads something else. */
    pass: endRun,
    /** Nothing more will come. */
    end: endRun,
    /** Settles when there is room for more words; undefined where there is. */
    room: (): Promise<void> | undefined =>
      ahead < aheadLength ? undefined : new Promise<void>((resolve) => (goOn = resolve)),
    /** The run that words of the package stand for. */
    runOf: (words: string): Run | undefined => (words === standIn ? coming.shift() : undefined),
    /** Nothing may be lost: refused at the end of the answer if a run was never come to. */
    allSaid() {
      if (coming.length > 0) throw new Error("words of the answer were lost on their way")
    },
  }
}

export type PlainWords = ReturnType<typeof plainWords>

/** So many characters wait to be taken at most. */
const aheadLength = 256 * 1024

type Run = ReturnType<typeof beginRun>

/** Plain words of one kind that follow each other, such as the first. */
function beginRun(first: PlainChunk, took: (words: string) => void) {
  let waiting = ""
  let isOver = false
  let wake: () => void = () => undefined
  return {
    /** Whether the package would make nothing but words of that chunk after the others. */
    goesOnWith: (chunk: PlainChunk) =>
      (first.isNamed || !chunk.isNamed) && (chunk.kind === first.kind || chunk.words === ""),
    say(words: string) {
      waiting += words
      if (words !== "") wake()
    },
    end() {
      isOver = true
      wake()
    },
    /** All that was said since it was asked last. */
    said(): string {
      const words = waiting
      waiting = ""
      took(words)
      return words
    },
    isOver: () => isOver && waiting === "",
    /** Settles when there is more to say, or the run is over. */
    more: () => new Promise<void>((resolve) => (wake = resolve)),
  }
}
