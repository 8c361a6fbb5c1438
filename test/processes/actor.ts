import { setTimeout as delay } from "node:timers/promises"
import { isHoldfastError } from "../../src/session/error.ts"
import type { NewEvent } from "../../src/session/event.ts"
import type { Lease, NewOwner, Store } from "../../src/store/contract.ts"
import type { SqliteOptions } from "../../src/store/sqlite/open-core.ts"
import { openSqliteStore } from "../../src/store/sqlite/store.ts"
import { uuidv7 } from "../../src/store/uuid.ts"
import { sharedClock } from "../crash/journal.ts"

/** What the process of an actor is asked to do, and what it answers. */
export type Request = { id: number; call: keyof Actions; arguments: unknown[] }
export type Answer =
  | { id: number; value: unknown }
  | { id: number; error: { code: string; message: string; details: unknown } }
  | { item: unknown }

export type Actions = ReturnType<typeof actionsOn>

/** What can be asked of another process that has the store open. */
function actionsOn(store: Store) {
  return {
    open: () => store.open({ workspace: "/work", project: "/work" }),
    acquire: (id: string, owner: NewOwner) => store.acquire(id, owner),
    release: (lease: Lease) => store.release(lease),
    append: async (id: string, events: NewEvent[], by: { epoch: number } | "intent") =>
      (await store.append(id, events, by)).seq,
    partials: async (id: string) => [...(await store.partials(id))],
    close: () => store.close(),

    checkpoint: async (lease: Lease, intent: number, text: string) => {
      store.checkpoint(lease, intent, { channel: "text", offset: 0, text })
    },

    /** Hands over a text piece by piece. */
    stream: async (lease: Lease, intent: number, text: string, characters: number) => {
      for (let offset = 0; offset < text.length; offset += characters) {
        store.checkpoint(lease, intent, { channel: "text", offset, text: text.slice(offset, offset + characters) })
        await delay(3)
      }
    },

    /** Sends so many inputs to each session, all sessions at once, one after the other in each; returns the seqs. */
    send: (ids: string[], count: number) =>
      Promise.all(
        ids.map(async (id) => {
          const seqs: number[] = []
          for (let sent = 0; sent < count; sent++) {
            const data = { input: uuidv7(), kind: "send" as const, text: `Input ${sent} of process ${process.pid}` }
            seqs.push((await store.append(id, [{ type: "input.accepted", data }], "intent")).seq)
          }
          return seqs
        }),
      ),

    /** Reads the end of the log again and again, where events are being sealed, until it is so long; returns how often. */
    reread: async (id: string, until: number) => {
      let head = 0
      for (let count = 1; ; count++) {
        const after = Math.max(0, head - 150)
        const events = await Array.fromAsync(store.read(id, { after }))
        if (events.some(({ seq }, index) => seq !== after + index + 1)) throw new Error("The log has a gap.")
        head = after + events.length
        if (head >= until) return count
      }
    },

    /**
     * Tries for the lease until it is free; tells when it was had, how often it was refused, and when the last try that
     * was refused was made, or 0.
     */
    contend: async (id: string, owner: NewOwner) => {
      let refusedAt = 0
      for (let refused = 0; ; refused++) {
        const triedAt = sharedClock()
        try {
          const lease = await store.acquire(id, owner)
          return { lease, at: sharedClock(), refused, refusedAt }
        } catch (error) {
          if (!isHoldfastError(error) || error.code !== "owned") throw error
          refusedAt = triedAt
          process.send?.({ item: "refused" } satisfies Answer)
          await delay(5)
        }
      }
    },

    /** Tells everything that comes, as it comes. */
    follow: async (id: string, after: number) => {
      for await (const item of store.follow(id, { after })) process.send?.({ item } satisfies Answer)
    },
  }
}

const options = JSON.parse(process.argv[2] ?? "{}") as SqliteOptions
const actions = actionsOn(openSqliteStore({ lowWatermarkBytes: 0, ...options }))

process.on("message", async ({ id, call, arguments: given }: Request) => {
  const action = actions[call] as (...given: unknown[]) => Promise<unknown>
  process.send?.(await action(...given).then((value) => ({ id, value }), refusal(id)))
})
process.send?.({ item: "ready" } satisfies Answer)

function refusal(id: number): (error: unknown) => Answer {
  return (error) => {
    if (!isHoldfastError(error)) return { id, error: { code: "untyped", message: String(error), details: null } }
    const { code, message, details } = error
    return { id, error: { code, message, details } }
  }
}
