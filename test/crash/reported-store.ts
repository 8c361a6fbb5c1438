import { isHoldfastError } from "../../src/session/error.ts"
import type { NewEvent } from "../../src/session/event.ts"
import type { Authority, ForeignLog, Lease, NewSession, Piece, Store } from "../../src/store/contract.ts"
import { digestOf, type Journal, sharedClock, waitedFor } from "./journal.ts"

/** A store whose caller tells the journal what it asks for, and what was acknowledged. */
export type ReportedStore = {
  store: Store
  open(session: NewSession, key: string): Promise<string>
  append(id: string, events: NewEvent[], by: Authority, options?: { key?: string; send?: string }): Promise<number>
  checkpoint(lease: Lease, intent: number, piece: Piece): void
  putBlob(bytes: Uint8Array): ReturnType<Store["putBlob"]>
  adopt(log: ForeignLog): Promise<void>
  erase(id: string): Promise<void>
  backup(to: string): Promise<void>
  /** A word that no other text of any worker holds. */
  word(): string
}

export function reportedStore(store: Store, journal: Journal, run: string): ReportedStore {
  let sends = 0
  let words = 0
  return {
    store,
    word: () => `w${run}x${++words}`,
    async open(session, key) {
      journal({ kind: "opening", key, session })
      const id = await store.open(session, { key })
      journal({ kind: "opened", key, id })
      return id
    },
    async append(id, events, by, options = {}) {
      const send = options.send ?? `${run}.${++sends}`
      const { key } = options
      const retry = key === undefined ? {} : { retry: { key, events } }
      journal({ kind: "sent", send, session: id, digests: events.map(digestOf), ...retry })
      try {
        const { seq } = await store.append(id, events, by, key === undefined ? {} : { key })
        journal({ kind: "acknowledged", send, seq })
        return seq
      } catch (error) {
        journal({ kind: "refused", send, code: isHoldfastError(error) ? error.code : String(error) })
        throw error
      }
    },
    checkpoint(lease, intent, piece) {
      store.checkpoint(lease, intent, piece)
      journal({
        kind: "handed",
        session: lease.session,
        intent,
        ...piece,
        at: sharedClock(),
        waited: waitedFor("self"),
      })
    },
    async putBlob(bytes) {
      const ref = await store.putBlob(bytes)
      journal({ kind: "blob", hash: ref.blob })
      return ref
    },
    async adopt(log) {
      const [opened, ...rest] = log.events
      const key = `adopted ${log.id}`
      journal({ kind: "opening", key, session: opened?.data as NewSession })
      journal({ kind: "sent", send: key, session: log.id, digests: rest.map(digestOf) })
      await store.adopt(log)
      journal({ kind: "opened", key, id: log.id })
      journal({ kind: "acknowledged", send: key, seq: log.events.length })
    },
    async erase(id) {
      journal({ kind: "erasing", session: id })
      await store.erase(id, { forks: "copy" })
      journal({ kind: "erased", session: id })
    },
    async backup(to) {
      await store.backup(to)
      journal({ kind: "backed-up", file: to })
    },
  }
}
