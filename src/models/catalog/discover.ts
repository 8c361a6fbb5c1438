import { localFetch } from "../stream/local-fetch.ts"
import { type LocalProvider, listCompatible, listLocal, localProviders } from "./model-list.ts"
import type { ModelSettings } from "./model-settings.ts"
import { endpointOf, keyOf, keyVariableOf, type ProviderName, providerNames, providers } from "./providers.ts"

/** What to use when no model is named, why, and where was looked: so that every face can say it. */
export type Discovery = {
  /** Null where none was found, or several and none of them is the obvious one. */
  model: string | null
  because: string
  looked: readonly DiscoveryAttempt[]
  /** The models to choose from, where there are several. */
  several: readonly string[]
}

/** `found` is what was there, in words; null where nothing was. */
type DiscoveryAttempt = { what: string; found: string | null }

/** The configured model, else one whose key is set, else the one of a configured server, else one that runs here. */
export async function discoverModel(settings: ModelSettings): Promise<Discovery> {
  const configured = settings.defaultModel?.trim()
  const looked: DiscoveryAttempt[] = [{ what: "a default model in the settings", found: configured || null }]
  if (configured) return { model: configured, because: "it is the default in the settings", looked, several: [] }

  for (const name of providerNames) {
    const provider = providers[name]
    if (!("suggested" in provider)) continue
    const variable = foundKey(name, settings)
    looked.push({ what: `a key for ${provider.title}`, found: variable })
    if (variable) {
      return {
        model: `${name}/${provider.suggested}`,
        because: `a key for ${provider.title} is set (${variable})`,
        looked,
        several: [],
      }
    }
  }

  const own = await lookAtOwnServer(settings)
  if (own) {
    looked.push({ what: own.what, found: own.found })
    const [only, ...others] = own.models
    if (only && others.length === 0) return { model: only, because: `${own.what} has it`, looked, several: [] }
    if (only) {
      const because = `${own.models.length} models at ${own.host}, and none is chosen`
      return { model: null, because, looked, several: own.models }
    }
  }

  const local = await Promise.all(localProviders.map((name) => lookAt(name, settings)))
  looked.push(...local.map(({ what, found }) => ({ what, found })))
  const first = local.find((one) => one.model !== null)
  if (first?.model) return { model: first.model, because: `${first.title} runs here`, looked, several: [] }
  return { model: null, because: "no model was found", looked, several: [] }
}

const lookMs = 300

function foundKey(name: ProviderName, settings: ModelSettings): string | null {
  return keyVariableOf(name, settings) ?? (keyOf(name, settings) ? "in the settings" : null)
}

/** A server that a person configured may be far away: it gets more time than what may or may not run here. */
const ownServerMs = 3_000

async function lookAtOwnServer(settings: ModelSettings) {
  const name = "openai-compatible"
  const isConfigured =
    settings.baseUrls?.[name] || providers[name].baseUrlVariables.some((variable) => settings.env[variable]?.trim())
  if (!isConfigured) return null
  const endpoint = endpointOf(name, settings)
  const fetch = settings.fetch ?? (endpoint.local ? localFetch : globalThis.fetch)
  const models = await listCompatible(endpoint, { endpoint, fetch, timeoutMs: ownServerMs })
  const { host } = new URL(endpoint.baseUrl)
  return {
    host,
    what: `${endpoint.title} at ${host}`,
    found: foundIn(models),
    models: (models ?? []).map((one) => one.name),
  }
}

function foundIn(models: readonly { name: string }[] | null): string | null {
  if (models === null) return null
  return models.length === 0 ? "running, without a model" : models.map((one) => one.name).join(", ")
}

async function lookAt(name: LocalProvider, settings: ModelSettings) {
  const endpoint = endpointOf(name, settings)
  const models = await listLocal(endpoint, name, settings.fetch ?? localFetch, lookMs)
  const what = `${endpoint.title} at ${new URL(endpoint.baseUrl).host}`
  const model = models?.[0] ? models[0].name : null
  return { title: endpoint.title, what, found: foundIn(models), model }
}
