import { modelHere } from "../../session/view/model-here.ts"
import { serverHere } from "../../session/view/server.ts"
import type { SessionRow, Store } from "../../store/contract.ts"

/** The server address that a session sets for its model, now or at an event, if it applies on this machine. */
export async function sessionServer(
  store: Store,
  row: SessionRow | undefined,
  at: { at?: number } = {},
): Promise<string | null> {
  return row ? serverHere(await store.state(row.id, at), row.foreignThrough) : null
}

/** The model that a session sets, if it applies on this machine. */
export async function sessionModel(store: Store, row: SessionRow | undefined): Promise<string | null> {
  return row ? modelHere(await store.state(row.id), row.foreignThrough) : null
}
