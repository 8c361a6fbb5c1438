import { HoldfastError } from "../../session/error.ts"
import { jsonMeter } from "./json-meter.ts"

/** What a file may ask of the memory of its reader. */
export type ImportLimits = {
  /** The bytes of one line: a blob is one. */
  line: number
  /** The bytes of a file that is one document. */
  document: number
  /** The levels of lists and objects in each other. */
  levels: number
  /** The lines, and the members of all lists and objects, together. */
  parts: number
}

/** More than any export of ours has, but for documents: those that are longer have to be JSON lines. */
export const importLimits: ImportLimits = {
  line: 384 * 1024 * 1024,
  document: 32 * 1024 * 1024,
  // The store takes 200 of the data; around them are the event, the list and the document.
  levels: 210,
  parts: 10_000_000,
}

/**
 * The lines of a file as it is read, without their ends, so that only one of them has to be in memory. Each was measured
 * before: it can be parsed without harm.
 */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  limits: ImportLimits = importLimits,
): AsyncGenerator<string> {
  const meter = jsonMeter()
  let parts: Uint8Array[] = []
  let bytes = 0
  const add = (part: Uint8Array) => {
    bytes += part.length
    if (bytes > limits.line) throw lineTooLong(limits.line)
    parts.push(part)
  }
  const line = () => {
    const whole = Buffer.concat(parts)
    parts = []
    bytes = 0
    meter.see(whole)
    if (meter.deepest > limits.levels) throw tooDeep()
    if (meter.parts > limits.parts) throw tooManyParts(limits.parts)
    return whole.toString("utf8")
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(lineEnd); end >= 0; end = chunk.indexOf(lineEnd, from)) {
      add(chunk.subarray(from, end))
      from = end + 1
      yield line()
    }
    add(chunk.subarray(from))
  }
  yield line()
}

const lineEnd = 10

/** The error for a document that is too long to be held as one text. */
export function documentTooLong(longest: number): HoldfastError {
  return new HoldfastError(
    "invalid",
    `The file is too long to be read as one document (more than ${counted(longest)} bytes). Export the session as JSON lines (--format jsonl, or format=jsonl), which are read one by one. Nothing was imported.`,
    { details: { longest } },
  )
}

function lineTooLong(longest: number): HoldfastError {
  return new HoldfastError(
    "invalid",
    `A line of the file is longer than ${counted(longest)} bytes. Use what 'holdfast export --format jsonl' writes. Nothing was imported.`,
    { details: { longest } },
  )
}

function tooDeep(): HoldfastError {
  return new HoldfastError("invalid", "The file holds data that are nested too deep. Nothing was imported.")
}

function tooManyParts(most: number): HoldfastError {
  return new HoldfastError(
    "invalid",
    `The file has more than ${counted(most)} parts, which is more than can be held in memory here. Nothing was imported.`,
    { details: { most } },
  )
}

const counted = (count: number) => count.toLocaleString("en-US")
