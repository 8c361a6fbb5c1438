import { z } from "zod"
import { ask, serverRoot } from "../catalog/local-server.ts"
import type { Endpoint } from "../catalog/providers.ts"
import type { HttpFetch } from "../stream/http-fetch.ts"
import { type Description, nothingSaid } from "./description.ts"
import { compatibleModels, lastPart, listedDescription, lmstudioDescription, lmstudioModels } from "./listed-model.ts"

/** What a local or compatible server says of its model; nothing where it does not say or does not answer. */
export async function describeModel(endpoint: Endpoint, model: string, fetch: HttpFetch): Promise<Description> {
  const asking = { endpoint, fetch, timeoutMs: endpoint.local ? 1000 : 5000 }
  switch (endpoint.provider) {
    case "ollama":
      return ollama(asking, model)
    case "lmstudio":
      return (await lmstudio(asking, model)) ?? listed(asking, model)
    case "llamacpp":
      return llamacpp(asking, model)
    default:
      return endpoint.dialect === "openai-compatible" ? listed(asking, model) : nothingSaid
  }
}

type Asking = { endpoint: Endpoint; fetch: HttpFetch; timeoutMs: number }

const size = z.int().positive()

async function ollama(asking: Asking, model: string): Promise<Description> {
  const root = serverRoot(asking.endpoint)
  const [running, shown] = await Promise.all([
    ask(`${root}/api/ps`, ollamaRunning, asking),
    ask(`${root}/api/show`, ollamaShown, { ...asking, body: { model } }),
  ])
  const { details, model_info: info = {} } = shown ?? {}
  const count = z.number().positive().safeParse(info["general.parameter_count"]).data
  return {
    tools: shown ? ollamaTools(shown) : null,
    families: [details?.family ?? "", ...(details?.families ?? [])].filter((one) => one !== ""),
    billions: count === undefined ? null : count / 1e9,
    contextWindow: ollamaWindow(model, running, shown),
    ...(shown?.capabilities && !shown.capabilities.includes("vision") ? { images: false } : {}),
  }
}

// What the loaded model was given counts; what it could take at most is second best.
function ollamaWindow(
  model: string,
  running: z.infer<typeof ollamaRunning> | null,
  shown: z.infer<typeof ollamaShown> | null,
): number | null {
  const loaded = running?.models.find((one) => one.name === model || one.name === `${model}:latest`)
  if (loaded?.context_length) return loaded.context_length
  const parameter = Number(/^num_ctx\s+(\d+)/m.exec(shown?.parameters ?? "")?.[1])
  if (parameter > 0) return parameter
  const trained = Object.entries(shown?.model_info ?? {}).find(([key]) => key.endsWith(".context_length"))?.[1]
  return size.safeParse(trained).data ?? null
}

// Before Ollama listed what a model can do, it judged by the template whether to accept tools.
function ollamaTools({ capabilities, template }: z.infer<typeof ollamaShown>): boolean | null {
  if (capabilities) return capabilities.includes("tools")
  return template === undefined ? null : /\.Tools\b/.test(template)
}

const ollamaRunning = z.object({
  models: z.array(z.object({ name: z.string(), context_length: size.optional() })),
})
const ollamaShown = z.object({
  capabilities: z.array(z.string()).optional(),
  template: z.string().optional(),
  parameters: z.string().optional(),
  details: z.object({ family: z.string().nullish(), families: z.array(z.string()).nullish() }).optional(),
  model_info: z.record(z.string(), z.unknown()).optional(),
})

async function lmstudio(asking: Asking, model: string): Promise<Description | null> {
  const list = await ask(`${serverRoot(asking.endpoint)}/api/v0/models`, lmstudioModels, asking)
  const found = list?.data.find((one) => one.id === model)
  return found ? lmstudioDescription(found) : null
}

// It serves one model under whatever name it is asked for: the file tells which.
async function llamacpp(asking: Asking, model: string): Promise<Description> {
  const [props, list] = await Promise.all([
    ask(`${serverRoot(asking.endpoint)}/props`, llamacppProps, asking),
    ask(`${asking.endpoint.baseUrl}/models`, compatibleModels, asking),
  ])
  const found = list?.data.find((one) => one.id === model) ?? (list?.data.length === 1 ? list.data[0] : undefined)
  const one = found ? listedDescription(found) : nothingSaid
  const file = props?.model_path ? [lastPart(props.model_path)] : []
  return {
    tools: (props && templateTools(props)) ?? one.tools,
    families: [...file, ...one.families],
    billions: one.billions,
    contextWindow: props?.default_generation_settings.n_ctx ?? one.contextWindow,
  }
}

function templateTools(props: z.infer<typeof llamacppProps>): boolean | null {
  const { chat_template_caps: caps, chat_template: template, chat_template_tool_use: special } = props
  if (caps?.supports_tools !== undefined) return caps.supports_tools
  if (special) return true
  return template ? /\btools\b/.test(template) : null
}

const llamacppProps = z.object({
  default_generation_settings: z.object({ n_ctx: size }),
  model_path: z.string().optional(),
  chat_template: z.string().optional(),
  chat_template_tool_use: z.string().optional(),
  chat_template_caps: z.object({ supports_tools: z.boolean().optional() }).optional(),
})

async function listed(asking: Asking, model: string): Promise<Description> {
  const list = await ask(`${asking.endpoint.baseUrl}/models`, compatibleModels, asking)
  const found = list?.data.find((one) => one.id === model)
  return found ? listedDescription(found) : nothingSaid
}
