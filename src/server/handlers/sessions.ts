import { describeSession } from "../../agent/describe.ts"
import { eraseSession } from "../../agent/erase.ts"
import { HoldfastError } from "../../session/error.ts"
import type { sessionEndpoints } from "../contract/sessions.ts"
import type { Handlers } from "../handler.ts"
import type { House } from "../house.ts"
import { problemFor } from "../http-problem.ts"
import { shownRow } from "../shown-row.ts"
import { streamSession } from "../stream/open.ts"
import { toldBy } from "../told.ts"
import { whenFree } from "../when-free.ts"
import { asideHandlers } from "./sessions/aside.ts"
import { eventPage } from "./sessions/events.ts"
import { listPage } from "./sessions/list.ts"
import { checkedConfiguration, openSession } from "./sessions/open.ts"
import { stateAt } from "./sessions/state.ts"

export function sessionHandlers(house: House): Handlers<keyof typeof sessionEndpoints> {
  const { store, conductor } = house
  const rowOf = async (id: string) => shownRow(house, await store.row(id))

  const describe = async (
    id: string,
    change: Parameters<typeof describeSession>[2],
    told: ReturnType<typeof toldBy>,
  ) => {
    refuseNothing(change)
    const seq = await describeSession(store, id, change, told)
    // What was open in it is to stop: where nobody drives it, it is ended here.
    if (change.trashed) conductor.wake(id)
    return seq
  }

  return {
    "GET /api/sessions": ({ query }) => listPage(house, query),

    async "POST /api/sessions"({ body, request }) {
      const id = await openSession(house, body, request)
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
          await describe(id, change, toldBy(request))
          done.push(id)
        } catch (error) {
          const { code, message } = problemFor(error, request.id).body.error
          if (code === "internal") house.log.error("request failed", { request: request.id, session: id, error })
          failed.push({ id, code, message })
        }
      }
      await Promise.all([...new Set(ids)].map(attempt))
      return { done, failed }
    },

    "GET /api/sessions/:id": ({ params, query }) => stateAt(house, params.id, query.at),

    async "PATCH /api/sessions/:id"({ params, body, request }) {
      const seq = await describe(params.id, body, toldBy(request))
      return { seq, row: await rowOf(params.id) }
    },

    async "PATCH /api/sessions/:id/configuration"({ params, body, request }) {
      const told = toldBy(request)
      const data = checkedConfiguration(body)
      refuseNothing(data)
      return { seq: await house.agent.configure(params.id, data, told) }
    },

    async "DELETE /api/sessions/:id"({ params: { id }, query, request }) {
      if (!query.erase) return { trashed: true as const, seq: await describe(id, { trashed: true }, toldBy(request)) }
      const { forks, force } = query
      return { receipt: await whenFree(store, id, () => eraseSession(house, id, { forks, force })) }
    },

    async "GET /api/sessions/:id/events"({ params: { id }, query, request }) {
      if (!wantsStream(request.header("accept"))) return eventPage(store, id, query)
      return streamSession(house, request, { session: id, after: query.after })
    },

    ...asideHandlers(house),
  }
}

function wantsStream(accept: string | undefined): boolean {
  return /\btext\/event-stream\b/i.test(accept ?? "")
}

function refuseNothing(change: object): void {
  if (Object.values(change).some((value) => value !== undefined)) return
  throw new HoldfastError("invalid", "The body changes nothing: name what is to be changed.")
}
