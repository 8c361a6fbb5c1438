import { constraintsIn, isDemand } from "./constraints.ts"

/** What is as short as this is told whole even where there is not room for all. */
const shortest = 300

/** What a sentence may take of the room where there is not room for all. */
const sentence = { share: 0.25, least: 200, most: 1_000 } as const

/** How much is carried from summary to summary: no window has room for more. */
export type Carried = { characters: number; count: number; each: number }

/**
 * What the person said before and now, in order and each once. All of it is carried whole while no more than that much
 * was said; then what is long is carried by its demands alone, and at last the oldest and the newest of them.
 */
export function carrySaid(before: readonly string[], said: readonly string[], most: Carried): string[] {
  const all = distinct([...before, ...said.flatMap((text) => piecesOf(text.trim(), most.each))])
  if (sizeOf(all) <= most.characters) return packed(all, most)
  const units = distinct(all.flatMap((text) => unitsOf(text, sentence.most)))
  const chosen = choose(units, most.characters - gap.length)
  const first = units.findIndex((_, index) => !chosen.has(index))
  return packed(
    units.flatMap((unit, index) => (chosen.has(index) ? [unit] : index === first ? [gap] : [])),
    most,
  )
}

/** How what the person said is told. */
export type Telling = {
  /** The task as it is told elsewhere in the summary: of that only the demands are told again. */
  goal: string
  characters: number
  /** The server takes less than it says: there will not be more room later. */
  tight?: boolean
}

/**
 * What the person said as lines of a list: word for word and whole where there is room for all of it. Where there is
 * not, what demands something comes first, from both ends by turns so that neither crowds the other out.
 */
export function tellSaid(said: readonly string[], { goal, characters, tight = false }: Telling): string {
  const known = folded(goal)
  const isGoal = (text: string) => known !== "" && known.includes(folded(text))
  const whole = distinct(said.flatMap((text) => (isGoal(text) ? constraintsIn(text) : [text]))).map(listed)
  if (sizeOf(whole) <= characters) return whole.join("\n")
  const longest = Math.min(sentence.most, Math.max(sentence.least, Math.floor(sentence.share * characters)))
  const units = distinct(
    said.flatMap((text) => (isGoal(text) ? constraintsIn(text, longest) : unitsOf(text, longest))),
  ).map(listed)
  const chosen = choose(units, characters - more(units.length, tight).length)
  return [...units.filter((_, index) => chosen.has(index)), more(units.length - chosen.size, tight)].join("\n")
}

/** Whether a list says that there will not be more room later. */
export function isTight(told: string): boolean {
  return told.endsWith(noRoom)
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

function unitsOf(text: string, longest: number): string[] {
  return text.length <= Math.min(shortest, longest) ? [text] : constraintsIn(text, longest)
}

/** The places of those that fit: first what demands something, then the rest. One that does not fit stops no other. */
function choose(units: readonly string[], characters: number): Set<number> {
  const places = units.map((_, index) => (index % 2 === 0 ? index / 2 : units.length - (index + 1) / 2))
  const byWeight = Map.groupBy(places, (place) => isDemand(units[place] ?? ""))
  const chosen = new Set<number>()
  let left = characters
  for (const place of [...(byWeight.get(true) ?? []), ...(byWeight.get(false) ?? [])]) {
    const size = (units[place]?.length ?? 0) + 1
    if (size > left) continue
    left -= size
    chosen.add(place)
  }
  return chosen
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

function distinct(texts: readonly string[]): string[] {
  const known = new Set<string>()
  return texts.filter((text) => known.size < known.add(plain(text)).size)
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/[.!;,\s]+$/, "")

/** A text however its lines are broken, and without the marks of headings, which a goal loses. */
const folded = (text: string) =>
  text
    .replace(/^(?:#+ )+/gm, "")
    .replace(/\s+/g, " ")
    .trim()
