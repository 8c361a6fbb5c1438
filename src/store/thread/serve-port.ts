import type { MessagePort, Transferable } from "node:worker_threads"
import type { ForeignEvent } from "../../session/event.ts"
import type { Lease, ReadOptions, Store } from "../contract.ts"
import { given } from "./bytes.ts"
import { packError } from "./packed-error.ts"
import { type Answer, type Checkpoint, type Item, packItem, type Request, type StreamItem } from "./port-message.ts"
import { type Sending, sendItems } from "./send-items.ts"

/**
 * Lets another thread use a store through a port. The leases acquired through it are released when it closes, be
 * it because the thread died.
 */
export function servePort(store: Store, port: MessagePort, onTrouble: (error: unknown) => void): void {
  const streams = new Map<number, { sending: Sending; abort: AbortController }>()
  const leases = new Map<string, Lease>()
  const refusals = new Map<string, unknown>()
  const logs = new Map<number, ForeignEvent[]>()
  const running = new Set<Promise<unknown>>()

  const post = (answer: Answer, transfer: Transferable[] = []) => port.postMessage(answer, transfer)

  // What comes of many streams at once goes over in one message, before anything else is waited for.
  let outgoing: StreamItem[] = []
  const postItem = (stream: number, item: Item) => {
    if (outgoing.length === 0) process.nextTick(postItems)
    outgoing.push(packItem(stream, item))
  }
  const postItems = () => {
    const items = outgoing
    outgoing = []
    post({ kind: "items", items })
  }

  const reply = (call: number, work: () => Promise<unknown>) => {
    const outcome = work().then(
      (value) => post({ kind: "done", call, value }, value instanceof Uint8Array ? [value.buffer as ArrayBuffer] : []),
      (error: unknown) => post({ kind: "failed", call, error: packError(error) }),
    )
    const ended = outcome.catch((error: unknown) => post({ kind: "failed", call, error: packError(error) }))
    running.add(ended)
    void ended.finally(() => running.delete(ended))
  }

  // A session has one lease at a time, and releasing a lease that was lost does no harm.
  const methods: Partial<Store> = {
    async append(id, events, by, options) {
      const refusal = refusals.get(id)
      refusals.delete(id)
      if (refusal !== undefined) throw refusal
      return store.append(id, events, by, options)
    },
    async acquire(id, owner) {
      const lease = await store.acquire(id, owner)
      leases.set(id, lease)
      refusals.delete(id)
      return lease
    },
    async release(lease) {
      await store.release(lease)
      if (leases.get(lease.session)?.epoch === lease.epoch) leases.delete(lease.session)
    },
    blob: async (hash) => given(await store.blob(hash)),
  }
  const served = { ...store, ...methods }

  const begin = ({ stream, method, given: [first, second], reportDamage }: Extract<Request, { kind: "begin" }>) => {
    const abort = new AbortController()
    const sending = sendItems(
      (onDamage) => {
        const { signal } = abort
        switch (method) {
          case "read":
            return store.read(first as string, {
              ...(second as ReadOptions),
              ...(reportDamage ? { onDamage } : {}),
            })
          case "follow":
            return store.follow(first as string, { ...(second as { after: number }), signal })
          case "changes":
            return store.changes({ ...(first as { after?: string }), signal })
        }
      },
      (item) => {
        if ("end" in item) streams.delete(stream)
        postItem(stream, item)
      },
    )
    streams.set(stream, { sending, abort })
  }
  const end = (stream: number) => {
    const here = streams.get(stream)
    streams.delete(stream)
    here?.sending.stop()
    here?.abort.abort()
  }

  const checkpoint = ([session, epoch, intent, channel, offset, text]: Checkpoint) => {
    try {
      store.checkpoint({ session, epoch }, intent, { channel, offset, text })
    } catch (error) {
      refusals.set(session, error)
    }
  }

  const gather = async ({ log, events }: Extract<Request, { kind: "events" }>) => {
    const gathered = logs.get(log) ?? []
    for (const event of events) gathered.push(event)
    logs.set(log, gathered)
  }
  const adopt = ({ log, id, blobs, options }: Extract<Request, { kind: "adopt" }>) => {
    const events = logs.get(log) ?? []
    logs.delete(log)
    return store.adopt({ id, events, blobs }, options)
  }

  // Earlier requests finish first: a lease that one of them acquires is released too.
  const releaseAll = async () => {
    for (const stream of [...streams.keys()]) end(stream)
    await Promise.all(running)
    // Each of them, also where the storage fails: what it refuses is retried later.
    const released = await Promise.allSettled([...leases.values()].map((lease) => store.release(lease)))
    leases.clear()
    for (const outcome of released) if (outcome.status === "rejected") throw outcome.reason
  }
  const close = async (call: number) => {
    try {
      await releaseAll()
      post({ kind: "done", call, value: undefined })
      port.close()
    } catch (error) {
      post({ kind: "failed", call, error: packError(error) })
    }
  }

  port.on("message", (request: Request) => {
    switch (request.kind) {
      case "call": {
        const method = served[request.method] as (...given: readonly unknown[]) => Promise<unknown>
        return reply(request.call, async () => method(...request.given))
      }
      case "events":
        return reply(request.call, () => gather(request))
      case "adopt":
        return reply(request.call, () => adopt(request))
      case "forget":
        return void logs.delete(request.log)
      case "close":
        return void close(request.call)
      case "checkpoints":
        return request.pieces.forEach(checkpoint)
      case "begin":
        return begin(request)
      case "more":
        return streams.get(request.stream)?.sending.more(request.items)
      case "end":
        return end(request.stream)
    }
  })
  port.on("close", () => void releaseAll().catch(onTrouble))
}
