import type { BlobRef } from "../session/event/common.ts"
import type { ToolContext } from "./contract.ts"
import { linesOf } from "./files/file-text.ts"

/** How much of an output the model sees at once, and how long a line may be. */
export const outputLimits = { characters: 30_000, lines: 800, lineCharacters: 2_000 } as const

/** How the whole of a shortened output is named to the read tool. The blob outlives a crash, and so does the name. */
export const outputPrefix = "output:"

/** An output within the limits as it is, else its head and tail, with the whole in a blob and how to read it. */
export async function shorten(
  text: string,
  {
    putBlob,
    limits = outputLimits,
  }: { putBlob: ToolContext["putBlob"]; limits?: { characters: number; lines: number } },
): Promise<{ text: string; whole?: BlobRef }> {
  const whole = text.toWellFormed()
  if (whole.length <= limits.characters && linesOf(whole).length <= limits.lines) return { text: whole }
  const lines = outputLines(whole)
  const head = fitting(lines, { characters: limits.characters * 0.6, lines: limits.lines * 0.6 })
  const tail = fitting(lines.slice(head.length).reverse(), {
    characters: limits.characters * 0.4,
    lines: limits.lines * 0.4,
  }).reverse()
  const left = lines.length - head.length - tail.length
  const blob = await putBlob(Buffer.from(whole, "utf8"), "text/plain; charset=utf-8")
  const path = JSON.stringify(`${outputPrefix}${blob.blob}`)
  const note = `[... ${left} of ${lines.length} lines left out. Read them with read {"path": ${path}, "offset": ${head.length + 1}} ...]`
  return { text: [...head, note, ...tail].join("\n"), whole: blob }
}

/** The lines of an output as the read tool counts them: long ones are folded, so that every part can be read. */
export function outputLines(text: string): string[] {
  return linesOf(text).flatMap((line) => {
    if (line.length <= outputLimits.lineCharacters) return [line]
    return line.match(new RegExp(`.{1,${outputLimits.lineCharacters / 2}}`, "gsu")) ?? []
  })
}

function fitting(
  lines: readonly string[],
  { characters, lines: most }: { characters: number; lines: number },
): string[] {
  let used = 0
  const end = lines.findIndex((line, index) => {
    used += line.length + 1
    return used > characters || index >= most
  })
  return lines.slice(0, end === -1 ? lines.length : end)
}
