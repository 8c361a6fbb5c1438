import type { IncomingMessage } from "node:http"
import type { Readable } from "node:stream"
import { HoldfastError } from "../../session/error.ts"
import { jsonMeter } from "../../store/transfer/json-meter.ts"
import { HttpProblem } from "./http-problem.ts"

/** How deep JSON may be nested: deeper input is meant to break the parser. */
const maxDepth = 100

/** Streams a body; `too-large` beyond the limit. */
export async function* bytesOf(incoming: IncomingMessage, maxBytes: number): AsyncGenerator<Uint8Array> {
  if (Number(incoming.headers["content-length"] ?? 0) > maxBytes) throw tooLarge(maxBytes)
  let size = 0
  try {
    // Keep the connection open although the body was not read to its end: the refusal has to get through.
    for await (const part of (incoming as Readable).iterator({ destroyOnReturn: false })) {
      size += (part as Uint8Array).length
      if (size > maxBytes) throw tooLarge(maxBytes)
      yield part as Uint8Array
    }
  } catch (error) {
    if (!incoming.destroyed || error instanceof HttpProblem) throw error
    throw new HoldfastError("invalid", "The body is incomplete. Send it again.", { cause: error })
  }
}

export async function wholeBody(incoming: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of bytesOf(incoming, maxBytes)) parts.push(part)
  return Buffer.concat(parts)
}

/** Parses a JSON body; undefined if it is empty. */
export function jsonOf(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined
  if (isTooDeep(bytes)) throw new HoldfastError("invalid", `The body is nested deeper than ${maxDepth} levels.`)
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes))
  } catch (error) {
    throw new HoldfastError("invalid", "The body is not valid UTF-8 JSON.", { cause: error })
  }
}

const tooLarge = (maxBytes: number) =>
  new HttpProblem("too-large", `The body is larger than the limit of ${maxBytes} bytes.`, {
    headers: { connection: "close" },
  })

function isTooDeep(bytes: Uint8Array): boolean {
  const meter = jsonMeter()
  meter.see(bytes)
  return meter.deepest > maxDepth
}
