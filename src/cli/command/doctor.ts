import { checkup } from "../../agent/checkup.ts"
import { configDirectory } from "../../agent/config.ts"
import { memoryChecks } from "../../agent/memory-check.ts"
import { chooseModels } from "../../agent/model-choice.ts"
import { permissionsFor } from "../../agent/permission-setup.ts"
import { projectOf } from "../../agent/project.ts"
import { type Setup, setupChecks } from "../../agent/setup-check.ts"
import { isHoldfastError } from "../../session/error.ts"
import { dataDirectory } from "../../store/sqlite/directory.ts"
import { inspectStore } from "../../store/sqlite/inspect.ts"
import { checkLines } from "../checkup-text.ts"
import type { Run } from "../commands/form.ts"
import { repairLines } from "../repair.ts"
import { withStore } from "../store.ts"
import { reportLines, verifyWithProgress } from "../verification.ts"
import { ownVersion } from "../version.ts"

export const run: Run = async (args, terminal) => {
  const directory = dataDirectory()
  const repair = args.flag("repair") ? await repaired(directory) : null
  if (repair && !terminal.json) await terminal.print(...repairLines(repair, terminal), "")
  // What is told is how things stand now, after a repair.
  const inspection = inspectStore(directory)
  const versions = { holdfast: ownVersion(), node: process.versions.node, sqlite: process.versions.sqlite ?? "unknown" }
  const checks = [
    ...checkup(inspection, versions),
    ...memoryChecks({ directory, project: projectOf() }),
    ...(await setupChecks(await setupHere(directory))),
  ]
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

async function setupHere(directory: string): Promise<Setup> {
  const { env } = process
  const configuration = configDirectory(env)
  const project = projectOf()
  // A store that cannot be opened has a check of its own, and trusts nothing.
  const store = await withStore(
    "look",
    async (found) => found && { trusted: await found.setting("trusted-rules") },
  ).catch((error: unknown) => {
    if (isHoldfastError(error)) return undefined
    throw error
  })
  const trusting = { setting: async () => store?.trusted }
  const of = { store: trusting, configuration, project, env, noAsk: false, foreignThrough: 0 }
  return {
    env,
    directory,
    configuration,
    workspace: process.cwd(),
    permissions: await permissionsFor(of),
    models: (config) => chooseModels({ env, config }),
  }
}

async function repaired(directory: string) {
  const { repairStore } = await import("../../store/sqlite/repair.ts")
  return repairStore(directory)
}
