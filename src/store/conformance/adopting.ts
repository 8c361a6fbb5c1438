import { describe, expect, it } from "vitest"
import type { ForeignEvent } from "../../session/event.ts"
import { permissionsHere } from "../../session/view/permission.ts"
import type { ForeignLog, Store } from "../contract.ts"
import {
  begin,
  beginDriven,
  expectRefused,
  logOf,
  type MakeStore,
  refusalOf,
  type Scene,
  setScene,
  typesOf,
} from "./scene.ts"
import * as say from "./script.ts"

export function adopting(scene: Scene, makeStore: MakeStore): void {
  describe("adopt", () => {
    const far = setScene(makeStore)

    /** What an export of a session holds. */
    const exported = async (store: Store, id: string): Promise<ForeignLog> => ({
      id,
      events: (await logOf(store, id)) as ForeignEvent[],
      blobs: [],
    })

    const told = async () => {
      const driven = await beginDriven(far.store, { title: "Far away" })
      await driven.drive(say.permitted("allow"), say.input("needle"), say.started("t1"), say.consumed("needle"))
      await driven.drive(say.stopped("t1"))
      return driven
    }

    it("takes in a log under its own id, event for event", async () => {
      const { id } = await told()
      const log = await exported(far.store, id)
      expect(await scene.store.adopt(log)).toEqual({ id, outcome: "imported", events: log.events.length })
      await scene.reopen()
      expect(await logOf(scene.store, id)).toEqual(log.events)
      expect(await scene.store.state(id)).toEqual(await far.store.state(id))
      expect(await scene.store.row(id)).toEqual({ ...(await far.store.row(id)), foreignThrough: log.events.length })
      expect((await scene.store.search({ text: "needle" })).items).toMatchObject([{ session: id, seq: 4 }])
      expect(await scene.store.verify()).toMatchObject({ problems: [] })
    })

    it("changes nothing the second time, or where the log here is longer", async () => {
      const { id } = await told()
      const log = await exported(far.store, id)
      await scene.store.adopt(log)
      const row = await scene.store.row(id)
      expect(await scene.store.adopt(log)).toEqual({ id, outcome: "unchanged", events: 0 })
      expect(await scene.store.row(id)).toEqual(row)
      await scene.store.append(id, [say.input("here")], "intent")
      expect(await scene.store.adopt(log)).toEqual({ id, outcome: "unchanged", events: 0 })
      expect((await scene.store.row(id)).seq).toBe(row.seq + 1)
    })

    it("extends the log by what came after", async () => {
      const { id, drive } = await told()
      await scene.store.adopt(await exported(far.store, id))
      await drive(say.input("two"), say.input("three"))
      const longer = await exported(far.store, id)
      expect(await scene.store.adopt(longer)).toEqual({ id, outcome: "extended", events: 2 })
      expect(await logOf(scene.store, id)).toEqual(longer.events)
      expect(await scene.store.row(id)).toMatchObject({ foreignThrough: longer.events.length, messages: 3 })
      expect(await scene.store.append(id, [say.input("four")], "intent")).toBe(longer.events.length + 1)
    })

    it("refuses a log that has gone another way", async () => {
      const { id, drive } = await told()
      await scene.store.adopt(await exported(far.store, id))
      await scene.store.append(id, [say.input("here")], "intent")
      await drive(say.input("there"), say.input("and there"))
      const log = await exported(far.store, id)
      await expectRefused(scene.store, id, () => scene.store.adopt(log), "exists")
    })

    it("does not extend a log that somebody drives", async () => {
      const { id, lease } = await told()
      await far.store.release(lease)
      await scene.store.adopt(await exported(far.store, id))
      const here = await scene.store.acquire(id, { type: "RuntimeHandle" })
      await far.store.adopt(await exported(scene.store, id))
      await far.store.append(id, [say.input("two")], "intent")
      const longer = await exported(far.store, id)
      await expectRefused(scene.store, id, () => scene.store.adopt(longer), "owned")
      await scene.store.release(here)
      expect(await scene.store.adopt(longer)).toMatchObject({ outcome: "extended", events: 1 })
    })

    it("makes a copy under a new id, which names what it was copied from", async () => {
      const { id } = await told()
      const log = await exported(far.store, id)
      const parent = { session: id, seq: log.events.length }
      const first = await scene.store.adopt(log, { copy: true })
      const second = await scene.store.adopt(log, { copy: true })
      expect(first).toEqual({ id: first.id, outcome: "imported", events: log.events.length })
      expect(new Set([id, first.id, second.id]).size).toBe(3)
      const copied = await logOf(scene.store, first.id)
      expect(copied.slice(0, -1)).toEqual(log.events)
      expect(copied.at(-1)).toMatchObject({ session: first.id, type: "session.opened", data: { parent } })
      expect(await scene.store.row(first.id)).toMatchObject({ parent, title: "Far away", foreignThrough: parent.seq })
      expect(await scene.store.append(first.id, [say.input("on")], "intent")).toBe(parent.seq + 2)
      expect(await scene.store.verify()).toMatchObject({ sessions: 2, problems: [] })
    })

    it("takes in a fork whole, and keeps the names of its stretches", async () => {
      const { id } = await told()
      const fork = await begin(far.store, { parent: { session: id, seq: 4 } })
      await far.store.append(fork, [say.input("forked")], "intent")
      const log = await exported(far.store, fork)
      await scene.store.adopt(log)
      expect(await scene.store.adopt(log)).toMatchObject({ outcome: "unchanged" })
      expect(await logOf(scene.store, fork)).toEqual(log.events)
      expect(await far.store.adopt(log)).toMatchObject({ outcome: "unchanged" })
      expect(await scene.store.row(fork)).toMatchObject({ parent: { session: id, seq: 4 } })
    })

    it("makes privileges void that were given elsewhere", async () => {
      const { id } = await told()
      await scene.store.adopt(await exported(far.store, id))
      const { foreignThrough } = await scene.store.row(id)
      expect(permissionsHere(await scene.store.state(id), foreignThrough).permission.mode).toBe("workspace-write")
    })

    it("knows the keys of what it took in", async () => {
      const id = await far.store.open({ workspace: "/w", project: "/w" }, { key: "open" })
      await far.store.append(id, [say.input("hello")], "intent", { key: "click" })
      await scene.store.adopt(await exported(far.store, id))
      expect(await scene.store.append(id, [say.input("hello")], "intent", { key: "click" })).toBe(2)
      const other = scene.store.append(id, [say.input("bye")], "intent", { key: "click" })
      expect(await refusalOf(other)).toMatchObject({ code: "key-reused" })
      expect(await scene.store.append(id, [say.input("bye")], "intent", { key: "open" })).toBe(3)
    })

    it("knows a keyed append of several events as one, with the seq that it led to", async () => {
      const id = await begin(far.store)
      const click = (store: Store, ...texts: string[]) =>
        store.append(
          id,
          texts.map((text) => say.input(text)),
          "intent",
          { key: "click" },
        )
      await far.store.append(id, [say.input("before")], "intent", { key: "before" })
      expect(await click(far.store, "one", "two", "three")).toBe(5)
      await far.store.append(id, [say.input("after")], "intent", { key: "after" })
      await scene.store.adopt(await exported(far.store, id))
      expect(await click(scene.store, "one", "two", "three")).toBe(5)
      for (const texts of [["one"], ["one", "two"], ["one", "two", "four"], ["one", "two", "three", "four"]]) {
        await expectRefused(scene.store, id, () => click(scene.store, ...texts), "key-reused")
      }
      await scene.reopen()
      expect(await click(scene.store, "one", "two", "three")).toBe(5)
      expect(await scene.store.append(id, [say.input("after")], "intent", { key: "after" })).toBe(6)
      expect(await scene.store.verify()).toMatchObject({ problems: [] })
    })

    it("knows a keyed append whole, of which a shorter file had only the beginning", async () => {
      const id = await begin(far.store)
      const click = (store: Store) => store.append(id, [say.input("one"), say.input("two")], "intent", { key: "click" })
      await click(far.store)
      const log = await exported(far.store, id)
      await scene.store.adopt({ ...log, events: log.events.slice(0, 2) })
      expect(await scene.store.adopt(log)).toMatchObject({ outcome: "extended", events: 1 })
      expect(await click(scene.store)).toBe(3)
      expect(await scene.store.verify()).toMatchObject({ problems: [] })
    })

    it("leaves the key of an opening to the store that the session was opened in", async () => {
      const place = { workspace: "/w", project: "/w" }
      const id = await far.store.open(place, { key: "click" })
      await far.store.append(id, [say.input("one")], "intent", { key: "click" })
      await scene.store.adopt(await exported(far.store, id))
      expect(await scene.store.verify()).toMatchObject({ problems: [] })
      expect(await scene.store.append(id, [say.input("one")], "intent", { key: "click" })).toBe(2)
      expect(await scene.store.open(place, { key: "click" })).not.toBe(id)
    })

    it("brings blobs along, and refuses a log that lacks one", async () => {
      const bytes = new TextEncoder().encode("attached")
      const ref = await far.store.putBlob(bytes)
      const id = await begin(far.store)
      await far.store.append(id, [say.input("see", { attachments: [{ ...ref, name: "a" }] })], "intent")
      const log = await exported(far.store, id)
      expect(await refusalOf(scene.store.adopt(log))).toMatchObject({ code: "invalid" })
      expect((await scene.store.list()).items).toEqual([])
      await scene.store.adopt({ ...log, blobs: [{ bytes }] })
      expect(Buffer.from(await scene.store.blob(ref.blob)).toString()).toBe("attached")
    })

    it("keeps events of a newer Holdfast, and lets nobody write after them", async () => {
      const { id } = await told()
      const { events } = await exported(far.store, id)
      const last = events.at(-1) as ForeignEvent
      const newer: ForeignEvent = {
        ...last,
        id: "newer",
        seq: last.seq + 1,
        type: "dream.dreamt",
        v: 1,
        data: { of: "sheep" },
      }
      const log = { id, events: [...events, newer], blobs: [] }
      expect(await scene.store.adopt(log)).toMatchObject({ outcome: "imported" })
      await scene.reopen()
      expect((await logOf(scene.store, id)).at(-1)).toEqual(newer)
      const refusal = await expectRefused(
        scene.store,
        id,
        () => scene.store.append(id, [say.input("on")], "intent"),
        "newer",
      )
      expect(refusal.message).toContain("dream.dreamt")
    })

    it("keeps the blobs of such events for a fork, and erases them with the last session", async () => {
      const { id } = await told()
      const { events } = await exported(far.store, id)
      const bytes = new TextEncoder().encode("drawn by a newer one")
      const { blob } = await far.store.putBlob(bytes)
      const absent = { blob: "0".repeat(64), bytes: 1 }
      const drawn = more({ id, events, blobs: [] }, "image.drawn", { picture: { blob, bytes: bytes.length }, absent })
      await scene.store.adopt({ id, events: [...events, drawn], blobs: [{ bytes }] })
      const fork = await begin(scene.store, { parent: { session: id, seq: drawn.seq } })
      expect(await scene.store.erase(id, { forks: "copy" })).toMatchObject({ blobs: 0, copiedTo: [fork] })
      expect(Buffer.from(await scene.store.blob(blob)).toString()).toBe("drawn by a newer one")
      expect((await scene.store.verify()).problems).toEqual([])
      expect(await scene.store.erase(fork)).toMatchObject({ blobs: 1 })
      expect(await refusalOf(scene.store.blob(blob))).toMatchObject({ code: "not-found" })
    })

    it("lets a turn that a newer Holdfast began end", async () => {
      const { id } = await told()
      const log = await exported(far.store, id)
      const begun = more(log, "turn.begun", { turn: "t2" })
      const events = [...log.events, begun]
      const ended = { ...more({ ...log, events }, "turn.stopped", { code: "answered", summary: "" }), turn: "t2" }
      expect(await scene.store.adopt({ ...log, events: [...events, ended] })).toMatchObject({ outcome: "imported" })
    })

    it("folds a log of a thousand rewinds without starting from its beginning each time", async () => {
      const id = await begin(far.store)
      const log = await exported(far.store, id)
      const events = [...log.events]
      for (let times = 0; times < 1000; times++) {
        events.push(more({ ...log, events }, "input.accepted", { input: `i${times}`, kind: "queue", text: "t" }))
        events.push(rewound({ ...log, events }, events.length - 1))
      }
      expect(await scene.store.adopt({ ...log, events })).toMatchObject({ outcome: "imported" })
      await scene.reopen()
      const { seq, live, branch } = await scene.store.state(id)
      expect({ seq, pieces: live.length, messages: branch.messages }).toEqual({ seq: 2001, pieces: 1001, messages: 0 })
      expect((await scene.store.verify()).problems).toEqual([])
    })

    it.each<[string, (log: ForeignLog) => ForeignLog]>([
      ["no events", (log) => ({ ...log, events: [] })],
      ["a gap", (log) => ({ ...log, events: log.events.toSpliced(2, 1) })],
      ["another session's events", (log) => ({ ...log, id: "other" })],
      ["a second stop record of a turn", (log) => ({ ...log, events: [...log.events, again(log)] })],
      ["a key that is used twice", (log) => ({ ...log, events: keyed(log, 3, 5) })],
      ["a turn that is started twice", (log) => ({ ...log, events: [...log.events, again(log, "turn.started")] })],
      ["an input that comes twice", (log) => ({ ...log, events: [...log.events, again(log, "input.accepted")] })],
      ["a way back to what is not there", (log) => ({ ...log, events: [...log.events, rewound(log, 9e15)] })],
      ["a log without its beginning", (log) => ({ ...log, events: log.events.slice(1).map(renumbered) })],
      ["a turn without an id", (log) => ({ ...log, events: [...log.events, more(log, "turn.started", { task: "" })] })],
      ["a move of no turn", (log) => ({ ...log, events: [...log.events, more(log, "turn.moved", movedOn)] })],
      ["a stop record of no turn", (log) => ({ ...log, events: changed(log, { turn: undefined }, "turn.stopped") })],
      [
        "a turn that stops before it starts",
        (log) => ({ ...log, events: changed(log, { turn: "t2" }, "turn.stopped") }),
      ],
      ["an answer to no ask", (log) => ({ ...log, events: [...log.events, more(log, "ask.answered", denied)] })],
      ["a second answer", (log) => ({ ...log, events: [...log.events, ...answeredTwice(log)] })],
      ["an id that nobody could open", (log) => ({ ...log, ...calledAnew(log, "last\n\u001b[2J") })],
      ["an event without a time", (log) => ({ ...log, events: changed(log, { at: "yesterday" }) })],
      ["data that do not fit", (log) => ({ ...log, events: changed(log, { data: {} }) })],
    ])("refuses %s, and takes nothing in", async (_, spoil) => {
      const { id } = await told()
      const log = spoil(await exported(far.store, id))
      expect(await refusalOf(scene.store.adopt(log))).toMatchObject({ code: "invalid" })
      expect((await scene.store.list()).items).toEqual([])
    })

    it("does not bring back what was erased, as a copy neither", async () => {
      const { id } = await told()
      const log = await exported(far.store, id)
      await scene.store.adopt(log)
      await scene.store.erase(id)
      expect(await refusalOf(scene.store.adopt(log))).toMatchObject({ code: "erased" })
      expect(await refusalOf(scene.store.adopt(log, { copy: true }))).toMatchObject({ code: "erased" })
      expect((await scene.store.list()).items).toEqual([])
    })

    it("goes on as a session of its own", async () => {
      const { id } = await told()
      await scene.store.adopt(await exported(far.store, id))
      const lease = await scene.store.acquire(id, { type: "RuntimeHandle" })
      await scene.store.append(id, [say.started("t2")], lease)
      expect((await typesOf(scene.store, id)).slice(-2)).toEqual(["session.owned", "turn.started"])
    })
  })
}

/** The last event once more, or the last one of a type. */
function again(log: ForeignLog, type = log.events.at(-1)?.type): ForeignEvent {
  const event = log.events.findLast((candidate) => candidate.type === type) as ForeignEvent
  return { ...event, id: "again", seq: log.events.length + 1 }
}

/** One more event, of no turn. */
function more(log: ForeignLog, type: string, data: ForeignEvent["data"]): ForeignEvent {
  const seq = log.events.length + 1
  return { ...again(log), id: `more ${seq}`, turn: undefined, type, v: 1, data }
}

const movedOn = { from: null, to: "prepare", kind: "normal", reasonCode: "next", summary: "" }
const denied = { ask: "a", answer: "deny" }

function answeredTwice(log: ForeignLog): ForeignEvent[] {
  const ask = more(log, "ask.opened", { ask: "a", kind: "question", question: "?" })
  const answer = more(log, "ask.answered", denied)
  return [ask, answer, answer].map((event, index) => ({ ...event, id: `${index}`, seq: event.seq + index }))
}

function calledAnew(log: ForeignLog, session: string) {
  return { id: session, events: log.events.map((event) => ({ ...event, session })) }
}

function keyed(log: ForeignLog, ...seqs: number[]): ForeignEvent[] {
  return log.events.map((event) => (seqs.includes(event.seq) ? { ...event, key: "k" } : event))
}

function rewound(log: ForeignLog, to: number): ForeignEvent {
  const { length: head } = log.events
  return { ...again(log), turn: undefined, type: "history.rewound", data: { to, head, because: "rewind" } }
}

const renumbered = (event: ForeignEvent, index: number): ForeignEvent => ({ ...event, seq: index + 1 })

function changed(log: ForeignLog, change: Partial<ForeignEvent>, type?: string): ForeignEvent[] {
  const isMeant = (event: ForeignEvent, index: number) => (type === undefined ? index === 3 : event.type === type)
  return log.events.map((event, index) => (isMeant(event, index) ? { ...event, ...change } : event))
}
