import { realpath, stat } from "node:fs/promises"
import { isAbsolute } from "node:path"
import { lastModel } from "../../../agent/last-model.ts"
import { checkedModelName } from "../../../agent/model-name.ts"
import { projectOf } from "../../../agent/project.ts"
import { isInRoots, outsideOfRoots } from "../../../agent/roots.ts"
import { serverAddress } from "../../../models/providers.ts"
import { HoldfastError } from "../../../session/error.ts"
import type { EventData } from "../../../session/event.ts"
import type { Api } from "../../contract/api.ts"
import type { BodyOf } from "../../contract/endpoint.ts"
import type { Asked } from "../../handler.ts"
import type { House } from "../../house.ts"
import { toldBy } from "../../told.ts"

/** Opens a session, with the defaults of the server where the request names nothing. */
export async function openSession(
  house: House,
  body: BodyOf<Api["POST /api/sessions"]>,
  request: Asked,
): Promise<string> {
  const workspace = await workspaceFor(house, body.workspace)
  const defaults = await house.settings()
  const { title } = body
  const usual = body.model === undefined && body.baseUrl === undefined ? await usualModel(house, workspace) : {}
  const { model, baseUrl, mode, permissionMode } = checkedConfiguration({
    ...body,
    ...usual,
    permissionMode: body.permissionMode ?? defaults.permissionMode ?? undefined,
  })
  return house.agent.open(
    {
      workspace,
      ...(title ? { title } : {}),
      ...(model ? { model } : {}),
      ...(baseUrl ? { baseUrl } : {}),
      ...(mode ? { mode } : {}),
      ...(permissionMode ? { permissionMode } : {}),
    },
    toldBy(request),
  )
}

/** What a session that names no model is opened with: the default of the server, else the last one of the project. */
async function usualModel(house: House, workspace: string): Promise<Pick<Configuration, "model" | "baseUrl">> {
  const { model } = await house.settings()
  if (model || house.models.configured) return { model }
  const last = await lastModel(house.store, projectOf(workspace))
  return last ? { model: last.model, ...(last.baseUrl === null ? {} : { baseUrl: last.baseUrl }) } : {}
}

type Configuration = BodyOf<Api["PATCH /api/sessions/:id/configuration"]>

/** What a session is set to, as its log keeps it: a misspelt model and an address with a secret in it are refused. */
export function checkedConfiguration(given: Configuration): EventData<"session.configured"> {
  const { model, baseUrl, mode, permissionMode } = given
  return {
    ...(model === undefined ? {} : { model: model === null ? null : checkedModelName(model) }),
    ...(baseUrl === undefined ? {} : { baseUrl: baseUrl === null ? null : serverAddress(baseUrl) }),
    ...(mode === undefined ? {} : { mode }),
    ...(permissionMode === undefined ? {} : { permissionMode }),
  }
}

/** The real path of a workspace: a directory that is there, and inside of the roots where the server has any. */
async function workspaceFor({ roots }: House, given: string): Promise<string> {
  if (!isAbsolute(given) || given.includes("\0")) {
    throw new HoldfastError("invalid", "The workspace must be a whole path, such as /home/me/project.")
  }
  const real = await realpath(given).catch((error: unknown) => {
    throw new HoldfastError("not-found", `There is no directory ${given} that can be reached. Make it first.`, {
      cause: error,
    })
  })
  if (!(await stat(real)).isDirectory()) {
    throw new HoldfastError("invalid", `The workspace ${given} is no directory. Name the one that it is in.`)
  }
  if (!(await isInRoots(roots, real))) throw outsideOfRoots(roots, given)
  return real
}
