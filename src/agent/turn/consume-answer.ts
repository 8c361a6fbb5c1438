import { errorText } from "../../base/error-text.ts"
import type { Part } from "../../models/contract.ts"
import type { TextCalls } from "../../models/text-calls/text-calls.ts"
import type { Piece } from "../../store/contract.ts"
import { endsInList } from "./endless-list.ts"
import { endsInLoop, loopReach } from "./text-loop.ts"
import { yieldToEventLoop } from "./yield-to-event-loop.ts"

export type Answer = {
  text: string
  reasoning: string
  calls: Extract<Part, { type: "call" }>[]
  /** The calls as far as they were written: those that are no whole ones, too. */
  startedCalls: { call: string; name: string; text: string }[]
  /** Missing where the stream was interrupted. */
  end?: Extract<Part, { type: "finished" | "failed" }>
}

type Consuming = {
  /** Ends an answer that is too long. */
  limited(part: Part): Part
  calls: TextCalls
  checkpoint(piece: Piece): void
  signal: AbortSignal
}

/** Listens to a streamed answer to its end, and hands on each piece for the checkpoint. */
export async function consumeAnswer(
  parts: AsyncIterable<Part>,
  { limited, calls, checkpoint, signal }: Consuming,
): Promise<Answer> {
  const answer: Answer = { text: "", reasoning: "", calls: [], startedCalls: [] }
  const yieldAfter = yieldToEventLoop()
  const take = takeParts(answer, checkpoint)
  for await (const part of untilStopped(parts, signal)) {
    for (const ready of partsOrFailure(() => calls.take(limited(part)))) {
      const end = take(ready)
      if (end) return { ...answer, end }
      // Law: durability. What was handed over reaches the disk however fast the model speaks.
      if ("text" in ready) await yieldAfter(ready.text)
    }
  }
  // Of an answer that ended in its middle, what was held back was text for all that anybody knows.
  for (const ready of signal.aborted ? [] : partsOrFailure(() => calls.end())) {
    const end = take(ready)
    if (end) return { ...answer, end }
  }
  return answer
}

/** An answer that cannot be read is a failure of its model, not of the turn. */
function* partsOrFailure(read: () => Iterable<Part>): Generator<Part, void> {
  try {
    yield* read()
  } catch (error) {
    yield failureOf(error)
  }
}

function failureOf(error: unknown): Part {
  return { type: "failed", failure: { kind: "other", message: `The model failed: ${errorText(error)}` } }
}

/** Adds parts to the answer, one by one; returns the part that ends it. */
function takeParts(answer: Answer, checkpoint: (piece: Piece) => void): (part: Part) => Answer["end"] {
  const goesRound = endlessness()
  let callsLength = 0
  return (part) => {
    switch (part.type) {
      case "text":
      case "reasoning": {
        checkpoint({ channel: part.type, offset: answer[part.type].length, text: part.text })
        answer[part.type] += part.text
        // A model that repeats itself for ever has no other end.
        const finish = goesRound(part, answer[part.type])
        return finish ? { type: "finished", finish } : undefined
      }
      case "call-text":
        checkpoint({ channel: "calls", offset: callsLength, text: part.text })
        addCallText(answer.startedCalls, part)
        callsLength += part.text.length
        return undefined
      case "call":
        answer.calls.push(part)
        return undefined
      case "finished":
      case "failed":
        return part
    }
  }
}

/** How many characters pass between two looks for a loop: one that continues is found a moment later. */
const loopEvery = 64

/** A list is looked for when a text has grown by this share: to look at all of a long one takes its time. */
const grownBy = 0.01

/** Detects a text that repeats itself, in time that grows with its length and no faster. */
function endlessness() {
  const ends = { text: "", reasoning: "" }
  const looped = { text: 0, reasoning: 0 }
  const looked = { text: 0, reasoning: 0 }
  return ({ type, text }: { type: "text" | "reasoning"; text: string }, whole: string) => {
    ends[type] += text
    if (whole.length - looped[type] >= loopEvery) {
      looped[type] = whole.length
      ends[type] = ends[type].slice(-loopReach)
      if (endsInLoop(ends[type])) return "text-loop"
    }
    if (!text.includes("\n") || whole.length < looked[type] * (1 + grownBy)) return null
    looked[type] = whole.length
    return endsInList(whole) ? "endless-list" : null
  }
}

function addCallText(
  startedCalls: Answer["startedCalls"],
  { call, name, text }: Extract<Part, { type: "call-text" }>,
): void {
  const known = startedCalls.find((other) => other.call === call)
  if (known) known.text += text
  else startedCalls.push({ call, name, text })
}

/** Law: end. A model that ignores the signal holds up nothing, and one that throws has failed. */
async function* untilStopped(parts: AsyncIterable<Part>, signal: AbortSignal): AsyncGenerator<Part, void> {
  const iterator = parts[Symbol.asyncIterator]()
  let stop: () => void = () => undefined
  const onAbort = () => stop()
  signal.addEventListener("abort", onAbort)
  // Not a race against one promise: that would hold on to every part until the answer ends.
  const next = () =>
    new Promise<IteratorResult<Part> | null>((resolve, reject) => {
      stop = () => resolve(null)
      if (signal.aborted) stop()
      else iterator.next().then(resolve, reject)
    })
  try {
    for (let part = await next(); part && !part.done; part = await next()) yield part.value
  } catch (error) {
    yield failureOf(error)
  } finally {
    signal.removeEventListener("abort", onAbort)
    // Not waited for, and what it has to say now changes nothing.
    void Promise.resolve(iterator.return?.()).catch(() => undefined)
  }
}
