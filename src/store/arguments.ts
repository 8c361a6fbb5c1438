import { loss } from "../session/event/session.ts"
import { channels } from "../session/partial.ts"
import {
  type Argument,
  count,
  flag,
  is,
  isListOf,
  leaseOrIntent,
  list,
  listener,
  maybe,
  object,
  octets,
  oneOf,
  optionsOf,
  path,
  recordOf,
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
  const behind: Store = {
    ...store,
    // As it will be read back: a cycle or a bigint in it is refused here.
    setSetting: async (key, value, options) => store.setSetting(key, plain(value), options),
    // Its events, which may be many, are made plain one by one behind this border, with pauses.
    adopt: (log, options) => store.adopt({ ...log, events: [...log.events] }, options),
  }
  const guard = Object.entries(methods).map(([name, forms]) => {
    const method = behind[name as keyof Store] as (...given: unknown[]) => unknown
    const call = (...given: unknown[]) => {
      for (let index = 0; index < forms.length; index++) forms[index]?.(given[index])
      return method(...given)
    }
    return [name, inKind[kinds[name as keyof Store] ?? "promise"](call)]
  })
  return { ...store, ...Object.fromEntries(guard) }
}

type Call = (...given: unknown[]) => unknown

/** How a method reports its refusals: by throwing, by rejecting its promise, or to the iterating caller. */
const inKind = {
  sync: (call: Call) => call,
  promise:
    (call: Call) =>
    async (...given: unknown[]) =>
      call(...given),
  // Each item passes through nothing else.
  stream:
    (call: Call) =>
    (...given: unknown[]) => ({
      [Symbol.asyncIterator]: () => (call(...given) as AsyncIterable<unknown>)[Symbol.asyncIterator](),
    }),
} as const

const kinds: { [M in keyof Store]?: keyof typeof inKind } = {
  checkpoint: "sync",
  read: "stream",
  follow: "stream",
  changes: "stream",
}

const id = is("the id", text)
const setting = is("the key of a setting", settingKey)
const keyed = optionsOf("the options", { key: maybe(text) })
const lease = recordOf("the lease", { session: text, epoch: whole })
const isAuthority = is("the authority", leaseOrIntent)
const hasEpoch = recordOf("the authority", { epoch: whole, head: maybe(count) })
const page = { limit: maybe(whole), cursor: maybe(text) }

/** What each method takes, in order. */
const methods: { [M in Exclude<keyof Store, "overview" | "close">]: readonly Argument[] } = {
  open: [is("the session", object), keyed],
  append: [
    id,
    isListOf("the events", "each event", object),
    (by) => {
      if (by === "intent") return
      isAuthority(by)
      hasEpoch(by)
    },
    optionsOf("the options", { key: maybe(text), releases: maybe(flag) }),
  ],
  checkpoint: [
    lease,
    is("the seq of the intent", count),
    recordOf("the checkpoint", { channel: oneOf(channels), offset: count, text }),
  ],
  read: [
    id,
    optionsOf("the options", {
      after: maybe(count),
      before: maybe(count),
      limit: maybe(count),
      reverse: maybe(flag),
      asStored: maybe(flag),
      onDamage: maybe(listener),
    }),
  ],
  follow: [id, recordOf("the options", { after: count, only: maybe(oneOf(["events"])), signal: maybe(signal) })],
  state: [id, optionsOf("the options", { at: maybe(count) })],
  partials: [id],
  acquire: [
    id,
    recordOf("the owner", { type: text, path: maybe(text), subRun: maybe(flag), lost: maybe(oneOf(loss.options)) }),
  ],
  release: [lease],
  list: [
    optionsOf("the query", {
      id: maybe(text),
      parent: maybe(text),
      project: maybe(text),
      within: maybe(text),
      tag: maybe(text),
      owner: maybe(text),
      archived: maybe(flag),
      trashed: maybe(flag),
      pinned: maybe(flag),
      status: maybe(oneOf(["running", "waiting", "interrupted", "idle"])),
      ...page,
    }),
  ],
  row: [id],
  changes: [optionsOf("the options", { after: maybe(text), signal: maybe(signal) })],
  search: [
    recordOf("the query", { text, project: maybe(text), session: maybe(text), prefixLast: maybe(flag), ...page }),
  ],
  putBlob: [is("the content of a blob", octets), is("the media type", maybe(text))],
  blob: [is("the hash", text)],
  setting: [setting],
  settings: [isListOf("the keys of settings", "the key of a setting", settingKey)],
  setSetting: [setting, is("the value of a setting", storable), optionsOf("the options", { session: maybe(text) })],
  adopt: [
    (log) => {
      recordOf("the log", { id: text, events: list, blobs: list })(log)
      for (const blob of (log as { blobs: unknown[] }).blobs) foreignBlob(blob)
    },
    optionsOf("the options", { copy: maybe(flag) }),
  ],
  verify: [is("the id", maybe(text))],
  backup: [is("the place of the backup", path)],
  erase: [
    id,
    optionsOf("the options", { forks: maybe(oneOf(["refuse", "copy"])), copies: maybe(oneOf(["keep", "remove"])) }),
  ],
}

const foreignBlob = recordOf("each blob", { bytes: octets, mediaType: maybe(text) })
