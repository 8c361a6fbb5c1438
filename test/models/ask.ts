import type { Message, Model, Part, Request } from "../../src/models/contract.ts"

/** A plain request, with what matters for a test in its place. */
export function request(change: Partial<Request> = {}): Request {
  const messages: Message[] = [{ role: "user", text: "Hello" }]
  return { purpose: "turn", instructions: "Be brief.", messages, tools: [], position: 0, ...change }
}

/** All parts of an answer; texts of one kind that follow each other are joined. */
export async function partsOf(
  model: Model,
  change: Partial<Request> = {},
  signal = new AbortController().signal,
): Promise<Part[]> {
  const parts: Part[] = []
  for await (const part of model.stream(request(change), signal)) {
    const last = parts.at(-1)
    if (last && "text" in last && "text" in part && last.type === part.type && callOf(last) === callOf(part)) {
      parts[parts.length - 1] = { ...last, text: last.text + part.text }
    } else parts.push(part)
  }
  return parts
}

function callOf(part: Part): string {
  return part.type === "call-text" ? part.call : ""
}
