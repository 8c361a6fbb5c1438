import type { IncomingMessage } from "node:http"
import type { Readable } from "node:stream"
import { HoldfastError } from "../session/error.ts"
import { jsonMeter } from "../store/json-meter.ts"
import { HttpProblem } from "./http-problem.ts"

/** How deep lists and objects may be in each other: what is deeper is meant to break its reader. */
const deepest = 100

/** The bytes of a body, as they come; `too-large` beyond the most. */
export async function* bytesOf(incoming: IncomingMessage, most: number): AsyncGenerator<Uint8Array> {
  if (Number(incoming.headers["content-length"] ?? 0) > most) throw tooLarge(most)
  let size = 0
  try {
    // The connection outlives a body that is not read to its end: the refusal has to get through.
    for await (const part of (incoming as Readable).iterator({ destroyOnReturn: false })) {
      size += (part as Uint8Array).length
      if (size > most) throw tooLarge(most)
      yield part as Uint8Array
    }
  } catch (error) {
    if (!incoming.destroyed || error instanceof HttpProblem) throw error
    throw new HoldfastError("invalid", "The body ended before it was whole. Send it again.", { cause: error })
  }
}

/** The whole body. */
export async function wholeBody(incoming: IncomingMessage, most: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of bytesOf(incoming, most)) parts.push(part)
  return Buffer.concat(parts)
}

/** What a body says in JSON; undefined where it is empty. */
export function jsonOf(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined
  if (isTooDeep(bytes)) throw new HoldfastError("invalid", `The body is nested deeper than ${deepest} levels.`)
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes))
  } catch (error) {
    throw new HoldfastError("invalid", "The body is no JSON in UTF-8.", { cause: error })
  }
}

const tooLarge = (most: number) =>
  new HttpProblem("too-large", `The body is larger than ${most} bytes: that is the most here.`, {
    headers: { connection: "close" },
  })

function isTooDeep(bytes: Uint8Array): boolean {
  const meter = jsonMeter()
  meter.see(bytes)
  return meter.deepest > deepest
}
