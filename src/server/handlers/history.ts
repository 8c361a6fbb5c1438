import { forkSession } from "../../agent/fork.ts"
import { type RewindOptions, rewind } from "../../agent/rewind.ts"
import { undo } from "../../agent/undo.ts"
import type { Api } from "../contract/api.ts"
import type { BodyOf } from "../contract/endpoint.ts"
import type { historyEndpoints } from "../contract/history.ts"
import type { Handlers } from "../handler.ts"
import type { House } from "../house.ts"
import { openLanes } from "../lanes.ts"
import { shownRow } from "../shown-row.ts"
import { toldBy } from "../told.ts"
import { whenFree } from "../when-free.ts"

export function historyHandlers(house: House): Handlers<keyof typeof historyEndpoints> {
  const { store, conductor } = house
  // A double click is two requests at once: the second finds in the log what the first one did.
  const inLane = openLanes()
  return {
    async "POST /api/sessions/:id/fork"({ params, body, request }) {
      const { id, parent } = await forkSession(store, params.id, { ...body, ...toldBy(request) })
      return { id, parent, row: await shownRow(house, await store.row(id)) }
    },

    "POST /api/sessions/:id/rewind": ({ params: { id }, body, request }) =>
      inLane(id, async () => {
        const { to, files, force, head } = body
        const options = { to: target(to), files, force, ...(head === undefined ? {} : { head }), ...toldBy(request) }
        const rewound = await whenFree(store, id, () => rewind(store, id, options))
        if (rewound.input !== null) conductor.wake(id)
        return rewound
      }),

    "POST /api/sessions/:id/undo": ({ params: { id }, body, request }) =>
      inLane(id, () => {
        const { turn, redo, force, head } = body
        const options = {
          ...(turn === undefined ? {} : { turn }),
          ...(head === undefined ? {} : { head }),
          ...{ redo, force },
          ...toldBy(request),
        }
        return whenFree(store, id, () => undo(store, id, options))
      }),
  }
}

function target(to: BodyOf<Api["POST /api/sessions/:id/rewind"]>["to"]): RewindOptions["to"] {
  if (to === "regenerate" || !("input" in to)) return to
  const { input, text, attachments } = to
  return { input, text, ...(attachments ? { attachments } : {}) }
}
