import { lastModel, lastModelReason } from "../agent/configuration/last-model.ts"
import { projectOf } from "../agent/configuration/project-of.ts"
import { isHoldfastError } from "../session/error.ts"
import type { CliContext } from "./cli-context.ts"

type Set = { model?: string; baseUrl?: string }

/** The project's last model, with the reason, for a new session when neither it nor the settings name one. */
export async function rememberedModel(
  { store, models }: CliContext,
  set: Set,
): Promise<{ set: Set; because?: string }> {
  if (set.model !== undefined || set.baseUrl !== undefined || models.configured) return { set }
  const last = await lastModel(store, projectOf())
  if (!last || !(await canOpen(models, last))) return { set }
  const baseUrl = last.baseUrl === null ? {} : { baseUrl: last.baseUrl }
  return { set: { model: last.model, ...baseUrl }, because: lastModelReason }
}

/** False if its key is gone or its provider unknown: then look for another model. */
async function canOpen(
  models: CliContext["models"],
  last: { model: string; baseUrl: string | null },
): Promise<boolean> {
  try {
    await models.open(last.model, last.baseUrl)
    return true
  } catch (error) {
    if (isHoldfastError(error)) return false
    throw error
  }
}
