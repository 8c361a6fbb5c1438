import type { Model } from "../../models/contract.ts"
import { modelHere } from "../../session/view/model-here.ts"
import { serverHere } from "../../session/view/server.ts"
import { unusable } from "./unusable-model.ts"
import type { Work } from "./work.ts"

/** The model of the session on this machine. One that cannot be opened says why when it is asked. */
export function openedModel({
  state,
  permissions,
  model,
}: Pick<Work, "state" | "permissions" | "model">): Promise<Model> {
  const { foreignThrough } = permissions
  const name = modelHere(state, foreignThrough)
  return model(name, serverHere(state, foreignThrough)).catch(unusable(name))
}

/** Whether it is there without waiting for a server. */
export function isModelOpen({ state, permissions, profile }: Pick<Work, "state" | "permissions" | "profile">): boolean {
  const { foreignThrough } = permissions
  return profile?.(modelHere(state, foreignThrough), serverHere(state, foreignThrough)) !== undefined
}
