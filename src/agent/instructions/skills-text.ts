import { clippedLine } from "../../base/clip.ts"
import type { Skill } from "./skills.ts"

const most = { usual: 64, brief: 8, description: 400, briefDescription: 120 } as const

/** The skills as the prompt lists them: what each is for, not what it says. Pure. */
export function skillsText(skills: readonly Skill[], { brief }: { brief: boolean }): string | null {
  if (skills.length === 0) return null
  const shown = skills.slice(0, brief ? most.brief : most.usual)
  const length = brief ? most.briefDescription : most.description
  const lines = shown.map(({ name, source, description, wrong }) =>
    wrong
      ? `- ${name}: cannot be used: ${wrong} (${source})`
      : `- ${name}: ${clippedLine(description, length)} (${source})`,
  )
  const more = skills.length > shown.length ? [`- and ${skills.length - shown.length} more`] : []
  return [
    "## Skills",
    "",
    "Written by the person or the project. Where one fits the task, read it first with the skill tool.",
    "",
    ...lines,
    ...more,
  ].join("\n")
}
