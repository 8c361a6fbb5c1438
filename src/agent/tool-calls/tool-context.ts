import { isConfined } from "../../permissions/confinement.ts"
import type { OpenTool } from "../../session/state.ts"
import { permissionsHere } from "../../session/view/permission.ts"
import type { ToolContext } from "../../tools/contract.ts"
import { confinedSearch } from "../../tools/sandbox/sandbox.ts"
import { readSkill } from "../instructions/skills.ts"
import type { Work } from "../turn/work.ts"
import { sandboxContext } from "./sandbox-context.ts"

/** Whether the commands of the session run in a sandbox, as its mode is now. */
async function areConfined({ state, permissions }: Work): Promise<boolean> {
  const { mode } = permissionsHere(state, permissions.foreignThrough).permission
  return isConfined(mode, await permissions.sandbox?.())
}

/** What a tool may use while it works on one call. Its output is checkpointed below the intent, once that is there. */
export function toolContext(work: Work, { name, calledAt, startedAt }: OpenTool): ToolContext {
  const { store, lease, state, places, explore, now } = work
  const known = new Map(state.branch.seen.map(({ path, hash }) => [path, hash]))
  const isLook = work.tools.find((tool) => tool.name === name)?.kind === "look"
  let length = 0
  return {
    session: lease.session,
    workspace: state.log.workspace,
    protected: places.protected,
    notes: places.notes,
    jobs: places.jobs,
    seen: (path) => known.get(path),
    blob: (hash) => store.blob(hash),
    putBlob: (bytes, mediaType) => store.putBlob(bytes, mediaType),
    emit(text) {
      if (startedAt === null || text === "") return
      store.checkpoint(lease, startedAt, { channel: "output", offset: length, text })
      length += text.length
    },
    // The next driver runs again what only looks.
    signal: isLook ? AbortSignal.any([work.signal, work.leave]) : work.signal,
    confineSearch: async (root) => ((await areConfined(work)) ? confinedSearch(root, sandboxContext(work)) : null),
    skill: (name) => readSkill({ workspace: state.log.workspace, configuration: places.configuration }, name),
    ...(explore
      ? { explore: (question) => explore(question, { session: lease.session, seq: startedAt ?? calledAt, now: now() }) }
      : {}),
  }
}
