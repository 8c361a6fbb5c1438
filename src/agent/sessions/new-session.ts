import { realpathSync } from "node:fs"
import { serverAddress } from "../../models/catalog/providers.ts"
import { emptyState } from "../../session/empty-state.ts"
import type { EventData } from "../../session/event.ts"
import type { NewSession } from "../../store/contract.ts"
import { projectOf } from "../configuration/project-of.ts"
import { setupEvent } from "../tool-calls/permission-setup.ts"
import type { Permissions } from "../tool-calls/permit.ts"

export type NewSessionSettings = {
  workspace: string
  title?: string
  model?: string
  /** The server of `openai-compatible/…` models; without a user, a password or a query: it is kept in the log. */
  baseUrl?: string
  permissionMode?: EventData<"session.configured">["permissionMode"]
  /** Ask first or plan first. Where it is null or absent the work starts at once. */
  mode?: EventData<"session.configured">["mode"]
  effort?: EventData<"session.configured">["effort"]
}

/** A session as the store opens it: its workspace by its real path, with what is set and the rules that apply to it. */
export async function newSession(
  { workspace, title, model, baseUrl, permissionMode, mode, effort }: NewSessionSettings,
  permissionsIn: (project: string) => Promise<Permissions>,
): Promise<NewSession> {
  const real = realpathSync(workspace)
  const project = projectOf(real)
  const recorded = setupEvent(await permissionsIn(project), emptyState(""))
  const settings = {
    ...recorded?.data,
    ...(model ? { model } : {}),
    ...(baseUrl ? { baseUrl: serverAddress(baseUrl) } : {}),
    ...(permissionMode ? { permissionMode } : {}),
    ...(mode ? { mode } : {}),
    ...(effort ? { effort } : {}),
  }
  return {
    workspace: real,
    project,
    ...(title ? { title } : {}),
    ...(Object.keys(settings).length > 0 ? { settings } : {}),
  }
}
