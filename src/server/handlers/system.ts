import { join } from "node:path"
import { checkedModelName } from "../../agent/configuration/model-name.ts"
import { ownRules, revokeRule } from "../../permissions/rules/own-rules.ts"
import { demonstration } from "../../present/demo-project.ts"
import { HoldfastError } from "../../session/error.ts"
import { type ServerSettings, settings, type systemEndpoints } from "../contract/system.ts"
import type { Handlers } from "../handler.ts"
import { openApi } from "../http/openapi.ts"
import { createKeyedMutex } from "../keyed-mutex.ts"
import { watchLoop } from "../loop-delay.ts"
import type { ServerContext } from "../server-context.ts"
import { healthOf } from "./system/health.ts"
import { doctorOf } from "./system/run-doctor.ts"

const settingsKey = "server.settings"

export const systemHandlers = (server: ServerContext): Handlers<keyof typeof systemEndpoints> => {
  const { store, models, imports, version } = server
  const oneByOne = createKeyedMutex()
  const loopDelay = watchLoop(server.closing)
  const doctor = doctorOf(server)
  const rulesFile = join(server.configuration, "permissions.json")
  let document: Record<string, unknown> | undefined
  return {
    "GET /api/models": async () => {
      const [providers, found, { model }] = await Promise.all([models.list(), models.found(), server.settings()])
      const { model: name, because: why, looked } = found
      const chosen = { model: name, why, scripted: name === demonstration.model, looked: [...looked] }
      const set = { why: "it is the default in the server's settings", looked: [] }
      return {
        providers,
        found: model === null ? chosen : { model, scripted: model === demonstration.model, ...set },
      }
    },

    "GET /api/settings": () => server.settings(),

    "PATCH /api/settings": ({ body }) =>
      oneByOne(settingsKey, async () => {
        if (body.model) checkedModelName(body.model)
        const changed: ServerSettings = settings.parse({ ...(await server.settings()), ...body })
        await store.setSetting(settingsKey, changed)
        return changed
      }),

    "GET /api/permissions": async () => ({ file: rulesFile, rules: [...ownRules(rulesFile)] }),

    "DELETE /api/permissions/:rule": async ({ params: { rule } }) => {
      const revoked = await revokeRule(rulesFile, rule)
      if (!revoked) throw new HoldfastError("not-found", "There is no such rule: it may have been revoked already.")
      return revoked
    },

    "GET /api/health": ({ request: { by } }) => healthOf(server, by ? { loopDelay } : "shallow"),

    "GET /api/doctor": ({ query, request: { signal } }) => doctor({ ...query, signal }),

    "POST /api/import": ({ query: { copy }, request }) => imports.takeIn(request.bytes(), { copy }),

    "GET /api/openapi.json": async () => {
      document ??= openApi(version)
      return document
    },
  }
}
