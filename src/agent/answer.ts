import type { Part } from "../models/contract.ts"
import type { Piece } from "../store/contract.ts"
import { breather } from "./breather.ts"
import { endsInList } from "./endless-list.ts"
import { endsInLoop } from "./text-loop.ts"

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
  let callsLength = 0
  for await (const part of untilStopped(parts, signal)) {
    switch (part.type) {
      case "text":
      case "reasoning":
        checkpoint({ channel: part.type, offset: answer[part.type].length, text: part.text })
        answer[part.type] += part.text
        // A model that repeats itself for ever has no other end.
        if (endsInLoop(answer[part.type])) return { ...answer, end: { type: "finished", finish: "text-loop" } }
        if (part.text.includes("\n") && endsInList(answer[part.type])) {
          return { ...answer, end: { type: "finished", finish: "endless-list" } }
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

function begin(begun: Answer["begun"], { call, name, text }: Extract<Part, { type: "call-text" }>): void {
  const known = begun.find((other) => other.call === call)
  if (known) known.text += text
  else begun.push({ call, name, text })
}

/** Law: end. A model that does not listen to the signal keeps nobody waiting, and one that throws has failed. */
async function* untilStopped(parts: AsyncIterable<Part>, signal: AbortSignal): AsyncGenerator<Part, void> {
  const iterator = parts[Symbol.asyncIterator]()
  const stopped = Promise.withResolvers<undefined>()
  const stop = () => stopped.resolve(undefined)
  signal.addEventListener("abort", stop)
  if (signal.aborted) stop()
  try {
    while (true) {
      const next = await Promise.race([stopped.promise, iterator.next()])
      if (!next || next.done) return
      yield next.value
    }
  } catch (error) {
    yield { type: "failed", failure: { kind: "other", message: `The model failed: ${messageOf(error)}` } }
  } finally {
    signal.removeEventListener("abort", stop)
    // Not waited for, and what it has to say now changes nothing.
    void Promise.resolve(iterator.return?.()).catch(() => undefined)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
