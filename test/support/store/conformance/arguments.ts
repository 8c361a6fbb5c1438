import { inspect } from "node:util"
import { describe, expect, it } from "vitest"
import type { Lease, Store } from "../../../../src/store/contract.ts"
import { beginDriven, logOf, refusalOf, type Scene } from "./scene.ts"
import * as say from "./script.ts"

/** A store as a caller sees it that no compiler has looked at. */
type Unchecked = { [M in keyof Store]: (...given: unknown[]) => unknown }

/** Each call with a wrong argument; `$id` stands for a session that is there, `$lease` for the lease of it. */
type Call = [method: keyof Store, ...given: unknown[]]

const event = say.described({ title: "New" })
const place = { workspace: "/w", project: "/w" }
const cyclic: { self?: unknown } = {}
cyclic.self = cyclic
const noTexts = [undefined, null, 7, {}, ["x"], Symbol("x")]
const noCounts = [Number.NaN, -1, 0.5, Number.POSITIVE_INFINITY, "1", null, 2n ** 70n]
const noObjects = [null, 7, "x", []]

const calls: Call[] = [
  ...[undefined, ...noObjects].map((session): Call => ["open", session]),
  ...noObjects.map((options): Call => ["open", place, options]),
  ["open", place, { key: 7 }],
  ["open", { ...place, parent: 7 }],
  ["open", { ...place, id: 7 }],
  ["open", { workspace: "/w" }],

  ...noTexts.map((id): Call => ["append", id, [event], "intent"]),
  ...[undefined, null, event, "x", [undefined], [null], [[event]]].map(
    (events): Call => ["append", "$id", events, "intent"],
  ),
  ...[undefined, null, "driver", 1, [], {}].map((by): Call => ["append", "$id", [event], by]),
  ...[Number.NaN, 0.5, "1"].map((epoch): Call => ["append", "$id", [event], { epoch }]),
  ...noCounts.map((head): Call => ["append", "$id", [event], { epoch: 1, head }]),
  ...noObjects.map((options): Call => ["append", "$id", [event], "intent", options]),
  ["append", "$id", [event], "intent", { key: 7 }],

  ...[undefined, ...noObjects, { session: 7, epoch: 1 }, { session: "x", epoch: Number.NaN }].flatMap(
    (lease): Call[] => [
      ["checkpoint", lease, 3, { channel: "text", offset: 0, text: "x" }],
      ["release", lease],
    ],
  ),
  ...noCounts.map((seq): Call => ["checkpoint", "$lease", seq, { channel: "text", offset: 0, text: "x" }]),
  ...[undefined, ...noObjects].map((piece): Call => ["checkpoint", "$lease", 3, piece]),

  ...noTexts.flatMap((id): Call[] => [
    ["read", id],
    ["follow", id, { after: 0 }],
    ["state", id],
    ["partials", id],
    ["acquire", id, { type: "Agent" }],
    ["row", id],
    ["erase", id],
    ["blob", id],
    ["setting", id],
    ["setSetting", id, 1],
    ["backup", id],
    ["search", { text: id }],
  ]),
  ...noObjects.flatMap((options): Call[] => [
    ["read", "$id", options],
    ["follow", "$id", options],
    ["state", "$id", options],
    ["acquire", "$id", options],
    ["list", options],
    ["search", options],
    ["adopt", options],
    ["adopt", { id: "x", events: [], blobs: [] }, options],
    ["erase", "$id", options],
  ]),
  ...noCounts.flatMap((number): Call[] => [
    ["read", "$id", { after: number }],
    ["read", "$id", { before: number }],
    ["read", "$id", { limit: number }],
    ["follow", "$id", { after: number }],
    ["state", "$id", { at: number }],
    ["list", { limit: number }],
    ["search", { text: "x", limit: number }],
  ]),
  ["read", "$id", { reverse: "yes" }],
  ["read", "$id", { onDamage: "loudly" }],
  ["follow", "$id"],
  ["follow", "$id", {}],
  ["follow", "$id", { after: 0, signal: "stop" }],
  ...noObjects.map((options): Call => ["changes", options]),
  ["changes", { after: 7 }],
  ["changes", { signal: "stop" }],
  ["acquire", "$id", undefined],
  ["acquire", "$id", { type: 7 }],
  ["acquire", "$id", { type: "Agent", path: 7 }],
  ["acquire", "$id", { type: "Agent", subRun: "yes" }],
  ["acquire", "$id", { type: "Agent", lost: "somehow" }],

  ...["id", "parent", "project", "within", "tag", "owner", "cursor"].map((field): Call => ["list", { [field]: 7 }]),
  ...["archived", "trashed", "pinned"].map((field): Call => ["list", { [field]: "yes" }]),
  ["list", { status: "asleep" }],
  ["list", { status: "toString" }],
  ["list", { cursor: "no cursor" }],
  ["search", undefined],
  ...["project", "session", "cursor"].map((field): Call => ["search", { text: "x", [field]: 7 }]),
  ["search", { text: "x", prefixLast: "yes" }],
  ["search", { text: "x", cursor: "no cursor" }],

  ...[undefined, null, "bytes", [1, 2], new ArrayBuffer(2)].map((bytes): Call => ["putBlob", bytes]),
  ["putBlob", new Uint8Array(), 7],
  ["setting", "a\ud800"],
  ["setSetting", "a\ud800", 1],
  ...[() => 1, Symbol("x"), 7n, { deep: [7n] }, cyclic].map((value): Call => ["setSetting", "key", value]),

  ["adopt", undefined],
  ["adopt", { id: 7, events: [], blobs: [] }],
  ["adopt", { id: "x", events: undefined, blobs: [] }],
  ["adopt", { id: "x", events: [null], blobs: [] }],
  ["adopt", { id: "x", events: [{ data: 7n }], blobs: [] }],
  ["adopt", { id: "x", events: [cyclic], blobs: [] }],
  ["adopt", { id: "x", events: [], blobs: undefined }],
  ["adopt", { id: "x", events: [], blobs: [null] }],
  ["adopt", { id: "x", events: [], blobs: [{ bytes: "bytes" }] }],
  ["adopt", { id: "x", events: [], blobs: [] }, { copy: "yes" }],
  ...noTexts.filter((id) => id !== undefined).map((id): Call => ["verify", id]),
  ["backup", ""],
  ["erase", "$id", { forks: "keep" }],
]

const methods = [...new Set(calls.map(([method]) => method))]

export function wrongArguments(scene: Scene): void {
  describe("a wrong argument", () => {
    it.each(methods)("of %s is refused with what is wanted, and changes nothing", async (method) => {
      const { id, lease } = await beginDriven(scene.store)
      const before = { log: await logOf(scene.store, id), list: await scene.store.list() }
      const unchecked = scene.store as Unchecked
      for (const [, ...given] of calls.filter(([name]) => name === method)) {
        const work = async () => {
          const result = await unchecked[method](...given.map((each) => stand({ id, lease }, each)))
          if (method === "read" || method === "follow" || method === "changes")
            await Array.fromAsync(result as AsyncIterable<unknown>)
        }
        expect(await refusalOf(work), inspect(given)).toMatchObject({ code: "invalid", message: expect.any(String) })
      }
      expect({ log: await logOf(scene.store, id), list: await scene.store.list() }).toEqual(before)
    })

    it("is told to whoever reads or follows, when it begins to", async () => {
      const { id } = await beginDriven(scene.store)
      const [log, live] = [scene.store.read(id, { after: -1 }), scene.store.follow(id, { after: -1 })]
      for (const items of [log, live])
        expect(await refusalOf(Array.fromAsync(items))).toMatchObject({ code: "invalid" })
    })

    it("is named, with what it should be and what it is", async () => {
      const { id } = await beginDriven(scene.store)
      const store = scene.store as Unchecked
      expect((await refusalOf(() => store.row(undefined))).message).toBe("The id must be a text, not undefined.")
      expect((await refusalOf(() => store.state(id, { at: Number.NaN }))).message).toBe(
        "`at` of the options must be a whole number from 0 on, not NaN.",
      )
    })

    it("does no harm to those that are given beside it", async () => {
      const { id } = await beginDriven(scene.store)
      const append = (given: unknown) => scene.store.append(id, given as never, "intent")
      const outcomes = await Promise.allSettled([append([event]), append(undefined), append([event])])
      expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"])
      expect(await logOf(scene.store, id)).toHaveLength(4)
    })
  })
}

function stand({ id, lease }: { id: string; lease: Lease }, given: unknown): unknown {
  if (given === "$id") return id
  return given === "$lease" ? lease : given
}
