import { forkSession } from "../../agent/sessions/fork.ts"
import { type RewindOptions, rewind } from "../../agent/sessions/rewind.ts"
import { undo } from "../../agent/sessions/undo.ts"
import type { Api } from "../contract/api.ts"
import type { BodyOf } from "../contract/endpoint.ts"
import type { historyEndpoints } from "../contract/history.ts"
import type { Handlers } from "../handler.ts"
import { intentMeta } from "../http/intent-meta.ts"
import { createKeyedMutex } from "../keyed-mutex.ts"
import type { ServerContext } from "../server-context.ts"
import { shownRow } from "../shown-row.ts"
import { whenFree } from "../when-released.ts"

export function historyHandlers(server: ServerContext): Handlers<keyof typeof historyEndpoints> {
  const { store, conductor } = server
  // Serialized per session: the second request of a double click must find the result of the first in the log.
  const perSession = createKeyedMutex()
  return {
    async "POST /api/sessions/:id/fork"({ params, body, request }) {
      const { id, parent } = await forkSession(store, params.id, { ...body, ...intentMeta(request) })
      return { id, parent, row: await shownRow(server, await store.row(id)) }
    },

    "POST /api/sessions/:id/rewind": ({ params: { id }, body, request }) =>
      perSession(id, async () => {
        const { to, files, force, head } = body
        const options = {
          to: target(to),
          files,
          force,
          ...(head === undefined ? {} : { head }),
          ...intentMeta(request),
        }
        const rewound = await whenFree(store, id, () => rewind(store, id, options))
        if (rewound.input !== null) conductor.wake(id)
        return rewound
      }),

    "POST /api/sessions/:id/undo": ({ params: { id }, body, request }) =>
      perSession(id, () => {
        const { turn, redo, force, head } = body
        const options = {
          ...(turn === undefined ? {} : { turn }),
          ...(head === undefined ? {} : { head }),
          ...{ redo, force },
          ...intentMeta(request),
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
