import type { Part } from "../models/contract.ts"
import type { Piece } from "../store/contract.ts"
import { breather } from "./breather.ts"
import { endsInList } from "./endless-list.ts"
import { endsInLoop, loopReach } from "./text-loop.ts"

export type Answer = {
  text: string
  reasoning: string
  calls: Extract<Part, { type: "call" }>[]
  /** The calls as far as they were written: those that are no whole ones, too. */
  begun: { call: string; name: string; text: string }[]
  /** Missing where the stream was cut off. */
  end?: Extract<Part, { type: "finished" | "failed" }>
}

/** Listens to a streamed answer to its end, and hands on each piece for the checkpoint. */
export async function hear(
  parts: AsyncIterable<Part>,
  { checkpoint, signal }: { checkpoint(piece: Piece): void; signal: AbortSignal },
): Promise<Answer> {
  const answer: Answer = { text: "", reasoning: "", calls: [], begun: [] }
  const breathe = breather()
  const goesRound = endlessness()
  let callsLength = 0
  for await (const part of untilStopped(parts, signal)) {
    switch (part.type) {
      case "text":
      case "reasoning":
        checkpoint({ channel: part.type, offset: answer[part.type].length, text: part.text })
        answer[part.type] += part.text
        {
          // A model that repeats itself for ever has no other end.
          const finish = goesRound(part, answer[part.type])
          if (finish) return { ...answer, end: { type: "finished", finish } }
        }
        break
      case "call-text":
        checkpoint({ channel: "calls", offset: callsLength, text: part.text })
        begin(answer.begun, part)
        callsLength += part.text.length
        break
      case "call":
        answer.calls.push(part)
        break
      case "finished":
      case "failed":
        return { ...answer, end: part }
      default:
        part satisfies never
    }
    // Law: durability. What was handed over reaches the disk however fast the model speaks.
    if ("text" in part) await breathe(part.text)
  }
  return answer
}

/** A loop is looked for each so many characters: one that goes on is found a moment later. */
const loopEvery = 64

/** A list is looked for when a text has grown by this share: to look at all of a long one takes its time. */
const grownBy = 0.01

/** Finds out whether what is being said goes round and round, in a time that grows with its length and no faster. */
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

function begin(begun: Answer["begun"], { call, name, text }: Extract<Part, { type: "call-text" }>): void {
  const known = begun.find((other) => other.call === call)
  if (known) known.text += text
  else begun.push({ call, name, text })
}

/** Law: end. A model that does not listen to the signal keeps nobody waiting, and one that throws has failed. */
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
    yield { type: "failed", failure: { kind: "other", message: `The model failed: ${messageOf(error)}` } }
  } finally {
    signal.removeEventListener("abort", onAbort)
    // Not waited for, and what it has to say now changes nothing.
    void Promise.resolve(iterator.return?.()).catch(() => undefined)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
