import { type Line, linesOf } from "./lines.ts"

/** A section with an unknown name: a person or a model wrote it, so it is kept. Without a title it comes first. */
export type Kept = { title: string; body: string }

export type Part<Name extends string> = { name: Name; assumed: boolean; lines: Line[] }
export type Outline<Name extends string> = { parts: Part<Name>[]; kept: Kept[] }

/** The headings of a document: each section by its names, and the names of the document itself. */
export type Headings<Name extends string> = {
  sections: Readonly<Record<Name, readonly string[]>>
  titles: readonly string[]
}

/** The content of a heading with nothing under it. */
const assumedMark = "(assumed)"

/**
 * Reads markdown as people and small models write it: a heading may be numbered, bold, or end with a colon. A heading
 * that is not known begins a section that is kept, or, where it is deeper than the known section around it,
 * belongs to that one.
 */
export function parseOutline<Name extends string>(markdown: string, headings: Headings<Name>): Outline<Name> {
  const known = namesOf(headings)
  const parts: Part<Name>[] = []
  const kept: { title: string; level: number; lines: Line[] }[] = []
  const opening: Line[] = []
  let current: { lines: Line[]; level: number } = { lines: opening, level: 6 }
  for (const line of linesOf(markdown)) {
    const heading = line.fenced ? null : headingOf(line.text)
    const section = heading && knownSection(heading, known)
    if (heading && section) {
      const rest = section.rest ? [{ text: section.rest, fenced: false }] : []
      if (section.name === null) {
        current = { lines: opening, level: 6 }
        opening.push({ text: "", fenced: false }, ...rest)
      } else {
        parts.push({
          name: section.name,
          assumed: section.title.toLowerCase().includes(assumedMark),
          lines: rest,
        })
        current = { lines: rest, level: heading.level }
      }
    } else if (heading?.marked && heading.level <= current.level) {
      kept.push({ title: heading.text, level: heading.level, lines: [] })
      current = { lines: kept.at(-1)?.lines ?? [], level: heading.level }
    } else current.lines.push(line)
  }
  const first = bodyOf(opening)
  return {
    parts,
    kept: [
      ...(first ? [{ title: "", body: first }] : []),
      ...kept.map(({ title, level, lines }) => ({ title, body: bodyOf(level === 1 ? demoted(lines) : lines) })),
    ],
  }
}

/** A document: its title, what stood before everything, its sections in order, and then what else was kept. */
export function formatOutline(
  title: string,
  sections: readonly { title: string; body: string }[],
  kept: readonly Kept[],
): string {
  const opening = kept.filter((section) => section.title === "").map((section) => section.body)
  const rest = [...sections, ...kept.filter((section) => section.title !== "")]
  const blocks = [`# ${title}`, ...opening, ...rest.flatMap((section) => [`## ${section.title}`, section.body])]
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`
}

/** A heading as it is compared: without number, emphasis, remark in brackets, or colon. */
export function normalHeading(text: string): string {
  return text
    .toLowerCase()
    .replace(/^\d+[.)]\s*/, "")
    .replace(/\([^)]*(?:\)|$)/g, (bracket) => (bracket.endsWith(")") ? " " : bracket))
    .replace(/&/g, " and ")
    .replace(/[*_`:-]/g, " ")
    .replace(/\s+/g, " ")
    .trim()
}

/** Section names by heading; null is the title of the document. */
function namesOf<Name extends string>(headings: Headings<Name>): Map<string, Name | null> {
  const names = new Map<string, Name | null>(headings.titles.map((title) => [normalHeading(title), null]))
  for (const name of Object.keys(headings.sections) as Name[])
    for (const alias of headings.sections[name]) names.set(normalHeading(alias), name)
  return names
}

/** The section that a heading begins: "Risks", or "Risks: few", which says something already. */
function knownSection<Name extends string>(heading: Heading, known: ReadonlyMap<string, Name | null>) {
  const { text, rest } = heading
  const name = known.get(normalHeading(text))
  if (name !== undefined) return { name, title: text, rest }
  const colon = text.indexOf(":")
  const before = colon < 0 ? undefined : known.get(normalHeading(text.slice(0, colon)))
  return before === undefined ? null : { name: before, title: text.slice(0, colon), rest: text.slice(colon + 1).trim() }
}

type Heading = { text: string; level: number; rest: string; marked: boolean }

/** The level that a heading without a mark is taken for. */
const plainLevel = 2

/** A heading with its marks (`## Risks`), or what may be one if its name is known (`**Risks:** none`, `Risks:`). */
/** Step by step from the end: a regular expression would take quadratic time over a long row of marks. */
function withoutClosing(heading: string): string {
  let kept = heading.trimEnd()
  for (;;) {
    let end = kept.length
    while (kept[end - 1] === "#") end -= 1
    if (end === kept.length || !/[ \t]/.test(kept.charAt(end - 1))) return kept
    kept = kept.slice(0, end).trimEnd()
  }
}

function headingOf(line: string): Heading | null {
  const marked = /^(#{1,6})[ \t]+(.*)$/s.exec(line)
  if (marked) {
    // Trailing marks close a heading; "C#" keeps its own.
    const text = withoutClosing(marked[2] ?? "").trim()
    return text === "" ? null : { text, level: marked[1]?.length ?? plainLevel, rest: "", marked: true }
  }
  const bold = /^(\*\*|__)([^*_]{1,60})\1(:?)[ \t]*(.*)$/s.exec(line)
  if (bold) {
    const [, , text = "", colon, rest = ""] = bold
    const named = rest === "" || colon === ":" || text.trimEnd().endsWith(":")
    return named ? { text, level: plainLevel, rest, marked: false } : null
  }
  const plain = /^([A-Za-z][A-Za-z ()-]{1,60}):$/.exec(line)
  return plain ? { text: plain[1] ?? "", level: plainLevel, rest: "", marked: false } : null
}

/** Kept sections are written as sections: what stood under a title of the first level goes one deeper. */
function demoted(lines: readonly Line[]): Line[] {
  return lines.map((line) =>
    !line.fenced && /^#{2,5}[ \t]/.test(line.text) ? { ...line, text: `#${line.text}` } : line,
  )
}

function bodyOf(lines: readonly Line[]): string {
  const texts = lines.map((line) => line.text)
  const first = texts.findIndex((text) => text !== "")
  return first < 0 ? "" : texts.slice(first, texts.findLastIndex((text) => text !== "") + 1).join("\n")
}
