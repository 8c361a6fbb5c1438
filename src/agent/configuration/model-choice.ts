import { type Discovery, discoverModel } from "../../models/catalog/discover.ts"
import { listModels, type ProviderModels } from "../../models/catalog/model-list.ts"
import type { ModelSettings } from "../../models/catalog/model-settings.ts"
import { openModel } from "../../models/catalog/open-model.ts"
import type { Model, Profile } from "../../models/contract.ts"
import { HoldfastError } from "../../session/error.ts"
import type { Store } from "../../store/contract.ts"
import type { Config } from "./config.ts"
import { profileMemory } from "./profile-memory.ts"

/** Finds and opens models, each once. */
export type ModelChoice = {
  /** The model of this name, on the server that its session names; one that was given for all of them wins. `no-model`. */
  open(name: string | null, server?: string | null): Promise<Model>
  /** What a model that was opened before can do: of any other nothing is known yet. */
  profile(name: string | null, server?: string | null): Profile | undefined
  /** What is used where a session names no model, and why; the model is null where there is none. */
  found(): Promise<Discovery>
  /** Whether the settings name a default. */
  readonly configured: boolean
  /** What each provider offers here. */
  list(): Promise<ProviderModels[]>
}

/** Models by the settings of a person and what is there on this machine. */
export function chooseModels(of: {
  env: NodeJS.ProcessEnv
  config: Config
  baseUrl?: string
  directory?: string
  /** Where what is learned of models is kept. */
  store?: Pick<Store, "setting" | "setSetting">
}): ModelChoice {
  const { env, config, baseUrl, directory, store } = of
  const settings: ModelSettings = {
    env,
    ...(config.model ? { defaultModel: config.model } : {}),
    ...(config.keys ? { keys: config.keys } : {}),
    baseUrls: { ...config.baseUrls, ...(baseUrl ? { [ownServer]: baseUrl } : {}) },
    ...(config.profiles ? { profiles: config.profiles } : {}),
    ...(config.prices ? { prices: config.prices } : {}),
    ...(store ? { profileMemory: profileMemory(store) } : {}),
    ...(directory ? { directory } : {}),
  }
  const opened = new Map<string, Promise<Model>>()
  const ready = new Map<string, Model>()
  let discovery: Promise<Discovery> | undefined
  let lookedAt = 0
  const found = async () => {
    const known = await discovery
    // A person who saw that there is none may be setting one up.
    const isOld = known?.model === null && performance.now() - lookedAt > lookAgainMs
    if (!discovery || isOld) {
      lookedAt = performance.now()
      discovery = discoverModel(settings)
    }
    return discovery
  }
  let foundName: string | null = null
  const place = (wanted: string, server: string | null) => {
    const there = server !== null && !baseUrl ? withServer(settings, server) : settings
    return { there, key: JSON.stringify([wanted, there.baseUrls?.[ownServer]]) }
  }
  return {
    found,
    configured: config.model !== undefined,
    list: () => listModels(settings),
    async open(name, server = null) {
      const wanted = name ?? chosenIn(await found())
      if (name === null) foundName = wanted
      const { there, key } = place(wanted, server)
      const opening = opened.get(key) ?? openModel(wanted, there)
      opened.set(key, opening)
      const model = await opening
      ready.set(key, model)
      return model
    },
    profile(name, server = null) {
      const wanted = name ?? foundName
      return wanted === null ? undefined : ready.get(place(wanted, server).key)?.profile
    },
  }
}

function chosenIn({ model, because, several }: Discovery): string {
  if (model !== null) return model
  throw new HoldfastError("no-model", `No model is chosen: ${because}. Choose one, then resume.`, {
    details: { several },
  })
}

/** For how long it counts that no model was found. */
const lookAgainMs = 2_000

const ownServer = "openai-compatible"

function withServer(settings: ModelSettings, server: string): ModelSettings {
  return { ...settings, baseUrls: { ...settings.baseUrls, [ownServer]: server } }
}
