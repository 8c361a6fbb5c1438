import { execFileSync } from "node:child_process"
import { mkdirSync } from "node:fs"
import { dirname, join } from "node:path"
import { apiClient } from "../../../src/client/client.ts"
import { openStore, type Store } from "../../../src/index.ts"
import type { Random } from "../../crash/random.ts"
import type { Fixture } from "../server-fixture.ts"
import type { MortalServer } from "./mortal-server.ts"
import { type Plot, plotOf } from "./plot.ts"

/** Where a session works. */
export const workspaceOf = ({ workspace }: Fixture, { name }: Plot) => join(dirname(workspace), name)

/** Opens so many sessions, each in a workspace of its own: the plots by their ids. */
export async function openSessions(of: {
  fixture: Fixture
  server: MortalServer
  count: number
  random: Random
}): Promise<ReadonlyMap<string, Plot>> {
  const { fixture, server, count, random } = of
  const client = apiClient({ base: server.url, token: server.token })
  const plots = Array.from({ length: count }, (_, number) => plotOf(number, dirname(fixture.workspace), random))
  const opened = plots.map(async (plot) => {
    const workspace = workspaceOf(fixture, plot)
    mkdirSync(workspace)
    // What a command changes is known in a repository only.
    execFileSync("git", ["init", "-q", workspace])
    const { permissionMode, steps } = plot
    const body = { workspace, model: fixture.script(steps), permissionMode }
    const { id } = await client.call("POST /api/sessions", { body, key: plot.name })
    return [id, plot] as const
  })
  return new Map(await Promise.all(opened))
}

/** Lends the store to the test, beside the server. */
export async function lookInto<T>({ home }: Fixture, work: (store: Store) => Promise<T>): Promise<T> {
  const store = openStore({ directory: home })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
