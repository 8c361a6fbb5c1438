import { HoldfastError } from "../../session/error.ts"
import type { ModelSettings } from "./model-settings.ts"

type Provider = {
  title: string
  dialect: "openai" | "anthropic" | "google" | "openai-compatible"
  /** Absent where only the user can know it. */
  baseUrl?: string
  baseUrlVariables: readonly string[]
  keyVariables: readonly string[]
  /** Without a key there is no answer. */
  needsKey: boolean
  /** What is used when a key is found and no model is named. */
  suggested?: string
}

/** Who can be asked, and where their address and key come from. */
export const providers = {
  openai: {
    title: "OpenAI",
    dialect: "openai",
    baseUrl: "https://api.openai.com/v1",
    baseUrlVariables: ["OPENAI_BASE_URL"],
    keyVariables: ["OPENAI_API_KEY"],
    needsKey: true,
    suggested: "gpt-6.1-sol",
  },
  anthropic: {
    title: "Anthropic",
    dialect: "anthropic",
    baseUrl: "https://api.anthropic.com/v1",
    baseUrlVariables: ["ANTHROPIC_BASE_URL"],
    keyVariables: ["ANTHROPIC_API_KEY"],
    needsKey: true,
    suggested: "claude-sonnet-5-5",
  },
  google: {
    title: "Google",
    dialect: "google",
    baseUrl: "https://generativelanguage.googleapis.com/v1beta",
    baseUrlVariables: ["GOOGLE_BASE_URL"],
    keyVariables: ["GEMINI_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY", "GOOGLE_API_KEY"],
    needsKey: true,
    suggested: "gemini-3.8-flash",
  },
  ollama: {
    title: "Ollama",
    dialect: "openai-compatible",
    baseUrl: "http://127.0.0.1:11434/v1",
    baseUrlVariables: ["OLLAMA_HOST"],
    keyVariables: ["OLLAMA_API_KEY"],
    needsKey: false,
  },
  lmstudio: {
    title: "LM Studio",
    dialect: "openai-compatible",
    baseUrl: "http://127.0.0.1:1234/v1",
    baseUrlVariables: ["LMSTUDIO_BASE_URL"],
    keyVariables: ["LMSTUDIO_API_KEY"],
    needsKey: false,
  },
  llamacpp: {
    title: "llama.cpp",
    dialect: "openai-compatible",
    baseUrl: "http://127.0.0.1:8080/v1",
    baseUrlVariables: ["LLAMACPP_BASE_URL"],
    keyVariables: ["LLAMACPP_API_KEY"],
    needsKey: false,
  },
  "openai-compatible": {
    title: "the OpenAI-compatible server",
    dialect: "openai-compatible",
    baseUrlVariables: ["OPENAI_COMPATIBLE_BASE_URL"],
    keyVariables: ["OPENAI_COMPATIBLE_API_KEY"],
    needsKey: false,
  },
} as const satisfies Record<string, Provider>

export type ProviderName = keyof typeof providers
export type Dialect = Provider["dialect"]
export const providerNames = Object.keys(providers) as ProviderName[]
/** A provider as it is reached from here. */
export type Endpoint = {
  provider: ProviderName
  title: string
  dialect: Dialect
  baseUrl: string
  key?: string
  /** How a person gives the key, in words. */
  keyAdvice: string
  /** On this machine or its network: slow to start, free of charge. */
  local: boolean
}

/** `provider/model` in its two parts. The model's own name may hold slashes. */
export function parseName(name: string): { provider: ProviderName; model: string } {
  const slash = name.indexOf("/")
  const provider = name.slice(0, Math.max(slash, 0))
  const model = name.slice(slash + 1)
  if (slash < 1) {
    const example = name || "qwen3-coder"
    throw new HoldfastError(
      "invalid",
      `The model "${name}" names no provider. Write provider/model, such as ollama/${example}. Providers: ${known}.`,
    )
  }
  if (!isProvider(provider)) {
    throw new HoldfastError(
      "invalid",
      `There is no provider "${provider}" (in "${name}"). Providers: ${known}. For any other server that speaks the OpenAI dialect, use openai-compatible/${model || "<model>"} with a base URL.`,
    )
  }
  if (model === "") throw new HoldfastError("invalid", `"${name}" names no model. Write ${provider}/<model>.`)
  return { provider, model }
}

/** Refuses a name that no model can have. */
export function assertModelName(name: string): void {
  if (name !== "demo" && !name.startsWith("scripted:")) parseName(name)
}

/** Where a provider is and what key to show it; refused, saying what to set, where one of them is missing. */
export function endpointOf(name: ProviderName, settings: ModelSettings): Endpoint {
  const provider: Provider = providers[name]
  const key = keyOf(name, settings)
  const keyAdvice = `Run 'holdfast login ${name}', or set ${provider.keyVariables[0]} in the environment`
  if (provider.needsKey && !key) {
    throw new HoldfastError("invalid", `No API key for ${provider.title}. ${keyAdvice}.`, {
      details: { missing: "key" },
    })
  }
  const given = settings.baseUrls?.[name] || firstSet(provider.baseUrlVariables, settings)
  if (!given && !provider.baseUrl) {
    throw new HoldfastError(
      "invalid",
      `${name} needs the address of the server. Give its base URL (--base-url, or baseUrl of the session), or set ${provider.baseUrlVariables[0]}, such as http://127.0.0.1:8000/v1.`,
    )
  }
  const baseUrl = given ? normalise(given, provider) : (provider.baseUrl ?? "")
  return {
    provider: name,
    title: provider.title,
    dialect: provider.dialect,
    baseUrl,
    ...(key ? { key } : {}),
    keyAdvice,
    local: isLocal(new URL(baseUrl).hostname),
  }
}

/** The address of a server of one's own, whole and as a session may keep it; refused if it contains credentials. */
export function serverAddress(given: string): string {
  return normalise(given, providers["openai-compatible"])
}

/** The key of a provider, if there is one: the environment's, else that of the settings. */
export function keyOf(name: ProviderName, settings: ModelSettings): string | undefined {
  return firstSet(providers[name].keyVariables, settings) || settings.keys?.[name]?.trim() || undefined
}

/** The environment variable that a provider's key comes from, if it comes from there. */
export function keyVariableOf(name: ProviderName, { env }: Pick<ModelSettings, "env">): string | undefined {
  return providers[name].keyVariables.find((variable) => env[variable]?.trim())
}

const known = providerNames.join(", ")

export function isProvider(name: string): name is ProviderName {
  return Object.hasOwn(providers, name)
}

function firstSet(variables: readonly string[], settings: ModelSettings): string | undefined {
  return variables.map((variable) => settings.env[variable]?.trim()).find(Boolean)
}

// OLLAMA_HOST is often `host:port` or `0.0.0.0`, and people leave out the path.
function normalise(given: string, provider: Provider): string {
  const text = /^[a-z]+:\/\//i.test(given) ? given : `http://${given}`
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new HoldfastError("invalid", `The base URL of ${provider.title} is not an http address: "${given}".`)
  }
  // Never shown in the message: it may be a secret.
  if (url.username || url.password || url.search || url.hash) {
    const advice = `Give the key as ${provider.keyVariables[0]}, and the address without it`
    throw new HoldfastError(
      "invalid",
      `The base URL of ${provider.title} holds a user, a password or a query. ${advice}.`,
    )
  }
  const usual = new URL(provider.baseUrl ?? "http://127.0.0.1/v1")
  if (url.hostname === "0.0.0.0") url.hostname = "127.0.0.1"
  if (!/^[a-z]+:\/\//i.test(given) && url.port === "" && usual.port !== "") url.port = usual.port
  if (url.pathname === "/") url.pathname = usual.pathname
  return url.href.replace(/\/+$/, "")
}

function isLocal(host: string): boolean {
  return /^(localhost|.*\.(local|localhost|internal|lan)|127\.[\d.]+|10\.[\d.]+|192\.168\.[\d.]+|172\.(1[6-9]|2\d|3[01])\.[\d.]+|\[::1\]|\[f[cd].*)$/i.test(
    host,
  )
}
