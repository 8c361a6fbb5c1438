import { hasPhrase, wordsOf } from "../words.ts"

/** When answers of one turn are the same thing said again. */
const textLoop = {
  /** How many of the newest answers are looked at. */
  history: 5,
  /** How much of an answer counts, once paths and numbers are taken out. */
  length: 200,
  /** How many earlier ones like it make a loop: the third time is one. */
  earlier: 2,
  /** How many of the newest are compared word by word, and how much must be the same. */
  near: 3,
  overlap: 0.85,
  /** Short answers are alike by nature: they count only when they are equal. */
  words: 10,
} as const

/** What models say when they no longer get on. */
const stockPhrases = [
  "apologies for any confusion",
  "apologize for the confusion",
  "apologise for the confusion",
  "sorry for the confusion",
  "let me proceed",
  "i will now use the",
] as const

/** An answer without what changes from one repetition to the next: case, paths and numbers. Kept in place of the text. */
export function fingerprint(answer: string): string {
  return answer
    .toLowerCase()
    .replace(/`?[\w@.~/-]+`?/g, (name) => (name.includes("/") ? "<path>" : name))
    .replace(/\d+/g, "<num>")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, textLoop.length)
}

/** Whether an answer says again what the earlier answers of the turn said, oldest first. */
export function isTextLoop(earlier: readonly string[], answer: string): boolean {
  const now = fingerprint(answer)
  if (now === "") return false
  const before = earlier.slice(-textLoop.history).map(fingerprint)
  const often = (like: readonly string[]) => like.length >= textLoop.earlier
  if (often(before.filter((text) => text === now))) return true
  const stock = stockPhrases.filter((phrase) => hasPhrase(now, [phrase]))
  if (stock.some((phrase) => often(before.filter((text) => hasPhrase(text, [phrase]))))) return true
  return often(before.slice(-textLoop.near).filter((text) => nearlySame(text, now)))
}

function nearlySame(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  if (a.length <= textLoop.words || b.length <= textLoop.words) return false
  const [small, large] = [new Set(a), new Set(b)].sort((x, y) => x.size - y.size) as [Set<string>, Set<string>]
  const shared = [...small].filter((word) => large.has(word)).length
  return shared / large.size > textLoop.overlap
}
