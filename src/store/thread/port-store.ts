import type { MessagePort, Transferable } from "node:worker_threads"
import type { Event, ForeignEvent } from "../../session/event.ts"
import type { Delta } from "../../session/partial.ts"
import { guarded } from "../arguments.ts"
import type { ListChange, Store } from "../contract.ts"
import { plain, plainEvent } from "../plain.ts"
import { copyToGive } from "./bytes.ts"
import { closed, linkTo } from "./link.ts"
import type { CallMethod } from "./port-message.ts"
import { receiveItems } from "./receive-items.ts"
import { sendLog } from "./send-log.ts"

/**
 * The store at the other end of a port, for the thread that has this end. The leases acquired here are released
 * when it is closed, and when the thread ends.
 */
export function portStore(port: MessagePort): Store {
  const link = linkTo(port)
  let isClosed = false
  let closing: Promise<void> | undefined

  const assertOpen = () => {
    if (isClosed) throw closed()
  }
  const call = async <M extends CallMethod>(
    method: M,
    given: Parameters<Store[M]>,
    transfer?: Transferable[],
  ): Promise<Awaited<ReturnType<Store[M]>>> => {
    assertOpen()
    const answer = await link.ask((number) => ({ kind: "call", call: number, method, given }), transfer)
    return answer as Awaited<ReturnType<Store[M]>>
  }
  const shut = async () => {
    isClosed = true
    link.close()
    if (link.isOver) return
    await link.ask((number) => ({ kind: "close", call: number }))
    port.close()
  }

  return guarded({
    open: (session, options) => {
      const settings = session.settings === undefined ? {} : { settings: plain(session.settings) }
      return call("open", [{ ...session, ...settings }, options])
    },
    append: (id, events, by, options) => call("append", [id, events.map(plainEvent), by, options]),
    checkpoint({ session, epoch }, intent, { channel, offset, text }) {
      assertOpen()
      link.checkpoint([session, epoch, intent, channel, offset, text])
    },
    read(id, { onDamage, ...options } = {}) {
      assertOpen()
      return receiveItems<Event | ForeignEvent>(link, { method: "read", given: [id, options], onDamage })
    },
    follow(id, { signal, ...options }) {
      assertOpen()
      return receiveItems<Event | ForeignEvent | Delta>(link, { method: "follow", given: [id, options], signal })
    },
    state: (...given) => call("state", given),
    partials: (...given) => call("partials", given),
    acquire: (...given) => call("acquire", given),
    release: (...given) => call("release", given),
    list: (...given) => call("list", given),
    overview: (...given) => call("overview", given),
    row: (...given) => call("row", given),
    changes({ signal, ...options } = {}) {
      assertOpen()
      return receiveItems<ListChange>(link, { method: "changes", given: [options], signal })
    },
    search: (...given) => call("search", given),
    putBlob(bytes, mediaType) {
      const copy = copyToGive(bytes)
      return call("putBlob", [copy, mediaType], [copy.buffer])
    },
    blob: (...given) => call("blob", given),
    setting: (...given) => call("setting", given),
    settings: (...given) => call("settings", given),
    setSetting: (...given) => call("setSetting", given),
    adopt: async (log, options) => {
      assertOpen()
      return sendLog(link, log, options, assertOpen)
    },
    verify: (...given) => call("verify", given),
    backup: (...given) => call("backup", given),
    erase: (...given) => call("erase", given),
    close() {
      closing ??= shut().catch((error: unknown) => {
        closing = undefined
        throw error
      })
      return closing
    },
  })
}
