import { projectSummary } from "./describe-project.ts"
import type { ProjectFacts } from "./project.ts"

/** A first `AGENTS.md` for a project: what was detected, for its people to correct and complete. */
export function agentsFile(facts: ProjectFacts): string {
  const { kinds, manager, commands } = projectSummary(facts)
  const about = [
    ...(kinds.length > 0 ? [`- Type: ${kinds.join(", ")}`] : []),
    ...(manager ? [`- Package manager: ${manager}`] : []),
  ]
  const runs = commands.map(({ name, command }) => `- ${name}: \`${command}\``)
  return `${[
    "# Instructions for coding agents",
    ...(about.length > 0 ? ["## Project", about.join("\n")] : []),
    ...(runs.length > 0 ? ["## Commands", runs.join("\n")] : []),
    "## Conventions",
    "- Keep changes small, and say what was not checked.",
  ].join("\n\n")}\n`
}
