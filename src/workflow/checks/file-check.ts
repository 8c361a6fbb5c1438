import type { Strength } from "../../session/event/common.ts"
import { parserOf } from "../project/parser.ts"
import type { ProjectFacts } from "../project/project.ts"

/** What shows that one file is as it should be, apart from the commands of its project. */
export type FileCheck = { command: string | null; strength: Strength; reason: string | null }

/** The check of a changed file that no command of a project covers. That it is there needs no command. */
export function fileCheck({ path, hash }: { path: string; hash: string | null }, facts: ProjectFacts): FileCheck {
  const parser = hash === null ? null : parserOf(path, facts)
  if (parser && "command" in parser) return { command: parser.command, strength: parser.strength, reason: null }
  const reason = parser ? `${path} cannot be parsed here: ${parser.missing.join(" or ")} is needed` : null
  return { command: null, strength: "exists", reason }
}
