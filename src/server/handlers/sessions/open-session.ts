import { realpath, stat } from "node:fs/promises"
import { isAbsolute } from "node:path"
import { lastModel } from "../../../agent/configuration/last-model.ts"
import { checkedModelName } from "../../../agent/configuration/model-name.ts"
import { projectOf } from "../../../agent/configuration/project-of.ts"
import { isInRoots, outsideOfRoots } from "../../../agent/configuration/roots.ts"
import { serverAddress } from "../../../models/catalog/providers.ts"
import { HoldfastError } from "../../../session/error.ts"
import type { EventData } from "../../../session/event.ts"
import type { Api } from "../../contract/api.ts"
import type { BodyOf } from "../../contract/endpoint.ts"
import type { HandlerRequest } from "../../handler.ts"
import { intentMeta } from "../../http/intent-meta.ts"
import type { ServerContext } from "../../server-context.ts"

/** Opens a session with the server's defaults for what the request leaves out. */
export async function openSession(
  server: ServerContext,
  body: BodyOf<Api["POST /api/sessions"]>,
  request: HandlerRequest,
): Promise<string> {
  const workspace = await workspaceFor(server, body.workspace)
  const defaults = await server.settings()
  const { title } = body
  const usual = body.model === undefined && body.baseUrl === undefined ? await usualModel(server, workspace) : {}
  const { model, baseUrl, mode, permissionMode, effort } = checkedConfiguration({
    ...body,
    ...usual,
    permissionMode: body.permissionMode ?? defaults.permissionMode ?? undefined,
  })
  return server.agent.open(
    {
      workspace,
      ...(title ? { title } : {}),
      ...(model ? { model } : {}),
      ...(baseUrl ? { baseUrl } : {}),
      ...(mode ? { mode } : {}),
      ...(permissionMode ? { permissionMode } : {}),
      ...(effort ? { effort } : {}),
    },
    intentMeta(request),
  )
}

/** The model for a session that names none: the server's default, else the project's last one. */
async function usualModel(server: ServerContext, workspace: string): Promise<Pick<Configuration, "model" | "baseUrl">> {
  const { model } = await server.settings()
  if (model || server.models.configured) return { model }
  const last = await lastModel(server.store, projectOf(workspace))
  return last ? { model: last.model, ...(last.baseUrl === null ? {} : { baseUrl: last.baseUrl }) } : {}
}

type Configuration = BodyOf<Api["PATCH /api/sessions/:id/configuration"]>

/** Validates settings before they are logged: refuses unknown models and addresses that contain a secret. */
export function checkedConfiguration(given: Configuration): EventData<"session.configured"> {
  const { model, baseUrl, mode, permissionMode, effort } = given
  return {
    ...(model === undefined ? {} : { model: model === null ? null : checkedModelName(model) }),
    ...(baseUrl === undefined ? {} : { baseUrl: baseUrl === null ? null : serverAddress(baseUrl) }),
    ...(mode === undefined ? {} : { mode }),
    ...(permissionMode === undefined ? {} : { permissionMode }),
    ...(effort === undefined ? {} : { effort }),
  }
}

/** The real path of a workspace; refuses a missing directory and one outside the server's roots. */
async function workspaceFor({ roots }: ServerContext, given: string): Promise<string> {
  if (!isAbsolute(given) || given.includes("\0")) {
    throw new HoldfastError("invalid", "The workspace must be an absolute path, such as /home/me/project.")
  }
  const real = await realpath(given).catch((error: unknown) => {
    throw new HoldfastError(
      "not-found",
      `The directory ${given} does not exist or cannot be reached. Create it first.`,
      {
        cause: error,
      },
    )
  })
  if (!(await stat(real)).isDirectory()) {
    throw new HoldfastError(
      "invalid",
      `The workspace ${given} is not a directory. Choose the directory that contains it.`,
    )
  }
  if (!(await isInRoots(roots, real))) throw outsideOfRoots(roots, given)
  return real
}
