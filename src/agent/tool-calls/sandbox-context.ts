import { basename } from "node:path"
import { commandEnvironment } from "../../tools/job/environment.ts"
import type { SandboxContext } from "../../tools/sandbox/sandbox-policy.ts"
import { policyPlaces } from "../configuration/places.ts"
import type { Work } from "../turn/work.ts"

/** What a sandbox must know of the session that a call belongs to. */
export function sandboxContext({ state, permissions, places, sandbox, env, environment }: Work): SandboxContext {
  const { workspace } = state.log
  const rules = policyPlaces({ projectFile: permissions.projectFile, workspace })
  return {
    workspace,
    home: permissions.home,
    env: commandEnvironment(env, environment),
    settings: sandbox,
    protected: places.protected,
    rules: rules.filter((path) => basename(path) === ".holdfast"),
  }
}
