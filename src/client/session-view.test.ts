import { describe, expect, it } from "vitest"
import { numbered } from "../../test/support/session/log.ts"
import type { Frame } from "../server/contract/stream.ts"
import type { Event, EventData, EventType } from "../session/event.ts"
import { fold } from "../session/fold.ts"
import { earlier, emptyView, fetched, type SessionView, step } from "./session-view.ts"

const made = <T extends EventType>(type: T, data: EventData<T>) =>
  ({
    id: crypto.randomUUID(),
    session: "s",
    at: new Date(0).toISOString(),
    by: { kind: "person", name: "ada" },
    type,
    v: 1,
    data,
  }) as unknown as Omit<Event, "seq">

const input = (text: string) => made("input.accepted", { input: text, kind: "queue", text })
const log = numbered([
  made("session.opened", { workspace: "/w", project: "/w" } as EventData<"session.opened">),
  input("one"),
  input("two"),
  made("history.rewound", { to: 2, head: 3, because: "rewind" }),
  input("three"),
])
const eventFrame = (event: Event): Frame => ({ name: "event", data: { session: "s", event } })
const viewOf = (events: readonly Event[], view: SessionView = emptyView("s")) =>
  events.reduce((before, event) => step(before, eventFrame(event)).view, view)

describe("the view of a session", () => {
  it("folds what is streamed, a rewind to events that it has too", () => {
    const view = viewOf(log)
    expect(view.state).toEqual(fold("s", log))
    expect(view.events).toEqual(log)
  })

  it("ignores other sessions and what it knows", () => {
    const view = viewOf(log)
    expect(step(view, { name: "event", data: { session: "other", event: log[0] as Event } })).toEqual({
      view,
      effect: null,
    })
    expect(step(view, eventFrame(log[2] as Event))).toEqual({ view, effect: null })
    expect(step(view, { name: "beat", data: { at: "" } }).view).toBe(view)
  })

  it("asks to begin anew after a gap, of events and of text", () => {
    const view = viewOf(log.slice(0, 2))
    expect(step(view, eventFrame(log[3] as Event))).toEqual({ view, effect: "restart" })
    expect(step(view, { name: "ready", data: { session: "s", seq: 5 } })).toEqual({ view, effect: "restart" })
    const delta = { session: "s", seq: 9, channel: "text", offset: 0, text: "x" } as const
    expect(step(view, { name: "delta", data: delta })).toEqual({ view, effect: "restart" })
    const asking = viewOf(numbered([...log, made("model.asked", { purpose: "title", model: "demo" })]))
    const late = { ...delta, seq: 6, offset: 3 }
    expect(step(asking, { name: "delta", data: late })).toEqual({ view: asking, effect: "restart" })
  })

  it("asks for the state when a rewind goes back further than its events, and holds what comes meanwhile", () => {
    const known = fetched(emptyView("s"), { state: fold("s", log.slice(0, 3)), partials: [] }).view
    const rewound = step(known, eventFrame(log[3] as Event))
    expect(rewound.effect).toBe("refetch")
    const meanwhile = step(rewound.view, eventFrame(log[4] as Event))
    expect(meanwhile).toMatchObject({ effect: null, view: { state: { seq: 3 } } })
    const late = fetched(meanwhile.view, { state: fold("s", log.slice(0, 3)), partials: [] })
    expect(late).toEqual({ view: meanwhile.view, effect: "refetch" })
    const done = fetched(meanwhile.view, { state: fold("s", log.slice(0, 4)), partials: [] })
    expect(done).toMatchObject({ effect: null, view: { state: fold("s", log), stale: null } })
    expect(done.view.events).toEqual(log.slice(3))
    expect(earlier(done.view, log.slice(0, 3)).events).toEqual(log)
  })

  it("takes the state of the server at a resync, even one that is shorter", () => {
    const view = viewOf(log)
    const stale = step(view, { name: "resync", data: { session: "s", seq: 2, because: "unknown" } })
    expect(stale.effect).toBe("refetch")
    const state = fold("s", log.slice(0, 2))
    expect(fetched(stale.view, { state, partials: [] })).toMatchObject({ effect: null, view: { state } })
  })

  it("never goes back for a state that comes late", () => {
    const view = viewOf(log)
    expect(fetched(view, { state: fold("s", log.slice(0, 2)), partials: [] })).toEqual({ view, effect: null })
  })

  it("says that it is gone, and keeps what it knew", () => {
    const view = viewOf(log)
    const gone = step(view, { name: "resync", data: { session: "s", because: "erased" } })
    expect(gone).toEqual({ view: { ...view, gone: "erased" }, effect: null })
  })
})
