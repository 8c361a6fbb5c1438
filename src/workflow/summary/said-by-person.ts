/** What is as short as this is kept whole where there is not room for all. */
const shortest = 300

/** How much is carried from summary to summary: no window has room for more. */
export type Carried = { characters: number; count: number; each: number }

/**
 * What the person said before and now, in order, all of it whole while no more than that much was said. Then long texts
 * are shortened, and at last the oldest are left out: what takes a word back is newer, and outlives it.
 */
export function carrySaid(before: readonly string[], said: readonly string[], most: Carried): string[] {
  const known = before.filter((text) => text !== gap)
  const all = withoutRepeats([...known, ...said.flatMap((text) => piecesOf(text.trim(), most.each))])
  const { texts, leftOut } = fitting(all, most.characters - gap.length)
  return packed(leftOut > 0 || known.length < before.length ? [gap, ...texts] : texts, most)
}

/** How the person's words are rendered. */
export type SaidOptions = {
  /** The task as another section of the summary has it: it is not repeated. */
  goal: string
  characters: number
  /** The server takes less than it says: there will not be more room later. */
  tight?: boolean
}

/** What the person said as lines of a list: word for word and whole where there is room for all of it. */
export function summarizeSaid(said: readonly string[], { goal, characters, tight = false }: SaidOptions): string {
  const known = folded(goal)
  const all = withoutRepeats(said.filter((text) => !known.includes(folded(text)))).map(listed)
  if (sizeOf(all) <= characters) return all.join("\n")
  const { texts, leftOut } = fitting(all, characters - more(all.length, tight).length)
  return [more(leftOut, tight), ...texts].join("\n")
}

/** Whether a list says that there will not be more room later. */
export function isTight(list: string): boolean {
  return list.split("\n", 1)[0]?.endsWith(noRoom) ?? false
}

const noRoom = "; this server has no room for all)"
const gap = "(More was said here: it is in the log.)"

function more(leftOut: number, tight: boolean): string {
  const what =
    leftOut > 0
      ? `${leftOut} more in the log: search it before you decide what they may be about`
      : "In short: the log has all of it"
  return `- (${what}${tight ? noRoom : ")"}`
}

/** No line of it can be taken for a heading of the summary. */
const listed = (text: string) => `- ${text.replaceAll("\n", "\n  ")}`

/** The texts within some room: those that take more than their share shortened, and the newest of them. */
function fitting(texts: readonly string[], characters: number): { texts: readonly string[]; leftOut: number } {
  if (sizeOf(texts) <= characters) return { texts, leftOut: 0 }
  const share = Math.min(characters - 1, Math.max(shortest, shareOf(texts, characters)))
  const short = texts.map((text) => shortened(text, share))
  let left = characters
  const leftOut = short.findLastIndex((text) => {
    left -= text.length + 1
    return left < 0
  })
  return { texts: short.slice(leftOut + 1), leftOut: leftOut + 1 }
}

/** How long a text may be so that all fit, where those that are shorter leave their room to the others. */
function shareOf(texts: readonly string[], characters: number): number {
  let left = characters
  const sizes = texts.map(({ length }) => length + 1).toSorted((one, other) => one - other)
  for (const [at, size] of sizes.entries()) {
    const share = Math.floor(left / (sizes.length - at))
    if (size > share) return share - 1
    left -= size
  }
  return left
}

const cut = " […] "

/** The beginning and the end: what a person comes to in the end counts as well. */
function shortened(text: string, length: number): string {
  if (text.length <= length) return text
  const end = Math.floor((length - cut.length) / 2)
  return end <= 0
    ? text.slice(0, Math.max(0, length)).toWellFormed()
    : `${text.slice(0, end).toWellFormed()}${cut}${text.slice(-end).toWellFormed()}`
}

/** A long text in pieces, at the ends of lines where there are any. */
function piecesOf(text: string, each: number): string[] {
  if (text === "") return []
  if (text.length <= each) return [text]
  const line = text.lastIndexOf("\n", each)
  const end = line > each / 2 ? line : each
  return [text.slice(0, end).toWellFormed(), ...piecesOf(text.slice(end).trim(), each)]
}

/** Where there are too many, the older ones stand together. */
function packed(texts: readonly string[], { count, each }: Carried): string[] {
  if (texts.length <= count) return [...texts]
  const newest = Math.floor(count / 2)
  const older: string[] = []
  for (const text of texts.slice(0, -newest)) {
    const last = older.at(-1)
    if (last !== undefined && last.length + text.length < each) older[older.length - 1] = `${last}\n${text}`
    else older.push(text)
  }
  return [...older, ...texts.slice(-newest)].slice(-count)
}

function sizeOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length + 1, 0)
}

/** What is said twice is kept once, where it was said last: the words between may say the contrary. */
function withoutRepeats(texts: readonly string[]): string[] {
  const last = new Map(texts.map((text, at) => [folded(text), at]))
  return texts.filter((text, at) => last.get(folded(text)) === at)
}

/** A text however its lines are broken, and without the marks of headings, which a goal loses. */
const folded = (text: string) =>
  text
    .replace(/^(?:#+ )+/gm, "")
    .replace(/\s+/g, " ")
    .trim()
