/** Browsing earlier inputs: `at` is how far back, null while not browsing. */
export type Recall = { at: number | null }

/** One further back, or unchanged at the oldest. */
export function further(past: readonly string[], { at }: Recall): { recall: Recall; text: string | null } {
  const next = at === null ? 0 : at + 1
  const text = past[next]
  return text === undefined ? { recall: { at }, text: null } : { recall: { at: next }, text }
}

/** One newer; past the newest the box is empty again. */
export function nearer(past: readonly string[], { at }: Recall): { recall: Recall; text: string | null } {
  if (at === null) return { recall: { at }, text: null }
  if (at === 0) return { recall: { at: null }, text: "" }
  return { recall: { at: at - 1 }, text: past[at - 1] ?? "" }
}

/** Drops immediate repetitions. */
export function withoutRepeats(texts: readonly string[]): readonly string[] {
  return texts.filter((text, at) => text.trim() !== "" && text !== texts[at - 1])
}
