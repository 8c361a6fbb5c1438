import { isHoldfastError } from "../../session/error.ts"
import { isKnown } from "../../session/event.ts"
import { serverHere } from "../../session/view/server.ts"
import type { SessionRow, Store } from "../../store/contract.ts"
import { type IntentMeta, keyOf, signed } from "./idempotent-intent.ts"

type Fork = { id: string; parent: { session: string; seq: number } }

/**
 * Starts a new session with the log of another one up to an event, by default the newest. The server of its model
 * goes with it as far as that counts here. Durable.
 */
export async function forkSession(
  store: Store,
  session: string,
  { at, title, ...meta }: { at?: number | undefined; title?: string | undefined } & IntentMeta = {},
): Promise<Fork> {
  const { workspace, project, seq: head, foreignThrough } = await store.row(session)
  const parent = { session, seq: at ?? head }
  // No further than it is forked: what comes after may be damaged.
  const baseUrl = serverHere(await store.state(session, { at: Math.min(parent.seq, head) }), foreignThrough)
  const settings = baseUrl ? { settings: { baseUrl } } : {}
  const forked = { workspace, project, parent, ...(title ? { title } : {}), ...settings, ...signed(meta) }
  try {
    return { id: await store.open(forked, keyOf(meta)), parent }
  } catch (error) {
    // The session has moved on since the first time, and no event to fork at was given.
    if (!isHoldfastError(error) || error.code !== "key-reused" || meta.key === undefined || at !== undefined)
      throw error
    const first = await forkWithKey(store, session, { key: meta.key, title })
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
