import { demonstration } from "../../agent/demo.ts"
import { checkedModelName } from "../../agent/model-name.ts"
import { type houseEndpoints, type ServerSettings, settings } from "../contract/house.ts"
import type { Handlers } from "../handler.ts"
import type { House } from "../house.ts"
import { openLanes } from "../lanes.ts"
import { watchLoop } from "../loop-delay.ts"
import { openApi } from "../openapi.ts"
import { doctorOf } from "./house/doctor.ts"
import { healthOf } from "./house/health.ts"

/** Where the settings of the server are kept in the store. */
const settingsKey = "server.settings"

export const houseHandlers = (house: House): Handlers<keyof typeof houseEndpoints> => {
  const { store, models, imports, version } = house
  const oneByOne = openLanes()
  const loopDelay = watchLoop(house.closing)
  const doctor = doctorOf(house)
  let document: Record<string, unknown> | undefined
  return {
    "GET /api/models": async () => {
      const [providers, found, { model }] = await Promise.all([models.list(), models.found(), house.settings()])
      const { model: name, because: why, looked } = found
      const chosen = { model: name, why, scripted: name === demonstration.model, looked: [...looked] }
      const set = { why: "it is the default in the server's settings", looked: [] }
      return {
        providers,
        found: model === null ? chosen : { model, scripted: model === demonstration.model, ...set },
      }
    },

    "GET /api/settings": () => house.settings(),

    "PATCH /api/settings": ({ body }) =>
      oneByOne(settingsKey, async () => {
        if (body.model) checkedModelName(body.model)
        const changed: ServerSettings = settings.parse({ ...(await house.settings()), ...body })
        await store.setSetting(settingsKey, changed)
        return changed
      }),

    "GET /api/health": ({ request: { by } }) => healthOf(house, by ? { loopDelay } : "shallow"),

    "GET /api/doctor": ({ query, request: { signal } }) => doctor({ ...query, signal }),

    "POST /api/import": ({ query: { copy }, request }) => imports.takeIn(request.bytes(), { copy }),

    "GET /api/openapi.json": async () => {
      document ??= openApi(version)
      return document
    },
  }
}
