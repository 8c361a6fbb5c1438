import { z } from "zod"
import type { Profile } from "../contract.ts"
import { profileOf } from "../profile/ability.ts"
import { describeModel } from "../profile/describe-model.ts"
import { type Description, nothingSaid } from "../profile/description.ts"
import { compatibleModels, listedDescription, lmstudioDescription, lmstudioModels } from "../profile/listed-model.ts"
import type { HttpFetch } from "../stream/http-fetch.ts"
import { localFetch } from "../stream/local-fetch.ts"
import { ask, serverRoot } from "./local-server.ts"
import type { ModelSettings } from "./model-settings.ts"
import { type Endpoint, endpointOf, keyOf, type ProviderName, providerNames, providers } from "./providers.ts"

type ListedModel = { name: string; contextWindow: number | null; profile: Profile }

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
      const found = await listOf(endpoint, fetch)
      const models = found && (await Promise.all(found.map((one) => profiled(one, endpoint, settings))))
      return { ...row, models, note: models === null ? `no answer at ${new URL(endpoint.baseUrl).host}` : "" }
    }),
  )
}

/** A model that its server tells of. */
type DescribedModel = { name: string; described: Description }

async function profiled(
  { name, described }: DescribedModel,
  endpoint: Endpoint,
  settings: ModelSettings,
): Promise<ListedModel> {
  const subject = { name, endpoint, model: modelOf(name) }
  const { profile, contextWindow } = await profileOf(subject, described, settings)
  return { name, contextWindow, profile }
}

function modelOf(name: string): string {
  return name.slice(name.indexOf("/") + 1)
}

/** The providers that run on the person's own machine, in the order in which they are looked for. */
export const localProviders = ["ollama", "lmstudio", "llamacpp"] as const satisfies readonly ProviderName[]
export type LocalProvider = (typeof localProviders)[number]

function isLocalProvider(name: ProviderName): name is LocalProvider {
  return localProviders.some((local) => local === name)
}

/** What a local server has, what is loaded first; null where it does not run. Models that only embed are left out. */
export async function listLocal(
  endpoint: Endpoint,
  provider: LocalProvider,
  fetch: HttpFetch,
  timeoutMs: number,
): Promise<DescribedModel[] | null> {
  const asking = { endpoint, fetch, timeoutMs }
  const root = serverRoot(endpoint)
  if (provider === "ollama") {
    const list = await ask(`${root}/api/tags`, ollamaTags, asking)
    return list?.models.map(({ name }) => ({ name: `ollama/${name}`, described: nothingSaid })).filter(speaks) ?? null
  }
  if (provider === "lmstudio") {
    const list = await ask(`${root}/api/v0/models`, lmstudioModels, asking)
    if (list) {
      return list.data
        .filter((one) => one.type !== "embeddings")
        .sort((one, other) => Number(other.state === "loaded") - Number(one.state === "loaded"))
        .map((one) => ({ name: `lmstudio/${one.id}`, described: lmstudioDescription(one) }))
        .filter(speaks)
    }
  }
  return listCompatible(endpoint, asking)
}

function speaks({ name }: DescribedModel): boolean {
  return !/embed|rerank|\bbge\b|tts|whisper|transcribe|dall-e|image|audio|realtime|moderation|sora|-babbage|-davinci/i.test(
    name,
  )
}

const ollamaTags = z.object({ models: z.array(z.object({ name: z.string() })) })

async function listOf(endpoint: Endpoint, fetch: HttpFetch): Promise<DescribedModel[] | null> {
  const { provider, dialect } = endpoint
  const asking = { endpoint, fetch, timeoutMs: endpoint.local ? 1000 : 5000 }
  const { url, headers } = listRequest(endpoint)
  const named = (id: string, size?: number | null): DescribedModel => ({
    name: `${provider}/${id}`,
    described: { ...nothingSaid, contextWindow: size ?? null },
  })
  switch (dialect) {
    case "anthropic": {
      const list = await ask(url, anthropicModels, { ...asking, headers })
      return list?.data.map((one) => named(one.id, one.max_input_tokens)) ?? null
    }
    case "google": {
      const list = await ask(url, googleModels, { ...asking, headers })
      return (
        list?.models
          .filter((one) => one.supportedGenerationMethods?.includes("generateContent") ?? true)
          .map((one) => named(one.name.replace(/^models\//, ""), one.inputTokenLimit)) ?? null
      )
    }
    case "openai":
    case "openai-compatible": {
      if (!isLocalProvider(provider)) return listCompatible(endpoint, asking)
      const found = await listLocal(endpoint, provider, fetch, asking.timeoutMs)
      // The lists of the others hold little more than names.
      if (!found || provider === "lmstudio") return found
      const describe = async ({ name }: DescribedModel) => ({
        name,
        described: await describeModel(endpoint, modelOf(name), fetch),
      })
      return Promise.all(found.map(describe))
    }
    default:
      return dialect satisfies never
  }
}

/** How an endpoint is asked for its models. */
export function listRequest({ dialect, baseUrl, key }: Endpoint): { url: string; headers: Record<string, string> } {
  switch (dialect) {
    case "anthropic":
      return {
        url: `${baseUrl}/models?limit=100`,
        headers: { ...(key ? { "x-api-key": key } : {}), "anthropic-version": "2023-06-01" },
      }
    case "google":
      return { url: `${baseUrl}/models?pageSize=200`, headers: key ? { "x-goog-api-key": key } : {} }
    case "openai":
    case "openai-compatible":
      return { url: `${baseUrl}/models`, headers: key ? { authorization: `Bearer ${key}` } : {} }
    default:
      return dialect satisfies never
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

/** What a server of the OpenAI dialect lists; null where it does not answer. */
export async function listCompatible(
  endpoint: Endpoint,
  asking: { endpoint: Endpoint; fetch: HttpFetch; timeoutMs: number },
): Promise<DescribedModel[] | null> {
  const list = await ask(`${endpoint.baseUrl}/models`, compatibleModels, asking)
  const models = list?.data.map((one) => ({
    name: `${endpoint.provider}/${one.id}`,
    described: listedDescription(one),
  }))
  return models?.filter(speaks) ?? null
}
