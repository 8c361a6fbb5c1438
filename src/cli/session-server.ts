import { serverHere } from "../session/view/server.ts"
import type { SessionRow, Store } from "../store/contract.ts"

/** The server that a session names for its model, as far as that counts here. */
export async function sessionServer(store: Store, row: SessionRow | undefined): Promise<string | null> {
  return row ? serverHere(await store.state(row.id), row.foreignThrough) : null
}
