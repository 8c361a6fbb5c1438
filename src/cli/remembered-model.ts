import { lastModel, lastModelReason } from "../agent/last-model.ts"
import { projectOf } from "../agent/project.ts"
import { isHoldfastError } from "../session/error.ts"
import type { Workshop } from "./agent.ts"

type Set = { model?: string; baseUrl?: string }

/** The last model of the project where a new session names none and the settings have no default; with the reason. */
export async function rememberedModel({ store, models }: Workshop, set: Set): Promise<{ set: Set; because?: string }> {
  if (set.model !== undefined || set.baseUrl !== undefined || models.configured) return { set }
  const last = await lastModel(store, projectOf())
  if (!last || !(await canOpen(models, last))) return { set }
  const baseUrl = last.baseUrl === null ? {} : { baseUrl: last.baseUrl }
  return { set: { model: last.model, ...baseUrl }, because: lastModelReason }
}

/** False where its key is gone, or nobody knows its provider: then another model is looked for. */
async function canOpen(models: Workshop["models"], last: { model: string; baseUrl: string | null }): Promise<boolean> {
  try {
    await models.open(last.model, last.baseUrl)
    return true
  } catch (error) {
    if (isHoldfastError(error)) return false
    throw error
  }
}
