import { localFetch } from "./local-fetch.ts"
import { type LocalProvider, listLocal } from "./model-list.ts"
import { endpointOf, keyOf, type ProviderName, providerNames, providers } from "./providers.ts"
import type { ModelSettings } from "./settings.ts"

/** What to use when no model is named, why, and where was looked: so that every face can say it. */
export type Discovery = { model: string; because: string; looked: readonly Looked[] }

/** `found` is what was there, in words; null where nothing was. */
type Looked = { what: string; found: string | null }

/** The configured model, else one whose key is set, else one that runs here, else the demo. */
export async function discoverModel(settings: ModelSettings): Promise<Discovery> {
  const configured = settings.defaultModel?.trim()
  const looked: Looked[] = [{ what: "a default model in the settings", found: configured || null }]
  if (configured) return { model: configured, because: "it is the default in the settings", looked }

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
      }
    }
  }

  const local = await Promise.all(localProviders.map((name) => lookAt(name, settings)))
  looked.push(...local.map(({ what, found }) => ({ what, found })))
  const first = local.find((one) => one.model !== null)
  if (first?.model) return { model: first.model, because: `${first.title} runs here`, looked }
  return { model: "demo", because: "no model was found; the demo is scripted", looked }
}

const localProviders = ["ollama", "lmstudio", "llamacpp"] as const satisfies readonly LocalProvider[]
const lookMs = 300

function foundKey(name: ProviderName, settings: ModelSettings): string | null {
  if (!keyOf(name, settings)) return null
  if (settings.keys?.[name]?.trim()) return "in the settings"
  return providers[name].keyVariables.find((variable) => settings.env[variable]?.trim()) ?? null
}

async function lookAt(name: LocalProvider, settings: ModelSettings) {
  const endpoint = endpointOf(name, settings)
  const models = await listLocal(endpoint, name, settings.fetch ?? localFetch, lookMs)
  const what = `${endpoint.title} at ${new URL(endpoint.baseUrl).host}`
  const model = models?.[0] ? models[0].name : null
  const found =
    models === null ? null : models.length === 0 ? "running, without a model" : models.map((one) => one.name).join(", ")
  return { title: endpoint.title, what, found, model }
}
