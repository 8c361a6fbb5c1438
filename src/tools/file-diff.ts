import { createTwoFilesPatch, structuredPatch } from "diff"
import { decodeText } from "./file-text.ts"

/** A unified diff of two contents, null for none, or a line that says that they are no text. */
export function diffOf(name: string, before: Uint8Array | null, after: Uint8Array | null): string {
  const texts = textsOf(before, after)
  if (!texts) return `Binary files ${name} differ`
  const [from, to] = [before ? `a/${name}` : "/dev/null", after ? `b/${name}` : "/dev/null"]
  return createTwoFilesPatch(from, to, ...texts, undefined, undefined, { context: 3 }).replace(/^=+\n/, "")
}

/** The hunks of a change with how many lines it adds and removes, or undefined where it is no text. */
export function hunksOf(before: Uint8Array, after: Uint8Array) {
  const texts = textsOf(before, after)
  if (!texts) return undefined
  const { hunks } = structuredPatch("", "", ...texts, undefined, undefined, { context: 2 })
  const lines = hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    ...lines,
  ])
  const count = (sign: string) => hunks.flatMap(({ lines }) => lines).filter((line) => line.startsWith(sign)).length
  return { lines, added: count("+"), removed: count("-") }
}

function textsOf(before: Uint8Array | null, after: Uint8Array | null): [string, string] | undefined {
  const [from, to] = [decodeText(before ?? new Uint8Array()), decodeText(after ?? new Uint8Array())]
  return from && to ? [from.text, to.text] : undefined
}
