import type { TurnFacts } from "../../session/event/turn-facts.ts"
import { limits } from "../../session/limits.ts"
import type { Facts } from "./facts.ts"

/** The facts as a stop record keeps them: bounded, and without what only the decision needed. */
export function recordOf(facts: Facts): TurnFacts {
  const { files, generated, unwatched, commands, results, unrun, plan, touched, open, running, denied } = facts
  const note = (text: string) => text.slice(0, limits.note).toWellFormed()
  const failed = ({ path, error, seq }: Facts["failedWrites"][number]) => ({ path, error: note(error), seq })
  const listed = <T>(name: string, all: readonly T[]) =>
    all.length === 0 ? {} : { [name]: all.slice(0, limits.checks) }
  return {
    files: files
      .slice(0, limits.factFiles)
      .map(({ path, change, kind }) => ({ path, change, ...(kind ? { kind } : {}) })),
    fileCount: files.length,
    generated,
    ...(unwatched === null ? {} : { unwatched: note(unwatched) }),
    commands,
    checks: [
      ...results.map(({ check, status, by, summary, seq }) => ({
        command: check.command,
        status,
        strength: check.strength,
        by,
        ...(summary === null ? {} : { summary: note(summary) }),
        ...(seq === null ? {} : { seq }),
      })),
      ...unrun.map(({ command, strength }) => ({
        command,
        status: "planned" as const,
        strength,
        by: "holdfast" as const,
      })),
    ].slice(0, limits.checks),
    ...listed("uncovered", plan.uncovered),
    ...listed("touched", touched),
    ...listed("open", open.map(note)),
    ...listed("running", running.map(note)),
    ...listed("failedWrites", facts.failedWrites.map(failed)),
    ...listed("failedEdits", facts.failedEdits.map(failed)),
    ...listed(
      "denied",
      denied.map(({ tool, what, seq }) => ({ tool: tool.slice(0, limits.name), what: note(what), seq })),
    ),
  }
}
