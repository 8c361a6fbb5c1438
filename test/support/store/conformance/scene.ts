import { afterEach, beforeEach, expect } from "vitest"
import { type ErrorCode, isHoldfastError } from "../../../../src/session/error.ts"
import type { Event, ForeignEvent, NewEvent } from "../../../../src/session/event.ts"
import type { Delta } from "../../../../src/session/partial.ts"
import type { Lease, NewSession, ReadOptions, Store } from "../../../../src/store/contract.ts"

/** Where the data of a store lies: each call of `open` is another process, or a reopen. */
type StoreFixture = { open(): Store | Promise<Store>; destroy(): void | Promise<void> }

export type MakeStore = () => StoreFixture | Promise<StoreFixture>

/** A fresh store for each test. */
export type Scene = {
  store: Store
  /** Opens the same data again while the first store is in use, as another process would. */
  openAnother(): Promise<Store>
  /** Closes the store and opens its data again. */
  reopen(): Promise<Store>
}

export function setScene(makeStore: MakeStore): Scene {
  let fixture: StoreFixture
  let opened: Store[] = []
  const open = async () => {
    const store = await fixture.open()
    opened.push(store)
    return store
  }
  const scene: Scene = {
    store: undefined as never,
    openAnother: open,
    async reopen() {
      await scene.store.close()
      scene.store = await open()
      return scene.store
    },
  }
  beforeEach(async () => {
    fixture = await makeStore()
    opened = []
    scene.store = await open()
  })
  afterEach(async () => {
    for (const store of opened) await store.close()
    await fixture.destroy()
  })
  return scene
}

export const place = { workspace: "/projects/app", project: "/projects/app" } as const

export function begin(store: Store, more: Partial<NewSession> = {}): Promise<string> {
  return store.open({ ...place, ...more })
}

/** A session, and the right to drive it: the first event is its opening, the second its owner. */
export async function beginDriven(store: Store, more: Partial<NewSession> = {}): Promise<Driven> {
  const id = await begin(store, more)
  const lease = await store.acquire(id, { type: "RuntimeHandle" })
  return { id, lease, drive: async (...events) => (await store.append(id, events, lease)).seq }
}

export type Driven = { id: string; lease: Lease; drive(...events: NewEvent[]): Promise<number> }

export async function logOf(store: Store, id: string, options?: ReadOptions): Promise<Array<Event | ForeignEvent>> {
  return Array.fromAsync(store.read(id, options))
}

export async function typesOf(store: Store, id: string): Promise<string[]> {
  return (await logOf(store, id)).map(({ type }) => type)
}

/** The refusal that some work ends in; a test fails when it does not. */
export async function refusalOf(work: Promise<unknown> | (() => unknown)) {
  try {
    await (typeof work === "function" ? work() : work)
  } catch (error) {
    if (isHoldfastError(error)) return { code: error.code, message: error.message, details: error.details }
    throw error
  }
  return expect.fail("it was accepted")
}

/** Expects a refusal with this code that leaves the log as it was. */
export async function expectRefused(store: Store, id: string, work: () => Promise<unknown>, code: ErrorCode) {
  const before = await logOf(store, id)
  const refusal = await refusalOf(work)
  expect(refusal.code).toBe(code)
  expect(await logOf(store, id)).toEqual(before)
  return refusal
}

export type FollowedItem = Event | ForeignEvent | Delta

/** Follows a session and hands out what comes, piece by piece. */
export function listen(store: Store, id: string, after = 0, options: { only?: "events" } = {}) {
  const abort = new AbortController()
  const items = store.follow(id, { after, signal: abort.signal, ...options })[Symbol.asyncIterator]()
  const next = async (): Promise<FollowedItem> => {
    const { done, value } = await items.next()
    return done ? expect.fail("it ended") : value
  }
  return {
    next,
    async take(count: number): Promise<FollowedItem[]> {
      const received: FollowedItem[] = []
      while (received.length < count) received.push(await next())
      return received
    },
    async until(isLast: (item: FollowedItem) => boolean): Promise<FollowedItem[]> {
      const received = [await next()]
      for (let last = received.at(-1); last && !isLast(last); last = received.at(-1)) received.push(await next())
      return received
    },
    async ended(): Promise<boolean> {
      return (await items.next()).done ?? false
    },
    /** Stops listening; returns what had arrived by then. */
    async stop(): Promise<FollowedItem[]> {
      abort.abort()
      return Array.fromAsync({ [Symbol.asyncIterator]: () => items })
    },
  }
}

export function isDelta(item: FollowedItem): item is Delta {
  return "channel" in item
}
