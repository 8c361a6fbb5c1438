import { HoldfastError } from "../../../session/error.ts"
import { type Channel, type Delta, openPartials, type Partials } from "../../../session/partial.ts"
import type { Api } from "../../contract/api.ts"
import type { AnswerOf } from "../../contract/endpoint.ts"
import { type RowGround, shownRow } from "../../shown-row.ts"

/** The folded state with what is being streamed; or as it was at an earlier event, when nothing is known of that. */
export async function stateAt(
  ground: RowGround,
  session: string,
  at: number | undefined,
): Promise<AnswerOf<Api["GET /api/sessions/:id"]>> {
  const { store } = ground
  if (at !== undefined) {
    const row = await store.row(session)
    if (at > row.seq) {
      throw new HoldfastError("not-found", `Session ${session} has no event ${at}: its newest is ${row.seq}.`, {
        details: { head: row.seq },
      })
    }
    return { row: await shownRow(ground, row), state: await store.state(session, { at }), partials: [] }
  }
  const state = await store.state(session)
  const partials = openPartials(await store.partials(session), state)
  return { row: await shownRow(ground, await store.row(session)), state, partials: deltasOf(partials) }
}

function deltasOf(partials: Partials): Delta[] {
  return [...partials].flatMap(([seq, channels]) =>
    Object.entries(channels).map(([channel, text]) => ({ seq, channel: channel as Channel, offset: 0, text })),
  )
}
