/** One section of the system prompt. */
export type Section = { name: SectionName; text: string }

/**
 * The sections, in the order in which they are sent. The stable ones come first, so that a provider's prompt cache holds:
 * they stay as they are, to the byte, until the next compaction.
 */
export type SectionName = StableSection | DynamicSection

type StableSection =
  | "introduction"
  | "tools"
  | "tool-call-format"
  | "rules"
  | "own-instructions"
  | "project-instructions"
  | "skills"
  | "project-context"
  | "project-tips"

/** What may be different in each request. */
type DynamicSection = "runtime" | "workflow" | "mode-guidance" | "memory" | "assignment"

/** Above the first dynamic section. */
export const boundary = "# Dynamic Runtime Context"

/** A section, or none where there is nothing to say. */
export function section(name: SectionName, text: string | null): Section[] {
  return text === null || text.trim() === "" ? [] : [{ name, text }]
}

/** The sections as the model gets them. */
export function joined(sections: readonly { text: string }[]): string {
  return sections.map(({ text }) => text).join("\n\n")
}
