import { loss } from "../session/event/session.ts"
import { channels } from "../session/partial.ts"
import {
  check,
  checkFields,
  checkObject,
  count,
  each,
  type Fields,
  flag,
  leaseOrIntent,
  list,
  listener,
  maybe,
  object,
  octets,
  oneOf,
  path,
  settingKey,
  signal,
  storable,
  text,
  whole,
} from "./argument-form.ts"
import type { Store } from "./contract.ts"
import { plain } from "./plain.ts"

/**
 * The border of a store, the same for every implementation: what is not of the form that the contract asks for is
 * refused before anything else looks at it. What the values mean is checked behind it.
 */
export function guarded<S extends Store>(store: S): S {
  const guard: Store = {
    async open(session, options) {
      check("the session", session, object)
      checkFields("the options", options, keyOptions)
      return store.open(session, options)
    },
    async append(id, events, by, options) {
      check("the id", id, text)
      check("the events", events, list)
      for (const event of events) check("each event", event, object)
      if (by !== "intent") {
        check("the authority", by, leaseOrIntent)
        checkFields("the authority", by, authorityFields)
      }
      checkFields("the options", options, keyOptions)
      return store.append(id, events, by, options)
    },
    checkpoint(lease, intentSeq, piece) {
      checkObject("the lease", lease, leaseFields)
      check("the seq of the intent", intentSeq, count)
      checkObject("the checkpoint", piece, pieceFields)
      store.checkpoint(lease, intentSeq, piece)
    },
    read: (id, options) =>
      lazily(() => {
        check("the id", id, text)
        checkFields("the options", options, readOptions)
        return store.read(id, options)
      }),
    follow: (id, options) =>
      lazily(() => {
        check("the id", id, text)
        checkObject("the options", options, followOptions)
        return store.follow(id, options)
      }),
    async state(id, options) {
      check("the id", id, text)
      checkFields("the options", options, stateOptions)
      return store.state(id, options)
    },
    async partials(id) {
      check("the id", id, text)
      return store.partials(id)
    },
    async acquire(id, owner) {
      check("the id", id, text)
      checkObject("the owner", owner, ownerFields)
      return store.acquire(id, owner)
    },
    async release(lease) {
      checkObject("the lease", lease, leaseFields)
      return store.release(lease)
    },
    async list(query) {
      checkFields("the query", query, listQuery)
      return store.list(query)
    },
    overview: () => store.overview(),
    async row(id) {
      check("the id", id, text)
      return store.row(id)
    },
    changes: (options) =>
      lazily(() => {
        checkFields("the options", options, changesOptions)
        return store.changes(options)
      }),
    async search(query) {
      checkObject("the query", query, searchQuery)
      return store.search(query)
    },
    async putBlob(bytes, mediaType) {
      check("the content of a blob", bytes, octets)
      check("the media type", mediaType, maybe(text))
      return store.putBlob(bytes, mediaType)
    },
    async blob(hash) {
      check("the hash", hash, text)
      return store.blob(hash)
    },
    async setting(key) {
      check("the key of a setting", key, settingKey)
      return store.setting(key)
    },
    async settings(keys) {
      check("the keys of settings", keys, list)
      for (const key of keys) check("the key of a setting", key, settingKey)
      return store.settings(keys)
    },
    async setSetting(key, value, options) {
      check("the key of a setting", key, settingKey)
      check("the value of a setting", value, storable)
      // As it will be read back: a cycle or a bigint in it is refused here.
      checkFields("the options", options, settingOptions)
      return store.setSetting(key, plain(value), options)
    },
    async adopt(log, options) {
      checkObject("the log", log, foreignLog)
      for (const blob of log.blobs) {
        checkObject("each blob", blob, foreignBlob)
      }
      checkFields("the options", options, adoptOptions)
      // Its events, which may be many, are made plain one by one behind this border, with pauses.
      return store.adopt({ ...log, events: [...log.events] }, options)
    },
    async verify(id) {
      check("the id", id, maybe(text))
      return store.verify(id)
    },
    async backup(to) {
      check("the place of the backup", to, path)
      return store.backup(to)
    },
    async erase(id, options) {
      check("the id", id, text)
      checkFields("the options", options, eraseOptions)
      return store.erase(id, options)
    },
    close: () => store.close(),
  }
  return { ...store, ...guard }
}

// A refusal is told to whoever iterates, like every other one, and each event passes through nothing else.
function lazily<T>(start: () => AsyncIterable<T>): AsyncIterable<T> {
  return { [Symbol.asyncIterator]: () => start()[Symbol.asyncIterator]() }
}

const page: Fields = [
  ["limit", maybe(whole)],
  ["cursor", maybe(text)],
]
const keyOptions: Fields = [["key", maybe(text)]]
const settingOptions: Fields = [["session", maybe(text)]]
const authorityFields: Fields = [
  ["epoch", whole],
  ["head", maybe(count)],
]
const leaseFields: Fields = [
  ["session", text],
  ["epoch", whole],
]
const pieceFields: Fields = [
  ["channel", oneOf(channels)],
  ["offset", count],
  ["text", text],
]
const readOptions: Fields = [
  ...each(["after", "before", "limit"], maybe(count)),
  ...each(["reverse", "asStored"], maybe(flag)),
  ["onDamage", maybe(listener)],
]
const followOptions: Fields = [
  ["after", count],
  ["only", maybe(oneOf(["events"]))],
  ["signal", maybe(signal)],
]
const changesOptions: Fields = [
  ["after", maybe(text)],
  ["signal", maybe(signal)],
]
const stateOptions: Fields = [["at", maybe(count)]]
const ownerFields: Fields = [
  ["type", text],
  ["path", maybe(text)],
  ["subRun", maybe(flag)],
  ["lost", maybe(oneOf(loss.options))],
]
const listQuery: Fields = [
  ...each(["id", "parent", "project", "within", "tag", "owner"], maybe(text)),
  ...each(["archived", "trashed", "pinned"], maybe(flag)),
  ["status", maybe(oneOf(["running", "waiting", "interrupted", "idle"]))],
  ...page,
]
const searchQuery: Fields = [
  ["text", text],
  ...each(["project", "session"], maybe(text)),
  ["prefixLast", maybe(flag)],
  ...page,
]
const foreignLog: Fields = [
  ["id", text],
  ["events", list],
  ["blobs", list],
]
const foreignBlob: Fields = [
  ["bytes", octets],
  ["mediaType", maybe(text)],
]
const adoptOptions: Fields = [["copy", maybe(flag)]]
const eraseOptions: Fields = [
  ["forks", maybe(oneOf(["refuse", "copy"]))],
  ["copies", maybe(oneOf(["keep", "remove"]))],
]
