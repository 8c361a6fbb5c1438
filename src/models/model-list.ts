import { z } from "zod"
import { compatibleModels, knownContextWindow, listedContextWindow, lmstudioModels } from "./context-window.ts"
import { localFetch } from "./local-fetch.ts"
import { type Endpoint, endpointOf, keyOf, type ProviderName, providerNames, providers } from "./providers.ts"
import { ask, serverRoot } from "./server.ts"
import type { ModelSettings } from "./settings.ts"

export type ListedModel = { name: string; contextWindow: number | null }

/** `models` is null where the provider did not answer, or cannot be asked: `note` says why. */
export type ProviderModels = {
  provider: ProviderName
  title: string
  models: readonly ListedModel[] | null
  note: string
}

/** What each provider offers here: hosted ones where a key is set, local ones where they run. */
export async function listModels(settings: ModelSettings): Promise<ProviderModels[]> {
  return Promise.all(
    providerNames.map(async (provider) => {
      const { title, needsKey, keyVariables, baseUrlVariables } = providers[provider]
      const row = { provider, title }
      if (needsKey && !keyOf(provider, settings))
        return { ...row, models: null, note: `no key: set ${keyVariables[0]}` }
      const placed = "baseUrl" in providers[provider] || settings.baseUrls?.[provider]
      if (!placed && !baseUrlVariables.some((variable) => settings.env[variable])) {
        return { ...row, models: null, note: `no address: set ${baseUrlVariables[0]}` }
      }
      const endpoint = endpointOf(provider, settings)
      const fetch = settings.fetch ?? (endpoint.local ? localFetch : globalThis.fetch)
      const models = await listOf(endpoint, fetch)
      return { ...row, models, note: models === null ? `no answer at ${new URL(endpoint.baseUrl).host}` : "" }
    }),
  )
}

export type LocalProvider = "ollama" | "lmstudio" | "llamacpp"

/** What a local server has, what is loaded first; null where it does not run. Models that only embed are left out. */
export async function listLocal(
  endpoint: Endpoint,
  provider: LocalProvider,
  fetch: typeof globalThis.fetch,
  timeoutMs: number,
): Promise<ListedModel[] | null> {
  const asking = { endpoint, fetch, timeoutMs }
  const root = serverRoot(endpoint)
  if (provider === "ollama") {
    const list = await ask(`${root}/api/tags`, ollamaTags, asking)
    return list?.models.map(({ name }) => ({ name: `ollama/${name}`, contextWindow: null })).filter(speaks) ?? null
  }
  if (provider === "lmstudio") {
    const list = await ask(`${root}/api/v0/models`, lmstudioModels, asking)
    if (list) {
      return list.data
        .filter((one) => one.type !== "embeddings")
        .sort((one, other) => Number(other.state === "loaded") - Number(one.state === "loaded"))
        .map((one) => ({
          name: `lmstudio/${one.id}`,
          contextWindow: one.loaded_context_length ?? one.max_context_length ?? null,
        }))
        .filter(speaks)
    }
  }
  return listCompatible(endpoint, asking)
}

function speaks({ name }: ListedModel): boolean {
  return !/embed|rerank|\bbge\b|tts|whisper|transcribe|dall-e|image|audio|realtime|moderation|sora|-babbage|-davinci/i.test(
    name,
  )
}

const ollamaTags = z.object({ models: z.array(z.object({ name: z.string() })) })

async function listOf(endpoint: Endpoint, fetch: typeof globalThis.fetch): Promise<ListedModel[] | null> {
  const { provider, baseUrl, key = "" } = endpoint
  const asking = { endpoint, fetch, timeoutMs: endpoint.local ? 1000 : 5000 }
  const named = (id: string, size?: number | null): ListedModel => ({
    name: `${provider}/${id}`,
    contextWindow: size ?? knownContextWindow(`${provider}/${id}`),
  })
  switch (provider) {
    case "anthropic": {
      const headers = { "x-api-key": key, "anthropic-version": "2023-06-01" }
      const list = await ask(`${baseUrl}/models?limit=100`, anthropicModels, { ...asking, headers })
      return list?.data.map((one) => named(one.id, one.max_input_tokens)) ?? null
    }
    case "google": {
      const headers = { "x-goog-api-key": key }
      const list = await ask(`${baseUrl}/models?pageSize=200`, googleModels, { ...asking, headers })
      return (
        list?.models
          .filter((one) => one.supportedGenerationMethods?.includes("generateContent") ?? true)
          .map((one) => named(one.name.replace(/^models\//, ""), one.inputTokenLimit)) ?? null
      )
    }
    case "openai":
    case "openai-compatible": {
      const list = await listCompatible(endpoint, asking)
      return list?.map((one) => ({ ...one, contextWindow: one.contextWindow ?? knownContextWindow(one.name) })) ?? null
    }
    default:
      return listLocal(endpoint, provider, fetch, asking.timeoutMs)
  }
}

const anthropicModels = z.object({
  data: z.array(z.object({ id: z.string(), max_input_tokens: z.int().positive().nullish() })),
})
const googleModels = z.object({
  models: z.array(
    z.object({
      name: z.string(),
      inputTokenLimit: z.int().positive().optional(),
      supportedGenerationMethods: z.array(z.string()).optional(),
    }),
  ),
})

async function listCompatible(
  endpoint: Endpoint,
  asking: { endpoint: Endpoint; fetch: typeof globalThis.fetch; timeoutMs: number },
): Promise<ListedModel[] | null> {
  const list = await ask(`${endpoint.baseUrl}/models`, compatibleModels, asking)
  const models = list?.data.map((one) => ({
    name: `${endpoint.provider}/${one.id}`,
    contextWindow: listedContextWindow(one),
  }))
  return models?.filter(speaks) ?? null
}
