import { constraintsIn, isDemand, weightOf } from "./constraints.ts"

/** What is as short as this is told whole even where there is not room for all. */
const shortest = 300

/** What a sentence may take of the room where there is not room for all. */
const sentence = { share: 0.25, least: 200, most: 1_000 } as const

/** How much is carried from summary to summary: no window has room for more. */
export type Carried = { characters: number; count: number; each: number }

/**
 * What the person said before and now, in order. All of it is carried whole while no more than that much was said; then
 * what is long is carried by its demands alone, and at last a share of each. What is kept of one text stays together.
 */
export function carrySaid(before: readonly string[], said: readonly string[], most: Carried): string[] {
  const all = withoutRepeats([...before, ...said.flatMap((text) => piecesOf(text.trim(), most.each))], (text) => text)
  if (sizeOf(all) <= most.characters) return packed(all, most)
  const units = unitsIn(all, (text) => unitsOf(text, sentence.most))
  const chosen = choose(units, { characters: most.characters - gap.length, between: apart.length })
  const first = units.findIndex((_, index) => !chosen.has(index))
  const bySource = Map.groupBy(units.keys(), (index) => units[index]?.source)
  return packed(
    [...bySource.values()].flatMap((indexes) => {
      const kept = indexes.flatMap((index) => (chosen.has(index) ? (units[index]?.text ?? []) : []))
      return [...piecesOf(kept.join(apart), most.each), ...(indexes.includes(first) ? [gap] : [])]
    }),
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
 * not, what demands something comes first, and each text has its share of the room.
 */
export function tellSaid(said: readonly string[], { goal, characters, tight = false }: Telling): string {
  const known = folded(goal)
  const isGoal = (text: string) => known !== "" && known.includes(folded(text))
  const whole = unitsIn(said, (text) => (isGoal(text) ? constraintsIn(text) : [text])).map(({ text }) => listed(text))
  if (sizeOf(whole) <= characters) return whole.join("\n")
  const longest = Math.min(sentence.most, Math.max(sentence.least, Math.floor(sentence.share * characters)))
  const units = unitsIn(said, (text) => (isGoal(text) ? constraintsIn(text, longest) : unitsOf(text, longest)))
  const lines = units.map(({ text, source }) => ({ text: listed(text), source }))
  const chosen = choose(lines, { characters: characters - more(units.length, tight).length, between: 1 })
  const told = lines.filter((_, index) => chosen.has(index)).map(({ text }) => text)
  return [...told, more(units.length - chosen.size, tight)].join("\n")
}

/** Whether a list says that there will not be more room later. */
export function isTight(told: string): boolean {
  return told.endsWith(noRoom)
}

const noRoom = "; this server has no room for all)"
/** Between what is kept of one text: each is a sentence of its own. */
const apart = "\n\n"
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

/** A part of what was said, and which of the texts it is from. */
type Unit = { text: string; source: number }

function unitsIn(texts: readonly string[], of: (text: string) => string[]): Unit[] {
  const units = texts.flatMap((whole, source) => of(whole).map((text) => ({ text, source })))
  return withoutRepeats(units, ({ text }) => text)
}

/**
 * The places of those that fit. By turns each text gives what demands most in it; what demands nothing comes last. One
 * that does not fit stops no other.
 */
function choose(units: readonly Unit[], { characters, between }: { characters: number; between: number }): Set<number> {
  const weighed = units.map(({ text }, place) => ({ place, weight: weightOf(text), size: text.length + between }))
  const bySource = [...Map.groupBy(weighed, ({ place }) => units[place]?.source).values()]
  const turns = fromBothEnds(bySource).flatMap((own) =>
    [true, false].flatMap((demands) =>
      fromBothEnds(own.filter(({ weight }) => weight > 0 === demands))
        .toSorted((one, other) => other.weight - one.weight)
        .map((unit, turn) => ({ ...unit, turn: demands ? turn : units.length + turn })),
    ),
  )
  const chosen = new Set<number>()
  let left = characters
  for (const { place, size } of turns.toSorted((one, other) => one.turn - other.turn || other.weight - one.weight)) {
    if (size > left) continue
    left -= size
    chosen.add(place)
  }
  return chosen
}

/** The first, the last, the second, and so on: neither the oldest nor the newest crowd the others out. */
function fromBothEnds<T>(items: readonly T[]): T[] {
  return items.flatMap((_, index) => {
    const place = index % 2 === 0 ? index / 2 : items.length - (index + 1) / 2
    return items.slice(place, place + 1)
  })
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

/**
 * What is said again is told once, where it was said first. A demand that others came between is told again where it was
 * said last: what was said between may be its contrary, and the later word counts.
 */
function withoutRepeats<T>(items: readonly T[], textOf: (item: T) => string): T[] {
  const keys = items.map((item) => plain(textOf(item)))
  const places = Map.groupBy(keys.keys(), (index) => keys[index])
  const demanding = new Map([...places.keys()].map((key = "") => [key, isDemand(key)]))
  return items.filter((_, index) => {
    const same = places.get(keys[index]) ?? []
    if (same[0] === index) return true
    if (same.at(-1) !== index || !demanding.get(keys[index] ?? "")) return false
    return keys.slice(same[0], index).some((key) => key !== keys[index] && demanding.get(key))
  })
}

/** How a text begins and ends makes no other of it; the case of a name does. */
const plain = (text: string) =>
  text
    .replace(/\s+/g, " ")
    .replace(/(?<![.!;,\s])[.!;,\s]+$/, "")
    .replace(/^./u, (first) => first.toLowerCase())

/** A text however its lines are broken, and without the marks of headings, which a goal loses. */
const folded = (text: string) =>
  text
    .replace(/^(?:#+ )+/gm, "")
    .replace(/\s+/g, " ")
    .trim()
