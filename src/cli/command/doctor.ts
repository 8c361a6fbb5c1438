import { checkup } from "../../agent/checkup.ts"
import { memoryChecks } from "../../agent/memory-check.ts"
import { projectOf } from "../../agent/project.ts"
import { dataDirectory } from "../../store/sqlite/directory.ts"
import { inspectStore } from "../../store/sqlite/inspect.ts"
import { checkLines } from "../checkup-text.ts"
import type { Run } from "../commands/form.ts"
import { repairLines } from "../repair.ts"
import { reportLines, verifyWithProgress } from "../verification.ts"
import { ownVersion } from "../version.ts"

export const run: Run = async (args, terminal) => {
  const directory = dataDirectory()
  const repair = args.flag("repair") ? await repaired(directory) : null
  if (repair && !terminal.json) await terminal.print(...repairLines(repair, terminal), "")
  // What is told is how things stand now, after a repair.
  const inspection = inspectStore(directory)
  const versions = { holdfast: ownVersion(), node: process.versions.node, sqlite: process.versions.sqlite ?? "unknown" }
  const checks = [...checkup(inspection, versions), ...memoryChecks({ directory, project: projectOf() })]
  if (!terminal.json) await terminal.print(...checkLines(checks, terminal))
  // A newer store has tables that nobody here knows: there is nothing to compare them with.
  const file = inspection.failure?.code === "newer" ? null : inspection.file
  const verification = args.flag("verify") && file?.bytes ? await verifyWithProgress(file.path, terminal) : null
  const problems = (verification?.problems.length ?? 0) + (repair?.lost.length ?? 0)
  const sound = checks.every(({ status }) => status !== "fail") && problems === 0
  if (terminal.json) await terminal.printJson({ directory, sound, repair, checks, verification })
  else if (verification) {
    const givenUp = inspection.contents?.givenUp ?? new Set<string>()
    await terminal.print("", ...reportLines(verification, givenUp, terminal))
  }
  return sound ? 0 : 1
}

async function repaired(directory: string) {
  const { repairStore } = await import("../../store/sqlite/repair.ts")
  return repairStore(directory)
}
