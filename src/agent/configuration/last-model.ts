import { modelHere } from "../../session/view/model-here.ts"
import { serverHere } from "../../session/view/server.ts"
import type { Store } from "../../store/contract.ts"

/** How many of the newest sessions are looked at. */
const mostSessions = 20

export const lastModelReason = "it was used last in this project"

/**
 * The model that was named last in a project, and the server of that session; null where none was named. Scripts do not
 * count, nor does what a log from another machine names.
 */
export async function lastModel(
  store: Pick<Store, "list" | "state">,
  project: string,
): Promise<{ model: string; baseUrl: string | null } | null> {
  const { items } = await store.list({ project, limit: mostSessions })
  for (const { id, foreignThrough, damage } of items) {
    if (damage !== null) continue
    const state = await store.state(id)
    const model = modelHere(state, foreignThrough)
    if (model === null || model === "demo" || model.startsWith("scripted:")) continue
    return { model, baseUrl: serverHere(state, foreignThrough) }
  }
  return null
}
