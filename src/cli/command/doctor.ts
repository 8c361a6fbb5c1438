import { configDirectory } from "../../agent/configuration/config.ts"
import { chooseModels } from "../../agent/configuration/model-choice.ts"
import { projectOf } from "../../agent/configuration/project-of.ts"
import { permissionsFor } from "../../agent/tool-calls/permission-setup.ts"
import { checkup } from "../../present/checkup.ts"
import { memoryChecks } from "../../present/memory-check.ts"
import { type Setup, setupChecks } from "../../present/setup-check.ts"
import { isHoldfastError } from "../../session/error.ts"
import { dataDirectory } from "../../store/sqlite/directory.ts"
import { inspectStore } from "../../store/sqlite/rescue/inspect.ts"
import type { Run } from "../commands/command-form.ts"
import { ownVersion } from "../program-version.ts"
import { repairLines } from "../repair-text.ts"
import { terminalCheck } from "../terminal-check.ts"
import { checkLines } from "../text/checkup-text.ts"
import { reportLines, verifyWithProgress } from "../verify-progress.ts"
import { withStore } from "../with-store.ts"

export const run: Run = async (args, terminal) => {
  const directory = dataDirectory()
  const repair = args.flag("repair") ? await repaired(directory) : null
  if (repair && !terminal.json) await terminal.print(...repairLines(repair, terminal), "")
  // Report the state after a repair.
  const inspection = inspectStore(directory)
  const versions = { holdfast: ownVersion(), node: process.versions.node, sqlite: process.versions.sqlite ?? "unknown" }
  const checks = [
    ...checkup(inspection, versions),
    ...memoryChecks({ directory, project: projectOf() }),
    ...(await setupChecks(await setupHere(directory))),
    terminalCheck({ env: process.env, isTerminal: process.stdout.isTTY, columns: process.stdout.columns }),
  ]
  if (!terminal.json) await terminal.print(...checkLines(checks, terminal))
  // This version cannot verify the tables of a newer store.
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
  // A store that cannot be opened is reported by its own check; here it means that nothing is trusted.
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
  const { repairStore } = await import("../../store/sqlite/rescue/repair-store.ts")
  return repairStore(directory)
}
