import type { Model } from "../models/contract.ts"
import { type Agent, type AgentOptions, createAgent } from "./agent.ts"
import { type Config, limitsIn } from "./configuration/config.ts"
import { chooseModels, type ModelChoice } from "./configuration/model-choice.ts"

type ConfiguredAgentOptions = Omit<AgentOptions, "model" | "profile" | "env"> & {
  env: NodeJS.ProcessEnv
  config: Config
  /** For sessions that name none: by name, or a model of the caller's own. Default: the configured one, else what is found. */
  model?: string | Model | undefined
  /** The server of `openai-compatible/…` models. */
  baseUrl?: string | undefined
  /** Where relative paths in the names of models start. Default: the current directory. */
  workspace?: string
}

/** An agent with the models and limits that the settings name. */
export function configuredAgent(options: ConfiguredAgentOptions): { agent: Agent; models: ModelChoice } {
  const { config, baseUrl, limits, model, workspace, ...rest } = options
  const { env, store } = rest
  const models = chooseModels({
    ...{ env, config, store },
    ...(baseUrl ? { baseUrl } : {}),
    ...(workspace ? { directory: workspace } : {}),
  })
  const agent = createAgent({
    environment: config.environment ?? [],
    ...rest,
    ...modelsFor(models, model),
    limits: { ...limitsIn(config), ...limits },
    sandbox: config.sandbox,
  })
  return { agent, models }
}

function modelsFor(models: ModelChoice, model: string | Model | undefined): Pick<AgentOptions, "model" | "profile"> {
  if (model === undefined) return { model: models.open, profile: models.profile }
  if (typeof model === "string") {
    return {
      model: (name, server) => models.open(name ?? model, server),
      profile: (name, server) => models.profile(name ?? model, server),
    }
  }
  const isGiven = (name: string | null) => name === null || name === model.name
  return {
    model: async (name, server) => (isGiven(name) ? model : models.open(name, server)),
    profile: (name, server) => (isGiven(name) ? model.profile : models.profile(name, server)),
  }
}
