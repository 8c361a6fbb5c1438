import type { ProviderModels } from "../../src/models/model-list.ts"

/** One model to choose, or the provider that has none to offer. */
type ModelChoice = { name: string; window: number | null }
export type ModelGroup = { title: string; models: readonly ModelChoice[]; note: string }

/** The models that match what was typed, by provider; every word has to be found. Providers without any are told while nothing is typed. */
export function matchingModels(providers: readonly ProviderModels[], typed: string): readonly ModelGroup[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return providers
    .map(({ title, models, note }) => ({
      title,
      note,
      models: (models ?? [])
        .filter(({ name }) => words.every((word) => `${title} ${name}`.toLowerCase().includes(word)))
        .map(({ name, contextWindow }) => ({ name, window: contextWindow })),
    }))
    .filter(({ models, note }) => models.length > 0 || (words.length === 0 && note !== ""))
}

/** What was typed, where it names a model that is not listed: a provider and a model, or a script. */
export function unlistedModel(providers: readonly ProviderModels[], typed: string): string | null {
  const name = typed.trim()
  if (!/^(?:[a-z][a-z-]*\/\S+|scripted:.+)$/i.test(name)) return null
  return providers.some(({ models }) => models?.some((model) => model.name === name)) ? null : name
}
