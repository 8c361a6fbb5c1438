import { createHash, randomUUID } from "node:crypto"
import { existsSync, mkdirSync, renameSync } from "node:fs"
import { join } from "node:path"
import { demonstration, writeDemoProject } from "../../agent/demo.ts"
import { isInRoots } from "../../agent/roots.ts"
import { HoldfastError } from "../../session/error.ts"
import type { demoEndpoints } from "../contract/demo.ts"
import type { Handlers } from "../handler.ts"
import type { House } from "../house.ts"
import { HttpProblem } from "../http-problem.ts"
import { shownRow } from "../shown-row.ts"
import { toldBy } from "../told.ts"

/** How many demonstrations may be played at once. */
const most = 4

export function demoHandlers(house: House): Handlers<keyof typeof demoEndpoints> {
  const { store, agent, demos } = house
  const childOf = (session: string) => {
    const pid = demos.pid(session)
    return pid === null ? null : { pid }
  }
  return {
    async "POST /api/demo"({ request }) {
      if (demos.count() >= most) {
        throw new HttpProblem("busy", `${most} demonstrations are played already. Wait until one has ended.`)
      }
      const { title, task, model } = demonstration
      const workspace = await placeFor(house, request.key)
      const id = await agent.open({ workspace, title, model }, toldBy(request))
      // One session is one demonstration: its first input is the same, however often it is asked for.
      const { input } = await agent.send(id, task, { ...toldBy(request), key: "demonstration" })
      const waits = (await store.state(id)).log.inputs.waiting.some((each) => each.input === input)
      if (waits && demos.pid(id) === null) demos.start(id, workspace)
      return { id, row: await shownRow(house, await store.row(id)), child: childOf(id) }
    },

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

/**
 * A directory with the sample project. It is beside the data directory, which no tool may touch, or where work is
 * confined to. The same intent has the same one.
 */
async function placeFor({ directory, roots }: House, key: string | undefined): Promise<string> {
  const name = createHash("sha256")
    .update(key ?? randomUUID())
    .digest("hex")
    .slice(0, 8)
  const beside = join(`${directory}-demo`, `till-${name}`)
  const [root] = roots
  const place = root === undefined || (await isInRoots(roots, beside)) ? beside : join(root, `holdfast-demo-${name}`)
  // What is there already is the work of the same intent: it must not be undone. And it is there whole, or not at all.
  if (!existsSync(place)) {
    const part = `${place}.${randomUUID()}.part`
    mkdirSync(part, { recursive: true, mode: 0o700 })
    writeDemoProject(part)
    renameSync(part, place)
  }
  return place
}
