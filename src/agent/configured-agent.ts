import { type Agent, type AgentOptions, createAgent } from "./agent.ts"
import { type Config, limitsIn } from "./configuration/config.ts"
import { chooseModels, type ModelChoice } from "./configuration/model-choice.ts"

type ConfiguredAgentOptions = Omit<AgentOptions, "model" | "profile" | "env"> & {
  env: NodeJS.ProcessEnv
  config: Config
  /** The server of `openai-compatible/…` models. */
  baseUrl?: string | undefined
}

/** An agent with the models and limits that the settings name. */
export function configuredAgent(options: ConfiguredAgentOptions): { agent: Agent; models: ModelChoice } {
  const { config, baseUrl, limits, ...rest } = options
  const { env, store } = rest
  const models = chooseModels({ env, config, store, ...(baseUrl ? { baseUrl } : {}) })
  const agent = createAgent({
    environment: config.environment ?? [],
    ...rest,
    model: models.open,
    profile: models.profile,
    limits: { ...limitsIn(config), ...limits },
    sandbox: config.sandbox,
  })
  return { agent, models }
}
