/** The sections of the notepad, by the name that tools use. */
export const notepadSections = {
  priority: "Priority Context",
  working: "Working Memory",
  manual: "Manual Notes",
} as const

export type NotepadSection = keyof typeof notepadSections

const nothing = "_Empty_"

/** What a section says, empty where it has nothing. */
export function sectionOf(text: string, section: NotepadSection): string {
  const { start, end, lines } = find(text, section)
  const body = lines
    .slice(start + 1, end)
    .join("\n")
    .trim()
  return start === -1 || body === nothing ? "" : body
}

/** The notepad with another body of one section. What else a person wrote into it stays. */
export function withSection(text: string, section: NotepadSection, body: string): string {
  const whole = text.trim() === "" ? emptyNotepad : text
  const { start, end, lines } = find(whole, section)
  const written = ["", body.trim() || nothing, ""]
  if (start === -1) return `${whole.trimEnd()}\n\n## ${notepadSections[section]}\n${written.join("\n")}`
  return `${[...lines.slice(0, start + 1), ...written, ...lines.slice(end)].join("\n").trimEnd()}\n`
}

/** The notepad with one more dated entry. */
export function withEntry(
  text: string,
  section: NotepadSection,
  { day, content }: { day: string; content: string },
): string {
  const entry = `- ${day}: ${content.trim().replaceAll("\n", "\n  ")}`
  return withSection(text, section, [sectionOf(text, section), entry].join("\n"))
}

/** Text that cannot be taken for a section of its own. */
export const withoutSections = (text: string) => text.replace(/^##? /gm, "### ")

const emptyNotepad = `# Notepad\n\n${Object.values(notepadSections)
  .map((title) => `## ${title}\n\n${nothing}\n`)
  .join("\n")}`

function find(text: string, section: NotepadSection) {
  const lines = text.split("\n")
  const start = lines.findIndex((line) => line.trim() === `## ${notepadSections[section]}`)
  const next = lines.findIndex((line, index) => index > start && line.startsWith("## "))
  return { lines, start, end: next === -1 ? lines.length : next }
}
