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

/** Stores a text as a file of the draft; `what` is its mark: `[pasted 5,000 lines]`. */
export async function attachText(store: Store, draft: Draft, what: string, text: string): Promise<Attachment> {
  const taken = new Set(draft.attachments.map(({ name }) => name))
  const numbered = (n: number) => `${n === 1 ? what : `${what}, ${n}`}.txt`
  let n = 1
  while (taken.has(numbered(n))) n++
  const { mediaType = "text/plain", ...ref } = await store.putBlob(new TextEncoder().encode(text), "text/plain")
  return { ...ref, mediaType, name: numbered(n) }
}

export const pastedWords = (lines: number) => `pasted ${counted(lines, "line")}`

export const markOf = ({ name }: Attachment) => `[${name.replace(/\.txt$/, "")}]`

/** The draft without the files whose marks were deleted. */
export function withoutStray({ text, attachments }: Draft): Draft {
  return { text, attachments: attachments.filter((file) => text.includes(markOf(file))) }
}
