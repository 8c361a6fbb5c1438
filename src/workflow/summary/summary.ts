import { clipLine, compress } from "./compress.ts"

/** What stands for the messages that are left out. Everything but the notes is found by code. */
export type Summary = {
  /** The task, word for word. */
  goal: string
  /** What the session began with, where that was another task. */
  first: string | null
  /** What the person demanded, word for word. */
  constraints: readonly string[]
  /** How many more demands there was no room for. */
  constraintsLeftOut: number
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
  constraints: "What you were told (word for word)",
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
  ["constraints", 1],
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
- What you were told, the mode and the permissions hold on. The log keeps all of the rest.
- Do not ask again for what is written here.`

/** The summary as the model reads it, within a number of characters. The demands stay whatever else has to go. */
export function renderSummary(summary: Summary, characters: number): string {
  let left = characters - continuation.length
  const rendered = new Map<Section, string>()
  for (const [section, share] of shares) {
    const heading = `## ${headings[section]}\n`
    const most = section === "constraints" ? Number.POSITIVE_INFINITY : Math.min(left, share * characters)
    const body = bodyOf(section, summary, most - heading.length - 2)
    if (body === "") continue
    rendered.set(section, `${heading}${body}`)
    left -= heading.length + body.length + 2
  }
  const sections = (Object.keys(headings) as Section[]).flatMap((section) => rendered.get(section) ?? [])
  return [...sections, continuation].join("\n\n")
}

/** The lines of one section of a summary that was rendered here, none where it has no such section. */
export function sectionOf(rendered: string, section: "goal" | "first" | "constraints" | "requests"): string[] {
  const start = rendered.indexOf(`## ${headings[section]}\n`)
  if (start === -1) return []
  const [, ...lines] = rendered.slice(start).split("\n")
  const end = lines.findIndex((line) => line.startsWith("## ") || continuation.startsWith(`${line}\n`))
  return lines
    .slice(0, end === -1 ? lines.length : end)
    .map((line) => line.replace(/^- /, "").trim())
    .filter((line) => line !== "")
}

/** How many demands a summary that was rendered here says to have left out. */
export function leftOutOf(rendered: string): number {
  const last = sectionOf(rendered, "constraints").at(-1) ?? ""
  return Number(/^\((\d+) more in the log/.exec(last)?.[1] ?? 0)
}

function bodyOf(section: Section, summary: Summary, characters: number): string {
  if (characters <= 0) return ""
  switch (section) {
    case "goal":
    case "first":
    case "current":
      return clipText(summary[section] ?? "", characters)
    case "constraints": {
      const { constraints, constraintsLeftOut } = summary
      const more = `- (${constraintsLeftOut} more in the log: search it before you decide what they may be about)`
      return [...constraints.map((one) => `- ${one}`), ...(constraintsLeftOut > 0 ? [more] : [])].join("\n")
    }
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
      return clipLine(summary.tools.join(", "), characters)
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
  if (characters < leastRoom) return ""
  const whole = text.trim().replace(/^#+ /gm, "")
  return whole.length <= characters ? whole : `${whole.slice(0, characters - 1).toWellFormed()}…`
}
