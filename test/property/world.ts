import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isHoldfastError } from "../../src/session/error.ts"
import type { NewEvent } from "../../src/session/event.ts"
import { openIntents, type Partials } from "../../src/session/partial.ts"
import { policyOf } from "../../src/session/policy.ts"
import type { SessionState } from "../../src/session/state.ts"
import type { Authority, Lease, Store } from "../../src/store/contract.ts"
import { memoryData } from "../../src/store/memory/memory-data.ts"
import { openMemoryStore } from "../../src/store/memory/memory-store.ts"
import type { SqliteOptions } from "../../src/store/sqlite/open-core.ts"
import { openSqliteStore } from "../../src/store/sqlite/store.ts"
import { client } from "./client.ts"
import type { Author, Command } from "./command.ts"
import { pick, walk } from "./guided.ts"

const actor = { kind: "person", name: "Ada", device: "desk" } as const
const place = { workspace: "/projects/app", project: "/projects/app" } as const

/** A store with those who use it: what happens here happens in every other world as well. */
export type World = {
  store: Store
  clients: Map<string, ReturnType<typeof client>>
  leases: Map<string, Lease>
  open(): Store
  end(): Promise<void>
}

export function memoryWorld(): World {
  const data = memoryData()
  return world(
    () => openMemoryStore({ data, actor }),
    () => undefined,
  )
}

export function sqliteWorld(options: SqliteOptions): World {
  const directory = mkdtempSync(join(tmpdir(), "holdfast-"))
  return world(
    () => openSqliteStore({ ...options, directory, actor }),
    () => rmSync(directory, { recursive: true, force: true }),
  )
}

/** What a command means here and now, with its choices made: the same in every world. */
export type Move = (world: World) => Promise<unknown>

/** Makes the choices of a command by what the session looks like. */
export function moveOf(command: Command, opened: number, state: SessionState, partials: Partials): Move {
  const { id } = state
  switch (command.do) {
    case "open":
      return ({ store }) => store.open({ id: `session-${opened}`, ...place, ...titled(command.title) })
    case "fork": {
      const parent = { session: id, seq: 1 + (command.at % (state.seq + 1)) }
      return ({ store }) => store.open({ id: `session-${opened}`, ...place, parent })
    }
    case "append": {
      const events = walk(state, command.events)
      const forPersons = events.every(({ type }) => policyOf(type).writer === "person")
      const as = command.as === "person" && !forPersons ? "owner" : command.as
      return append(events, as, state, command.key)
    }
    case "append-any":
      return append([command.event], command.as, state)
    case "checkpoint": {
      const intent = pick([...openIntents(state)], command.intent) ?? command.intent
      const { channel, text } = command
      // Mostly at the end or a little before, now and then beyond.
      const streamed = partials.get(intent)?.[channel] ?? ""
      const end = streamed.length
      const back = command.back === 6 ? end + 1 : Math.max(0, end - command.back)
      // No disk keeps a text that ends in half a character.
      const offset = text === "" && !streamed.slice(0, back).isWellFormed() ? back - 1 : back
      return async ({ store, leases }) => {
        const lease = leases.get(id)
        if (lease) store.checkpoint(lease, intent, { channel, offset, text })
      }
    }
    case "acquire":
      return acquire(id)
    case "release":
      return async ({ store, leases }) => {
        const lease = leases.get(id)
        if (lease) await store.release(lease)
      }
    case "listen":
      return (world) => clientOf(world, id).catchUp(world.store)
    case "reconnect":
      return (world) => clientOf(world, id).reconnect(world.store, command.back)
    case "reopen":
      return reopen
  }
}

export function acquire(id: string): Move {
  return async ({ store, leases }) => {
    const lease = await store.acquire(id, { type: "RuntimeHandle" })
    leases.set(id, lease)
    return lease
  }
}

export async function reopen(world: World): Promise<void> {
  for (const follower of world.clients.values()) await follower.leave()
  await world.store.close()
  world.store = world.open()
}

export type Outcome = { ok: unknown } | { refused: string }

/** What came of a move: its result, or the code of the refusal. */
export async function outcomeOf(world: World, move: Move): Promise<Outcome> {
  try {
    return { ok: await move(world) }
  } catch (error) {
    if (isHoldfastError(error)) return { refused: error.code }
    throw error
  }
}

export function clientOf({ clients }: World, id: string) {
  const known = clients.get(id) ?? client(id)
  clients.set(id, known)
  return known
}

function world(open: () => Store, destroy: () => void): World {
  const made: World = {
    store: open(),
    clients: new Map(),
    leases: new Map(),
    open,
    async end() {
      for (const follower of made.clients.values()) await follower.leave()
      await made.store.close()
      destroy()
    },
  }
  return made
}

function append(events: NewEvent[], as: Author, { id, seq }: SessionState, key?: string): Move {
  return async ({ store, leases }) => {
    const by = authority(as, leases.get(id)?.epoch ?? 0, seq)
    return (await store.append(id, events, by, key === undefined ? {} : { key })).seq
  }
}

function authority(as: Author, epoch: number, head: number): Authority {
  switch (as) {
    case "owner":
      return { epoch }
    case "owner-at-head":
      return { epoch, head }
    case "person":
      return "intent"
    case "older-owner":
      return { epoch: epoch - 1 }
    case "owner-behind":
      return { epoch, head: head - 1 }
  }
}

const titled = (title: string | undefined) => (title === undefined ? {} : { title })
