import { createParser } from "eventsource-parser"
import type { Part } from "../contract.ts"
import type { Answer } from "../stream/ending.ts"
import { positive, wholeNumber } from "../stream/usage.ts"
import { wholeCharacters } from "../whole-characters.ts"
import { type Chunk, chunkOf, wordsOf } from "./chunk.ts"
import { streamedCalls } from "./streamed-calls.ts"

/** Reads the server-sent events of a chat completion: parts as they come, then the whole answer. */
export async function* readCompletion(body: AsyncIterable<Uint8Array>): AsyncGenerator<Part, Answer> {
  let events: string[] = []
  const decoder = new TextDecoder()
  const parser = createParser({ onEvent: ({ data }) => data === "[DONE]" || events.push(data) })
  const completion = startCompletion()
  for await (const bytes of body) {
    parser.feed(decoder.decode(bytes, { stream: true }))
    try {
      for (const data of events) completion.add(chunkOf(data))
    } finally {
      // What came before a chunk that holds an error is part of the answer, too.
      events = []
      for (const part of completion.takeParts()) yield part
    }
  }
  return completion.answer()
}

function startCompletion() {
  const characters = { reasoning: wholeCharacters(), text: wholeCharacters() }
  const calls = streamedCalls()
  let parts: Part[] = []
  let text = ""
  let finishReason: string | undefined
  let usage: Chunk["usage"]
  let isRefused = false

  /** Words that came together are passed on together: a reader that is behind catches up. */
  function addWords(type: "reasoning" | "text", words: string) {
    const ready = words === "" ? "" : characters[type](words)
    if (ready === "") return
    if (type === "text") text += ready
    const last = parts.at(-1)
    if (last?.type === type) last.text += ready
    else parts.push({ type, text: ready })
  }

  return {
    add(chunk: Chunk) {
      usage = chunk.usage ?? usage
      const [choice] = chunk.choices
      finishReason = choice?.finish_reason ?? finishReason
      if (!choice?.delta) return
      isRefused ||= Boolean(choice.delta.refusal) && typeof choice.delta.refusal === "string"
      const words = wordsOf(choice.delta)
      addWords("reasoning", words.reasoning)
      addWords("text", words.text)
      for (const delta of choice.delta.tool_calls ?? []) parts.push(...calls.add(delta))
    },
    /** What was not given yet. */
    takeParts(): readonly Part[] {
      const taken = parts
      parts = []
      return taken
    },
    answer(): Answer {
      if (finishReason === undefined) return { finish: "interrupted", text, calls: [] }
      const finish = isRefused && finishReason === "stop" ? "content-filter" : (finishes[finishReason] ?? "other")
      return { finish, raw: finishReason, text, calls: calls.all(), usage: usage ? usageOf(usage) : undefined }
    },
  }
}

const finishes: Readonly<Record<string, string>> = {
  stop: "stop",
  length: "length",
  content_filter: "content-filter",
  tool_calls: "tool-calls",
  function_call: "tool-calls",
}

function usageOf(usage: NonNullable<Chunk["usage"]>): Answer["usage"] {
  return {
    input: wholeNumber(usage.prompt_tokens),
    output: wholeNumber(usage.completion_tokens),
    ...positive("cacheRead", usage.prompt_tokens_details?.cached_tokens),
    ...positive("reasoning", usage.completion_tokens_details?.reasoning_tokens),
  }
}
