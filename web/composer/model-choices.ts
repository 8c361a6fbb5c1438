import type { ProviderModels } from "../../src/models/catalog/model-list.ts"

/** A model, or a provider without models. */
type ModelChoice = { name: string; window: number | null }
export type ModelGroup = { title: string; models: readonly ModelChoice[]; note: string }

/** Models matching every typed word, by provider. Providers without models are listed only while nothing is typed. */
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

/** The typed text, if it names an unlisted model: `provider/model` or a script. */
export function unlistedModel(providers: readonly ProviderModels[], typed: string): string | null {
  const name = typed.trim()
  if (!/^(?:[a-z][a-z-]*\/\S+|scripted:.+)$/i.test(name)) return null
  return providers.some(({ models }) => models?.some((model) => model.name === name)) ? null : name
}
