import { clipLine, compress } from "./compress.ts"
import { isTight, summarizeSaid } from "./said-by-person.ts"

/** The replacement of the messages that are left out. Everything but the notes is found by code. */
export type Summary = {
  /** The task, word for word. */
  goal: string
  /** What the session began with, where that was another task. */
  first: string | null
  /** What the person said, word for word. */
  said: readonly string[]
  notes: string
  /** What the model said last. */
  current: string | null
  filesChanged: readonly string[]
  failing: readonly string[]
  open: readonly string[]
  keyFiles: readonly string[]
  tools: readonly string[]
  /** What the person asked for lately. */
  requests: readonly string[]
}

/** The headings, in the order in which they are shown. */
const headings = {
  goal: "Goal",
  first: "What the session began with",
  said: "What you were told (word for word)",
  notes: "Notes",
  current: "Current work",
  filesChanged: "Files changed",
  failing: "Failing checks",
  open: "Open items",
  keyFiles: "Key files",
  tools: "Tools used",
  requests: "Recent requests",
} as const

type Section = keyof typeof headings

/** Who gets room first, and how much of all there is at most. What comes first is dropped last. */
const shares: ReadonlyArray<readonly [Section, number]> = [
  ["said", 1],
  ["goal", 0.25],
  ["failing", 0.15],
  ["open", 0.15],
  ["filesChanged", 0.2],
  ["notes", 0.6],
  ["requests", 0.2],
  ["first", 0.1],
  ["current", 0.1],
  ["keyFiles", 0.1],
  ["tools", 0.05],
]

const continuation = `Continuation instructions:
- Go on from the messages below: they are the newest, and whole.
- What you were told, the mode and the permissions hold on; of what you were told the later word counts. The log keeps all of the rest.
- Do not ask again for what is written here.`

/** How long a summary may be, in characters. */
export type SummaryRoom = {
  characters: number
  /** What the person said, and the task: they have this much whatever else has to go. */
  said: number
  goal: number
  /** The server takes less than it says. */
  tight?: boolean
}

/** The summary as the model reads it, within its room. */
export function renderSummary(summary: Summary, room: SummaryRoom): string {
  const { characters } = room
  let left = characters - continuation.length
  const rendered = new Map<Section, string>()
  for (const [section, share] of shares) {
    const heading = `## ${headings[section]}\n`
    const shared = Math.min(left, share * characters) - heading.length - 2
    const body = bodyOf(section, summary, section === "goal" ? Math.max(room.goal, shared) : shared, room)
    if (body === "") continue
    rendered.set(section, `${heading}${body}`)
    left -= heading.length + body.length + 2
  }
  const sections = (Object.keys(headings) as Section[]).flatMap((section) => rendered.get(section) ?? [])
  return [...sections, continuation].join("\n\n")
}

/** The lines of one section of a summary that was rendered here, none where it has no such section. */
export function sectionOf(rendered: string, section: "goal" | "first" | "requests"): string[] {
  return (placeOf(rendered, section)?.body ?? "")
    .split("\n")
    .map((line) => line.replace(/^- /, "").trim())
    .filter((line) => line !== "")
}

/**
 * A rendered summary with the person's words rendered again: there may be more room for them now, or less.
 * One of a server that had no room for it stays as it is, whatever that says of its window.
 */
export function withSaid(rendered: string, said: readonly string[], characters: number): string {
  const place = placeOf(rendered, "said")
  if (!place || said.length === 0 || isTight(place.body)) return rendered
  const goal = placeOf(rendered, "goal")?.body ?? ""
  const summarized = summarizeSaid(said, { goal, characters })
  return `${rendered.slice(0, place.start)}${summarized}${rendered.slice(place.start + place.body.length)}`
}

/** Where a section is. Nothing else in a summary has a line that begins as a heading does. */
function placeOf(rendered: string, section: Section): { start: number; body: string } | null {
  const heading = `\n## ${headings[section]}\n`
  const found = `\n${rendered}`.indexOf(heading)
  if (found === -1) return null
  const start = found + heading.length - 1
  const rest = rendered.slice(start)
  const end = rest.search(/\n\n(?:## |Continuation instructions:\n)/)
  return { start, body: end === -1 ? rest : rest.slice(0, end) }
}

function bodyOf(section: Section, summary: Summary, characters: number, room: SummaryRoom): string {
  if (section === "said") {
    const { goal } = summary
    const shown = goal.length <= room.goal ? goal : ""
    return summarizeSaid(summary.said, { goal: shown, characters: room.said, tight: room.tight ?? false })
  }
  if (characters <= 0) return ""
  switch (section) {
    case "goal":
    case "first":
    case "current":
      return clipText(summary[section] ?? "", characters)
    case "notes":
      return listed(summary.notes.split("\n"), characters)
    case "filesChanged":
    case "failing":
    case "open":
    case "keyFiles":
    case "requests":
      return listed(
        summary[section].map((one) => `- ${one}`),
        characters,
      )
    case "tools":
      return characters < leastRoom ? "" : clipLine(summary.tools.join(", "), characters)
    default:
      return section satisfies never
  }
}

// Less than a line's worth of room is none.
const leastRoom = 40

function listed(lines: readonly string[], characters: number): string {
  if (characters < leastRoom) return ""
  return compress(lines, { characters, lines: Number.POSITIVE_INFINITY, lineCharacters: Math.min(400, characters) })
    .text
}

function clipText(text: string, characters: number): string {
  const whole = text.trim().replace(/^(?:#+ )+/gm, "")
  if (whole.length <= characters) return whole
  return characters < leastRoom ? "" : `${whole.slice(0, characters - 1).toWellFormed()}…`
}
