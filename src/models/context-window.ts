import { z } from "zod"
import type { Endpoint } from "./providers.ts"
import { ask, serverRoot } from "./server.ts"

/** What hosted models take at least, by the beginning of their names. Newer ones of a line were never smaller. */
const table: readonly [RegExp, number][] = [
  [/^openai\/(gpt-[5-9]|codex)/, 400_000],
  [/^openai\/gpt-4\.1/, 1_047_576],
  [/^openai\/o[1-9]/, 200_000],
  [/^openai\/gpt-4/, 128_000],
  [/^anthropic\/claude-(opus|sonnet|haiku|fable)-5/, 1_000_000],
  [/^anthropic\/claude/, 200_000],
  [/^google\/gemini/, 1_048_576],
]

export function knownContextWindow(name: string): number | null {
  return table.find(([pattern]) => pattern.test(name))?.[1] ?? null
}

/** What a local or compatible server says its model takes; null where it does not say or does not answer. */
export async function askContextWindow(
  endpoint: Endpoint,
  model: string,
  fetch: typeof globalThis.fetch,
): Promise<number | null> {
  switch (endpoint.provider) {
    case "ollama":
      return ollama(endpoint, model, fetch)
    case "lmstudio":
      return (await lmstudio(endpoint, model, fetch)) ?? listed(endpoint, model, fetch)
    case "llamacpp":
      return (await llamacpp(endpoint, fetch)) ?? listed(endpoint, model, fetch)
    case "openai-compatible":
      return listed(endpoint, model, fetch)
    default:
      return null
  }
}

const size = z.int().positive()

// What the loaded model was given counts; what it could take at most is second best.
async function ollama(endpoint: Endpoint, model: string, fetch: typeof globalThis.fetch): Promise<number | null> {
  const root = serverRoot(endpoint)
  const [running, shown] = await Promise.all([
    ask(`${root}/api/ps`, ollamaRunning, { endpoint, fetch }),
    ask(`${root}/api/show`, ollamaShown, { endpoint, fetch, body: { model } }),
  ])
  const loaded = running?.models.find((one) => one.name === model || one.name === `${model}:latest`)
  if (loaded?.context_length) return loaded.context_length
  const parameter = Number(/^num_ctx\s+(\d+)/m.exec(shown?.parameters ?? "")?.[1])
  if (parameter > 0) return parameter
  const trained = Object.entries(shown?.model_info ?? {}).find(([key]) => key.endsWith(".context_length"))?.[1]
  return size.safeParse(trained).data ?? null
}

const ollamaRunning = z.object({
  models: z.array(z.object({ name: z.string(), context_length: size.optional() })),
})
const ollamaShown = z.object({
  parameters: z.string().optional(),
  model_info: z.record(z.string(), z.unknown()).optional(),
})

async function lmstudio(endpoint: Endpoint, model: string, fetch: typeof globalThis.fetch): Promise<number | null> {
  const list = await ask(`${serverRoot(endpoint)}/api/v0/models`, lmstudioModels, { endpoint, fetch })
  const found = list?.data.find((one) => one.id === model)
  return found?.loaded_context_length ?? found?.max_context_length ?? null
}

export const lmstudioModels = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      type: z.string().optional(),
      state: z.string().optional(),
      loaded_context_length: size.optional(),
      max_context_length: size.optional(),
    }),
  ),
})

async function llamacpp(endpoint: Endpoint, fetch: typeof globalThis.fetch): Promise<number | null> {
  const props = await ask(`${serverRoot(endpoint)}/props`, llamacppProps, { endpoint, fetch })
  return props?.default_generation_settings.n_ctx ?? null
}

const llamacppProps = z.object({ default_generation_settings: z.object({ n_ctx: size }) })

async function listed(endpoint: Endpoint, model: string, fetch: typeof globalThis.fetch): Promise<number | null> {
  const list = await ask(`${endpoint.baseUrl}/models`, compatibleModels, { endpoint, fetch })
  const found = list?.data.find((one) => one.id === model)
  return found ? listedContextWindow(found) : null
}

/** The list of a compatible server: vLLM, llama.cpp, OpenRouter and others each have their own field for the size. */
export const compatibleModels = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      max_model_len: size.nullish(),
      context_length: size.nullish(),
      context_window: size.nullish(),
      max_context_length: size.nullish(),
      meta: z.object({ n_ctx: size.nullish(), n_ctx_train: size.nullish() }).nullish(),
    }),
  ),
})

export function listedContextWindow(model: z.infer<typeof compatibleModels>["data"][number]): number | null {
  const { max_model_len, context_length, context_window, max_context_length, meta } = model
  return (
    max_model_len ?? context_length ?? context_window ?? max_context_length ?? meta?.n_ctx ?? meta?.n_ctx_train ?? null
  )
}
