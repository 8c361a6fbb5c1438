import { chooseModels } from "../../../agent/configuration/model-choice.ts"
import { projectOf } from "../../../agent/configuration/project-of.ts"
import { permissionsFor } from "../../../agent/tool-calls/permission-setup.ts"
import { type Check, checkup } from "../../../present/checkup.ts"
import { memoryChecks } from "../../../present/memory-check.ts"
import { type Setup, setupChecks } from "../../../present/setup-check.ts"
import type { Report } from "../../../store/contract.ts"
import { inspectStore } from "../../../store/sqlite/rescue/inspect.ts"
import { createKeyedMutex } from "../../keyed-mutex.ts"
import type { ServerContext } from "../../server-context.ts"
import { resolveDirectory } from "../files/directories.ts"
import { refuseOutside } from "../files/file-context.ts"
import { verifyInThread } from "./verify-store.ts"

type DoctorOptions = { verify: boolean; project?: string | undefined; signal: AbortSignal }

type Diagnosis = { sound: boolean; checks: Check[]; verification: Report | null }

/**
 * The checks of `holdfast doctor`, for the named project or else the server's working directory. One full
 * verification runs at a time.
 */
export function doctorOf(server: ServerContext): (wish: DoctorOptions) => Promise<Diagnosis> {
  const { directory, version, closing } = server
  const oneByOne = createKeyedMutex()
  return async ({ verify, project: named, signal }) => {
    const workspace = await resolveDirectory(named ?? server.roots[0] ?? process.cwd())
    await refuseOutside(server, workspace)
    const inspection = inspectStore(directory)
    const versions = { holdfast: version, node: process.versions.node, sqlite: process.versions.sqlite ?? "unknown" }
    const project = projectOf(workspace)
    const checks = [
      ...checkup(inspection, versions),
      ...memoryChecks({ directory, project }),
      ...(await setupChecks(await setupOf(server, { workspace, project }))),
    ]
    // This version cannot verify the tables of a newer store.
    const file = inspection.failure?.code === "newer" ? undefined : inspection.file?.path
    const ended = AbortSignal.any([signal, closing])
    const verification =
      verify && file && inspection.file?.bytes ? await oneByOne(file, () => verifyInThread(file, ended)) : null
    const isSound = checks.every(({ status }) => status !== "fail") && (verification?.problems.length ?? 0) === 0
    return { sound: isSound, checks, verification }
  }
}

async function setupOf(
  { store, env, directory, configuration, settings }: ServerContext,
  { workspace, project }: { workspace: string; project: string },
): Promise<Setup> {
  const { model } = await settings()
  return {
    env,
    directory,
    configuration,
    workspace,
    permissions: await permissionsFor({ store, configuration, project, env, noAsk: false, foreignThrough: 0 }),
    // Check the file as it is now, not as it was when the server started.
    models: (config) => {
      const models = chooseModels({ env, config, store })
      if (model === null) return models
      const found = { model, because: "it is the default in the server's settings", looked: [], several: [] }
      return { ...models, found: async () => found }
    },
  }
}
