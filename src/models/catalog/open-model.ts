import type { Model } from "../contract.ts"
import { openAbility } from "../profile/ability.ts"
import { learnFrom } from "../stream/learn-from.ts"
import { localFetch } from "../stream/local-fetch.ts"
import { patience } from "../stream/patience.ts"
import { type ModelConnection, streamAnswer } from "../stream/stream-answer.ts"
import type { ModelSettings } from "./model-settings.ts"
import { priceOf } from "./prices.ts"
import { endpointOf, parseName } from "./providers.ts"

/**
 * Opens the model of that name: `provider/model`, `scripted:<file>` or `demo`. What is missing or misspelt is refused
 * with what to set; a server that is down is not: that is a failure of the first call, which can be tried again.
 */
export async function openModel(name: string, settings: ModelSettings): Promise<Model> {
  if (name === "demo") {
    const { demoModel } = await import("../demo.ts")
    return demoModel(settings.env)
  }
  if (name.startsWith("scripted:")) {
    const { openScript } = await import("../scripted-model.ts")
    return openScript(name.slice("scripted:".length), settings)
  }
  const { provider, model } = parseName(name)
  const endpoint = endpointOf(provider, settings)
  const fetch = settings.fetch ?? (endpoint.local ? localFetch : globalThis.fetch)
  const line: ModelConnection = {
    endpoint,
    model,
    fetch,
    limits: { ...(endpoint.local ? patience.local : patience.hosted), ...settings.patience },
    price: priceOf(name, settings.prices),
  }
  const ability = await openAbility({ name, endpoint, model, fetch }, settings)
  return {
    name,
    scripted: false,
    priced: line.price !== null,
    get profile() {
      return ability.profile()
    },
    get contextWindow() {
      return ability.contextWindow()
    },
    stream: (request, signal) =>
      learnFrom(ability, request, (asked) =>
        streamAnswer(line, asked, { signal, contextWindow: ability.contextWindow() }),
      ),
  }
}
