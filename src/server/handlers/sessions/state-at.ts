import { HoldfastError } from "../../../session/error.ts"
import { deltasOf, openPartials } from "../../../session/partial.ts"
import type { SessionState } from "../../../session/state.ts"
import type { Store } from "../../../store/contract.ts"
import type { Api } from "../../contract/api.ts"
import type { AnswerOf } from "../../contract/endpoint.ts"
import { type RowContext, shownRow } from "../../shown-row.ts"

/** The folded state with its partials; or at an earlier event, without them. */
export async function stateAt(
  context: RowContext,
  session: string,
  at: number | undefined,
): Promise<AnswerOf<Api["GET /api/sessions/:id"]>> {
  const { store } = context
  const state = await foldedAt(store, session, at)
  if (at !== undefined) return { row: await shownRow(context, await store.row(session)), state, partials: [] }
  const partials = openPartials(await store.partials(session), state)
  return { row: await shownRow(context, await store.row(session)), state, partials: deltasOf(partials) }
}

/** The folded state, now or at an earlier event. `not-found` beyond the head. */
export async function foldedAt(
  store: Pick<Store, "row" | "state">,
  session: string,
  at: number | undefined,
): Promise<SessionState> {
  if (at === undefined) return store.state(session)
  refuseLater(await store.row(session), at)
  return store.state(session, { at })
}

/** Throws `not-found` for a seq beyond the head. */
export function refuseLater({ id, seq: head }: { id: string; seq: number }, at: number | undefined): void {
  if (at === undefined || at <= head) return
  const message = `Session ${id} has no event ${at}: its newest is ${head}.`
  throw new HoldfastError("not-found", message, { details: { head } })
}

/** A reader that ends at an event. */
export function readingAt(store: Pick<Store, "read" | "blob">, at: number | undefined): Pick<Store, "read" | "blob"> {
  if (at === undefined) return store
  return {
    read: (session, { before = at + 1, ...options } = {}) =>
      store.read(session, { ...options, before: Math.min(before, at + 1) }),
    blob: (hash) => store.blob(hash),
  }
}
