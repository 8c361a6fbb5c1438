import { isHoldfastError } from "../session/error.ts"
import { isKnown } from "../session/event.ts"
import { serverHere } from "../session/view/server.ts"
import type { SessionRow, Store } from "../store/contract.ts"
import { keyOf, signed, type Told } from "./once.ts"

type Fork = { id: string; parent: { session: string; seq: number } }

/**
 * Begins a new session with the log of another one up to an event, its newest if none is named. The server of its model
 * goes with it as far as that counts here. Durable.
 */
export async function forkSession(
  store: Store,
  session: string,
  { at, title, ...told }: { at?: number | undefined; title?: string | undefined } & Told = {},
): Promise<Fork> {
  const { workspace, project, seq: head, foreignThrough } = await store.row(session)
  const parent = { session, seq: at ?? head }
  // No further than it is forked: what comes after may be damaged.
  const baseUrl = serverHere(await store.state(session, { at: Math.min(parent.seq, head) }), foreignThrough)
  const settings = baseUrl ? { settings: { baseUrl } } : {}
  const forked = { workspace, project, parent, ...(title ? { title } : {}), ...settings, ...signed(told) }
  try {
    return { id: await store.open(forked, keyOf(told)), parent }
  } catch (error) {
    // The session has moved on since the first time, and nobody said where to fork it.
    if (!isHoldfastError(error) || error.code !== "key-reused" || told.key === undefined || at !== undefined)
      throw error
    const first = await forkWithKey(store, session, { key: told.key, title })
    if (first) return first
    throw error
  }
}

async function forkWithKey(
  store: Store,
  session: string,
  { key, title }: { key: string; title: string | undefined },
): Promise<Fork | undefined> {
  for await (const { id, parent } of forksOf(store, session)) {
    if (!parent) continue
    for await (const event of store.read(id, { after: parent.seq, limit: 1 })) {
      const isIt = event.key === key && isKnown(event) && event.type === "session.opened" && event.data.title === title
      if (isIt) return { id, parent }
    }
  }
  return undefined
}

/** The forks of a session, those in the archive and in the trash too. */
async function* forksOf(store: Store, parent: string): AsyncGenerator<SessionRow> {
  for (const where of [{}, { archived: true }, { trashed: true }]) {
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<Store["list"]>> = await store.list({
        parent,
        ...where,
        limit: 100,
        ...(cursor === null ? {} : { cursor }),
      })
      yield* page.items
      cursor = page.next
    } while (cursor !== null)
  }
}
