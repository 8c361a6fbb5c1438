import type { Check } from "../../session/event/done.ts"
import { isPlaceholder } from "../checks/placeholder.ts"
import type { ProjectFacts } from "../project/project.ts"

/**
 * Whether a check can fail with the work. Detection plans a look whether a file is there, and knows what it is worth;
 * from anybody else that is no proof.
 */
export function isSound({ command, strength, source }: Check, facts: ProjectFacts | null): boolean {
  return (strength === "exists" && source === "project") || !isPlaceholder(command, facts ?? undefined)
}
