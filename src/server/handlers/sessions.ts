import { describeSession } from "../../agent/sessions/describe-session.ts"
import { eraseSession } from "../../agent/sessions/erase.ts"
import { HoldfastError } from "../../session/error.ts"
import type { sessionEndpoints } from "../contract/sessions.ts"
import type { Handlers } from "../handler.ts"
import { problemFor } from "../http/http-problem.ts"
import { intentMeta } from "../http/intent-meta.ts"
import type { ServerContext } from "../server-context.ts"
import { shownRow } from "../shown-row.ts"
import { streamSession } from "../stream/open-stream.ts"
import { whenFree } from "../when-released.ts"
import { sessionSettingHandlers } from "./sessions/drafts-and-reads.ts"
import { eventPage } from "./sessions/event-page.ts"
import { checkedConfiguration, openSession } from "./sessions/open-session.ts"
import { listPage } from "./sessions/session-page.ts"
import { stateAt } from "./sessions/state-at.ts"

export function sessionHandlers(server: ServerContext): Handlers<keyof typeof sessionEndpoints> {
  const { store, conductor } = server
  const rowOf = async (id: string) => shownRow(server, await store.row(id))

  const describe = async (
    id: string,
    change: Parameters<typeof describeSession>[2],
    meta: ReturnType<typeof intentMeta>,
  ) => {
    refuseNothing(change)
    const seq = await describeSession(store, id, change, meta)
    // Cancels the open turn; without a driver it is stopped here.
    if (change.trashed) conductor.wake(id)
    return seq
  }

  return {
    "GET /api/sessions": ({ query }) => listPage(server, query),

    async "POST /api/sessions"({ body, request }) {
      const id = await openSession(server, body, request)
      return { id, row: await rowOf(id) }
    },

    "GET /api/projects": () => store.overview(),

    async "POST /api/sessions/batch"({ body, request }) {
      const { ids, change } = body
      refuseNothing(change)
      const done: string[] = []
      const failed: Array<{ id: string; code: string; message: string }> = []
      const attempt = async (id: string) => {
        try {
          await describe(id, change, intentMeta(request))
          done.push(id)
        } catch (error) {
          const { code, message } = problemFor(error, request.id).body.error
          if (code === "internal") server.log.error("request failed", { request: request.id, session: id, error })
          failed.push({ id, code, message })
        }
      }
      await Promise.all([...new Set(ids)].map(attempt))
      return { done, failed }
    },

    "GET /api/sessions/:id": ({ params, query }) => stateAt(server, params.id, query.at),

    async "PATCH /api/sessions/:id"({ params, body, request }) {
      const seq = await describe(params.id, body, intentMeta(request))
      return { seq, row: await rowOf(params.id) }
    },

    async "PATCH /api/sessions/:id/configuration"({ params, body, request }) {
      const meta = intentMeta(request)
      const data = checkedConfiguration(body)
      refuseNothing(data)
      return { seq: await server.agent.configure(params.id, data, meta) }
    },

    async "DELETE /api/sessions/:id"({ params: { id }, query, request }) {
      if (!query.erase)
        return { trashed: true as const, seq: await describe(id, { trashed: true }, intentMeta(request)) }
      const { forks, force } = query
      return { receipt: await whenFree(store, id, () => eraseSession(server, id, { forks, force })) }
    },

    async "GET /api/sessions/:id/events"({ params: { id }, query, request }) {
      if (!wantsStream(request.header("accept"))) return eventPage(store, id, query)
      return streamSession(server, request, { session: id, after: query.after })
    },

    ...sessionSettingHandlers(server),
  }
}

function wantsStream(accept: string | undefined): boolean {
  return /\btext\/event-stream\b/i.test(accept ?? "")
}

function refuseNothing(change: object): void {
  if (Object.values(change).some((value) => value !== undefined)) return
  throw new HoldfastError("invalid", "The body changes nothing. Name at least one field to change.")
}
