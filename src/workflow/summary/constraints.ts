/** Words by which a sentence demands or forbids something. A weak one does so only where nothing is asked. */
const demands = {
  strong:
    /\b(must|never|always|shall|should|do(?:es)? not|don['’]t|cannot|can['’]t|may not|not allowed|forbidden|without|at most|at least|no more than|no less than|make sure|ensure|avoid|required?|exactly|under no circumstances)\b/i,
  weak: /\b(only|keep|use|no|leave|prefer|instead of|stay|nothing but|except|not)\b/i,
} as const

const longest = 1_000

/** What a person demands in a text, sentence by sentence and word for word. Quoted code demands nothing. */
export function constraintsIn(text: string): string[] {
  return sentencesOf(text)
    .filter(isDemand)
    .map((sentence) => (sentence.length <= longest ? sentence : `${sentence.slice(0, longest - 1).toWellFormed()}…`))
}

export type Constraints = {
  kept: readonly string[]
  /** How many there was no room for, from the middle: the oldest and the newest matter most. */
  leftOut: number
}

/** What was demanded before and now, each once, within a number of characters and of demands. */
export function mergeConstraints(
  before: Constraints,
  found: readonly string[],
  { characters, count }: { characters: number; count: number },
): Constraints {
  const all = distinct([...before.kept, ...found])
  let [low, high, left] = [0, all.length, characters]
  // From both ends by turns, so that neither crowds the other out.
  while (low < high && low + all.length - high < count) {
    const oldest = low <= all.length - high
    left -= all[oldest ? low : high - 1]?.length ?? 0
    if (left < 0) break
    if (oldest) low += 1
    else high -= 1
  }
  const kept = [...all.slice(0, low), ...all.slice(high)]
  return { kept, leftOut: before.leftOut + all.length - kept.length }
}

function isDemand(sentence: string): boolean {
  if (demands.strong.test(sentence)) return true
  return !sentence.endsWith("?") && demands.weak.test(sentence)
}

/** Lines of a list are sentences of their own; a sentence may go over several lines, and code is none. */
function sentencesOf(text: string): string[] {
  return blocksOf(text)
    .map((block) => block.replace(/\s+/g, " ").trim())
    .flatMap((block) => block.split(/(?<=[.!?;]["')\]]?) (?=["'([`]?[\p{Lu}\p{N}`])/u))
    .filter((sentence) => sentence !== "")
}

function blocksOf(text: string): string[] {
  const blocks = [""]
  let fence: string | null = null
  for (const line of text.split("\n")) {
    const [mark] = /^\s*(?:```|~~~)/.exec(line) ?? []
    if (mark !== undefined && (fence === null || fence === mark.trim())) {
      fence = fence === null ? mark.trim() : null
      blocks.push("")
      continue
    }
    if (fence !== null) continue
    const item = /^\s*(?:[-*•]|\d+[.)])\s+/.exec(line)
    if (item || line.trim() === "") blocks.push("")
    blocks[blocks.length - 1] += ` ${item ? line.slice(item[0].length) : line}`
  }
  return blocks
}

function distinct(sentences: readonly string[]): string[] {
  const known = new Set<string>()
  return sentences.filter((sentence) => known.size < known.add(plain(sentence)).size)
}

const plain = (sentence: string) =>
  sentence
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/[.!;,\s]+$/, "")
