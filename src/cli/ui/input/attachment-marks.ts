import { parse } from "node:path"
import { counted } from "../../../base/amount-text.ts"
import type { Store } from "../../../store/contract.ts"
import type { Attachment, Draft } from "./draft.ts"

/** What is longer stands in the message as a mark, and comes with it as a file. */
const largest = { lines: 200, characters: 8_192 } as const

/** The line count of a paste that is better attached; null for a short one. */
export function linesOfLargePaste(text: string): number | null {
  const lines = text.split("\n").length
  return lines > largest.lines || text.length > largest.characters ? lines : null
}

/** Stores a file of the draft under a name that no other one has: its mark stands in the text. */
export async function attachFile(
  store: Store,
  { attachments }: Pick<Draft, "attachments">,
  { name, mediaType, bytes }: NewFile,
): Promise<Attachment> {
  const taken = new Set(attachments.map((file) => file.name))
  const { name: stem, ext } = parse(name)
  const numbered = (n: number) => (n === 1 ? name : `${stem}, ${n}${ext}`)
  let n = 1
  while (taken.has(numbered(n))) n++
  const ref = await store.putBlob(bytes, mediaType)
  return { ...ref, mediaType, name: numbered(n) }
}

export type NewFile = { name: string; mediaType: string; bytes: Uint8Array }

/** A text as a file; `what` is its mark: `[pasted 5,000 lines]`. */
export const textFile = (what: string, text: string): NewFile => ({
  name: `${what}.txt`,
  mediaType: "text/plain",
  bytes: new TextEncoder().encode(text),
})

export const pastedWords = (lines: number) => `pasted ${counted(lines, "line")}`

export const markOf = ({ name, mediaType }: Attachment) =>
  mediaType?.startsWith("image/") ? `[image ${name}]` : `[${name.replace(/\.txt$/, "")}]`

/** The draft without the files whose marks were deleted. */
export function withoutStray({ text, attachments }: Draft): Draft {
  return { text, attachments: attachments.filter((file) => text.includes(markOf(file))) }
}
