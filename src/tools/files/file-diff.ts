import { createTwoFilesPatch, structuredPatch } from "diff"
import { decodeText } from "./file-text.ts"

/** A unified diff of two contents, null for none, or a line that says that they are no text. */
export function diffOf(name: string, before: Uint8Array | null, after: Uint8Array | null): string {
  const texts = textsOf(before, after)
  if (!texts) return `Binary files ${name} differ`
  const [from, to] = [before ? `a/${name}` : "/dev/null", after ? `b/${name}` : "/dev/null"]
  return createTwoFilesPatch(from, to, ...texts, undefined, undefined, { context: 3 }).replace(/^=+\n/, "")
}

/** The same, within bounds: null where it is no text, too large, or takes too long to work out. */
export function diffWithin(
  name: string,
  { before, after }: { before: Uint8Array | null; after: Uint8Array | null },
  { bytes, milliseconds }: { bytes: number; milliseconds: number },
): string | null {
  if ((before?.length ?? 0) > bytes || (after?.length ?? 0) > bytes) return null
  const texts = textsOf(before, after)
  if (!texts) return null
  // A line end in a name would begin a line of the diff.
  const shown = /[\p{Cc}"\\]/u.test(name) ? JSON.stringify(name) : name
  const [from, to] = [before ? `a/${shown}` : "/dev/null", after ? `b/${shown}` : "/dev/null"]
  const patch = createTwoFilesPatch(from, to, ...texts, undefined, undefined, { context: 3, timeout: milliseconds })
  return patch?.replace(/^=+\n/, "") ?? null
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
