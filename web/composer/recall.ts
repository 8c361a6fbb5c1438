/** Going through what was said before: `at` is how far back, null while the person writes something of their own. */
export type Recall = { at: number | null }

/** One further back, or the same where there is nothing earlier. */
export function further(past: readonly string[], { at }: Recall): { recall: Recall; text: string | null } {
  const next = at === null ? 0 : at + 1
  const text = past[next]
  return text === undefined ? { recall: { at }, text: null } : { recall: { at: next }, text }
}

/** One nearer; past the newest the box is empty again. */
export function nearer(past: readonly string[], { at }: Recall): { recall: Recall; text: string | null } {
  if (at === null) return { recall: { at }, text: null }
  if (at === 0) return { recall: { at: null }, text: "" }
  return { recall: { at: at - 1 }, text: past[at - 1] ?? "" }
}

/** Newest first, and none twice in a row. */
export function withoutRepeats(texts: readonly string[]): readonly string[] {
  return texts.filter((text, at) => text.trim() !== "" && text !== texts[at - 1])
}
