import { demonstration } from "../../agent/demo.ts"
import { HoldfastError } from "../../session/error.ts"
import type { demoEndpoints } from "../contract/demo.ts"
import { demoPlace } from "../demo-place.ts"
import type { Handlers } from "../handler.ts"
import type { House } from "../house.ts"
import { HttpProblem } from "../http-problem.ts"
import { openLanes } from "../lanes.ts"
import { shownRow } from "../shown-row.ts"
import { toldBy } from "../told.ts"

/** How many demonstrations may be played at once. */
const most = 4

export function demoHandlers(house: House): Handlers<keyof typeof demoEndpoints> {
  const { store, agent, conductor, demos } = house
  const oneByOne = openLanes()
  const childOf = (session: string) => {
    const pid = demos.pid(session)
    return pid === null ? null : { pid }
  }
  return {
    // One after the other: those that were let in are counted before the next one is.
    "POST /api/demo": ({ request }) =>
      oneByOne("demo", async () => {
        const { title, task, model } = demonstration
        const place = await demoPlace(house, request.key)
        const isFull = demos.count() >= most
        // Who asks again gets the answer of the first time, however many are played since.
        if (isFull && !place.isThere()) {
          throw new HttpProblem("busy", `${most} demonstrations are played already. Wait until one has ended.`)
        }
        place.make()
        const id = await agent.open({ workspace: place.path, title, model }, toldBy(request))
        // One session is one demonstration: its first input is the same, however often it is asked for.
        const { input } = await agent.send(id, task, { ...toldBy(request), key: "demonstration" })
        const waits = (await store.state(id)).log.inputs.waiting.some((each) => each.input === input)
        if (waits && demos.pid(id) === null && !conductor.has(id)) {
          // What the first time was cut off before its process was begun is played, be it without one.
          if (isFull) conductor.wake(id)
          else demos.start(id, place.path)
        }
        return { id, row: await shownRow(house, await store.row(id)), child: childOf(id) }
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
        "No process of a demonstration drives this session. It has ended, or another server began it; start a new one.",
      )
    },
  }
}
