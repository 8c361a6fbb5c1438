import { demonstration } from "../../present/demo-project.ts"
import { HoldfastError } from "../../session/error.ts"
import type { demoEndpoints } from "../contract/demo.ts"
import { demoPlace } from "../demo/demo-place.ts"
import type { Handlers } from "../handler.ts"
import { HttpProblem } from "../http/http-problem.ts"
import { intentMeta } from "../http/intent-meta.ts"
import { createKeyedMutex } from "../keyed-mutex.ts"
import type { ServerContext } from "../server-context.ts"
import { shownRow } from "../shown-row.ts"

const maxDemos = 4

export function demoHandlers(server: ServerContext): Handlers<keyof typeof demoEndpoints> {
  const { store, agent, conductor, demos } = server
  const oneByOne = createKeyedMutex()
  const childOf = (session: string) => {
    const pid = demos.pid(session)
    return pid === null ? null : { pid }
  }
  return {
    // Serialized, so that the limit counts every demo already started.
    "POST /api/demo": ({ request }) =>
      oneByOne("demo", async () => {
        const { title, task, model } = demonstration
        const place = await demoPlace(server, request.key)
        const isFull = demos.count() >= maxDemos
        // A repeated request gets its first answer, even at the limit.
        if (isFull && !place.isThere()) {
          throw new HttpProblem("busy", `${maxDemos} demos are already running. Wait until one has finished.`)
        }
        place.make()
        const id = await agent.open({ workspace: place.path, title, model }, intentMeta(request))
        // The key of the first input is fixed, so a repeated request sends it once.
        const { input } = await agent.send(id, task, { ...intentMeta(request), key: "demonstration" })
        const waits = (await store.state(id)).log.inputs.waiting.some((each) => each.input === input)
        if (waits && demos.pid(id) === null && !conductor.has(id)) {
          // The first request died before it started the process: let the engines drive the session.
          if (isFull) conductor.wake(id)
          else demos.start(id, place.path)
        }
        return { id, row: await shownRow(server, await store.row(id)), child: childOf(id) }
      }),

    async "GET /api/sessions/:id/demo"({ params: { id } }) {
      await store.row(id)
      return { child: childOf(id) }
    },

    async "POST /api/sessions/:id/demo/kill"({ params: { id }, request }) {
      await store.row(id)
      const killed = await demos.kill(id, request.key)
      if (killed) return { killed }
      throw new HoldfastError(
        "illegal",
        "No demo process is running this session: it has finished, or another server started it. Start a new demo.",
      )
    },
  }
}
