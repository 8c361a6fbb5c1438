import { constants } from "node:buffer"
import { HoldfastError } from "../session/error.ts"

/** The longest text that fits into one string here. */
export const longestText = constants.MAX_STRING_LENGTH

/** The lines of a file as it is read, without their ends, so that only one of them has to be in memory. */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  longest: number = longestText,
): AsyncGenerator<string> {
  let parts: Uint8Array[] = []
  let bytes = 0
  const add = (part: Uint8Array) => {
    bytes += part.length
    if (bytes > longest) throw tooLong(longest)
    parts.push(part)
  }
  const line = () => {
    const text = Buffer.concat(parts).toString("utf8")
    parts = []
    bytes = 0
    return text
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

/** The error for what does not fit into one string: a JSON document has to, of JSON lines each line. */
export function tooLong(longest: number): HoldfastError {
  return new HoldfastError(
    "invalid",
    `The file is too long to be read as one text (more than ${longest.toLocaleString("en-US")} bytes). Export the session as JSON lines (--format jsonl), which are read one by one. Nothing was imported.`,
    { details: { longest } },
  )
}
