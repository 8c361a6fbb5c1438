import type { Model } from "../models/contract.ts"
import { type Discovery, discoverModel } from "../models/discover.ts"
import { listModels, type ProviderModels } from "../models/model-list.ts"
import { openModel } from "../models/provider.ts"
import type { ModelSettings } from "../models/settings.ts"
import type { Config } from "./config.ts"

/** Finds and opens models, each once. */
export type ModelChoice = {
  open(name: string | null): Promise<Model>
  /** What is used where a session names no model, and why. */
  found(): Promise<Discovery>
  /** What each provider offers here. */
  list(): Promise<ProviderModels[]>
}

/** Models by the settings of a person and what is there on this machine. */
export function chooseModels(of: {
  env: NodeJS.ProcessEnv
  config: Config
  baseUrl?: string
  directory?: string
}): ModelChoice {
  const { env, config, baseUrl, directory } = of
  const settings: ModelSettings = {
    env,
    ...(config.model ? { defaultModel: config.model } : {}),
    ...(config.keys ? { keys: config.keys } : {}),
    baseUrls: { ...config.baseUrls, ...(baseUrl ? { "openai-compatible": baseUrl } : {}) },
    ...(directory ? { directory } : {}),
  }
  const opened = new Map<string, Promise<Model>>()
  let discovery: Promise<Discovery> | undefined
  const found = () => {
    discovery ??= discoverModel(settings)
    return discovery
  }
  return {
    found,
    list: () => listModels(settings),
    async open(name) {
      const wanted = name ?? (await found()).model
      const model = opened.get(wanted) ?? openModel(wanted, settings)
      opened.set(wanted, model)
      return model
    },
  }
}
