import { describe, expect, it } from "vitest"
import type { Part } from "../contract.ts"
import { readCompletion } from "./read-completion.ts"

const event = (chunk: unknown) => `data: ${JSON.stringify(chunk)}\n\n`
const say = (content: string) => event({ choices: [{ index: 0, delta: { content } }] })

async function read(...pieces: readonly string[]) {
  const parts: Part[] = []
  const stream = readCompletion(ReadableStream.from(pieces.map((piece) => new TextEncoder().encode(piece))))
  try {
    let next = await stream.next()
    for (; !next.done; next = await stream.next()) parts.push(next.value)
    return { parts, answer: next.value }
  } catch (error) {
    return { parts, error }
  }
}

describe("a chat completion", () => {
  it("passes words on together that came together, and apart what came apart", async () => {
    expect((await read(say("a") + say("b"), say("c"))).parts).toEqual([
      { type: "text", text: "ab" },
      { type: "text", text: "c" },
    ])
  })

  it("gives what came before an error in the same bytes", async () => {
    const { parts, error } = await read(
      say("I will") + event({ error: { message: "overloaded", code: 529 } }) + say("x"),
    )
    expect(parts).toEqual([{ type: "text", text: "I will" }])
    expect(error).toMatchObject({ cause: { error: { message: "overloaded", code: 529 } } })
  })

  it("takes no notice of an error that is null, and of fields and roles that it does not know", async () => {
    const odd = {
      id: 7,
      error: null,
      choices: [{ delta: { role: "bot", content: "a", extra: 1 }, finish_reason: "stop" }],
    }
    expect(await read(event(odd))).toMatchObject({ parts: [{ text: "a" }], answer: { finish: "stop", text: "a" } })
  })

  it("keeps what a server says in place of a chunk", async () => {
    const { error } = await read(event({ object: "error", message: "no such model" }))
    expect(error).toMatchObject({ cause: { message: "no such model" } })
  })

  it("is interrupted without a finish reason, and has no calls then", async () => {
    const call = { index: 0, id: "a", function: { name: "read", arguments: "{}" } }
    const { answer } = await read(say("a") + event({ choices: [{ delta: { tool_calls: [call] } }] }))
    expect(answer).toEqual({ finish: "interrupted", text: "a", calls: [] })
  })
})
