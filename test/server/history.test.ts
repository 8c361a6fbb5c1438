import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { beforeEach, describe, expect, it } from "vitest"
import { rewind } from "../../src/agent/sessions/rewind.ts"
import { awaitEvent, logged, refused, slowly, turnOf, writing } from "./acts.ts"
import { type Scene, setScene } from "./scene.ts"

let scene: Scene
beforeEach(async () => {
  scene = await setScene()
})

type Body<T> = { body: T; key?: string }
type Rewinding = {
  to: { seq: number } | { turns: number } | "regenerate" | { input: string; text: string }
  files?: boolean
  head?: number
}
const back = (id: string, { body, key }: Body<Rewinding>) =>
  scene.client.call("POST /api/sessions/:id/rewind", { params: { id }, body, ...(key ? { key } : {}) })
const takeBack = (id: string, { body, key }: Body<{ turn?: string; redo?: boolean; head?: number; force?: boolean }>) =>
  scene.client.call("POST /api/sessions/:id/undo", { params: { id }, body, ...(key ? { key } : {}) })
const fork = (id: string, { body, key }: Body<{ at?: number; title?: string }>) =>
  scene.client.call("POST /api/sessions/:id/fork", { params: { id }, body, ...(key ? { key } : {}) })
const headOf = async (id: string) => (await scene.client.call("GET /api/sessions/:id", { params: { id } })).row.seq
const file = (name: string) => join(scene.workspace, name)
const running = async () => {
  const id = await scene.open([slowly])
  await scene.client.call("POST /api/sessions/:id/inputs", { params: { id }, body: { text: "hello" } })
  await awaitEvent(scene, id, "model.asked")
  return id
}
const talked = async (...answers: string[]) => {
  const id = await scene.open(answers.map((text) => ({ text })))
  for (const [index] of answers.entries()) await turnOf(scene, id, `input ${index + 1}`)
  return id
}

describe("a fork", () => {
  it("has the log up to an event, goes its own way, and is one for a key though the parent runs on", async () => {
    const id = await running()
    const first = await fork(id, { body: { title: "Other way" }, key: "fork" })
    expect(first).toMatchObject({ parent: { session: id }, row: { id: first.id, title: "Other way" } })
    await scene.client.call("POST /api/sessions/:id/cancel", { params: { id } })
    await awaitEvent(scene, id, "turn.stopped")
    expect((await fork(id, { body: { title: "Other way" }, key: "fork" })).id).toBe(first.id)
    expect(await refused(fork(id, { body: { title: "Third way" }, key: "fork" }))).toMatchObject({ status: 422 })
    const early = await fork(id, { body: { at: 2 } })
    expect(early).toMatchObject({ parent: { session: id, seq: 2 }, row: { messages: 0 } })
    const { items } = await scene.client.call("GET /api/sessions", { query: { parent: id } })
    expect(items.map((row) => row.id).sort()).toEqual([first.id, early.id].sort())
  })

  it("needs an event that is there", async () => {
    const id = await talked("Hi.")
    expect(await refused(fork(id, { body: { at: 999 } }))).toMatchObject({ status: 404, code: "not-found" })
    expect(await refused(fork("nobody", { body: {} }))).toMatchObject({ status: 404, code: "not-found" })
  })
})

describe("a rewind", () => {
  it("goes back, once for a key, and never on a head that has moved on", async () => {
    const id = await talked("One.", "Two.")
    const head = await headOf(id)
    const [a, b] = await Promise.all([
      back(id, { body: { to: { turns: 1 }, head }, key: "back" }),
      back(id, { body: { to: { turns: 1 }, head }, key: "back" }),
    ])
    expect(b).toEqual(a)
    expect(a).toMatchObject({ seq: head + 1, input: null, files: null })
    expect(await refused(back(id, { body: { to: { turns: 1 }, head } }))).toMatchObject({
      status: 409,
      code: "behind",
      details: { head, now: head + 1 },
    })
    expect(await refused(back(id, { body: { to: "regenerate" }, key: "back" }))).toMatchObject({ status: 422 })
    expect(await logged(scene, id, "history.rewound")).toHaveLength(1)
    expect(await refused(back(id, { body: { to: { turns: 9 } } }))).toMatchObject({ status: 404 })
    expect(await refused(back(id, { body: { to: { seq: head } } }))).toMatchObject({ status: 409, code: "illegal" })
    expect(await refused(back("nobody", { body: { to: { turns: 1 } } }))).toMatchObject({ status: 404 })
  })

  it("says the last input again, in one append, and it is answered", async () => {
    const id = await talked("One.", "Another one.")
    const again = await back(id, { body: { to: "regenerate" }, key: "again" })
    const stop = await awaitEvent(scene, id, "turn.stopped", { after: again.seq })
    expect(await back(id, { body: { to: "regenerate" }, key: "again" })).toEqual(again)
    expect((await logged(scene, id, "turn.started")).map(({ task }) => task)).toEqual(["input 1", "input 2", "input 2"])
    expect(again).toMatchObject({ input: "again" })
    expect(stop.seq).toBeGreaterThan(again.seq)
  })

  it("says an earlier input in other words: an edit, in one append", async () => {
    const id = await scene.open(["One.", "Two.", "Three.", "Better."].map((text) => ({ text })))
    for (const text of ["input 1", "input 2", "input 3"]) await turnOf(scene, id, text)
    const [, second] = await logged(scene, id, "input.accepted")
    const to = { input: second?.input ?? "", text: "input 22" }
    const edited = await back(id, { body: { to }, key: "edit" })
    await awaitEvent(scene, id, "turn.stopped", { after: edited.seq })
    expect(await back(id, { body: { to }, key: "edit" })).toEqual(edited)
    expect((await logged(scene, id, "history.rewound")).map(({ because }) => because)).toEqual(["edit"])
    const { state } = await scene.client.call("GET /api/sessions/:id", { params: { id } })
    expect(state.branch).toMatchObject({ task: "input 22", messages: 4 })
    const never = { input: "nothing", text: "x" }
    expect(await refused(back(id, { body: { to: never } }))).toMatchObject({ status: 404, code: "not-found" })
  })

  it("is refused with an open turn", async () => {
    const id = await running()
    expect(await refused(back(id, { body: { to: { seq: 1 } } }))).toMatchObject({ status: 409, code: "illegal" })
    expect(await refused(takeBack(id, { body: {} }))).toMatchObject({ status: 409, code: "illegal" })
  })

  it("with files that died after the files goes on with the same key, though the log has moved on", async () => {
    const id = await scene.open([{ text: "Hi." }, writing("a.txt", "one\n")])
    await turnOf(scene, id, "hello")
    await turnOf(scene, id, "Write one into a.txt")
    const head = await headOf(id)
    const body = { to: { turns: 1 }, files: true, head }
    const { store } = scene.server.context
    // The first half of it, as a server leaves it that dies before the second append.
    const halved = new Proxy(store, {
      get: (of, name) =>
        name === "append"
          ? (...given: Parameters<typeof store.append>) =>
              given[2] === "intent" ? Promise.reject(new Error("died")) : of.append(...given)
          : Reflect.get(of, name),
    })
    await expect(rewind(halved, id, { ...body, key: "back" })).rejects.toThrow("died")
    expect(existsSync(file("a.txt"))).toBe(false)
    const done = await back(id, { body, key: "back" })
    expect(done.files).toMatchObject({ did: "undone", restored: [{ path: file("a.txt") }] })
    expect(await back(id, { body, key: "back" })).toEqual(done)
    expect(await logged(scene, id, "history.rewound")).toHaveLength(1)
    expect(await logged(scene, id, "workspace.restored")).toHaveLength(1)
  })
})

describe("an undo", () => {
  it("takes back one turn for a key however often it is asked for, and redo brings it again", async () => {
    const id = await scene.open([writing("a.txt", "one\n"), { text: "Done." }, writing("a.txt", "two\n")])
    const one = await turnOf(scene, id, "Write one into a.txt")
    const two = await turnOf(scene, id, "Write two into a.txt")
    const head = await headOf(id)
    expect(await refused(takeBack(id, { body: { head: head - 1 } }))).toMatchObject({
      status: 409,
      code: "behind",
      details: { head: head - 1, now: head },
    })
    const [a, b] = await Promise.all([
      takeBack(id, { body: { head }, key: "undo" }),
      takeBack(id, { body: { head }, key: "undo" }),
    ])
    expect(a).toMatchObject({ did: "undone", turns: [two.turn], left: [] })
    expect(b).toMatchObject({ did: "undone", turns: [two.turn], restored: a.restored })
    expect(readFileSync(file("a.txt"), "utf8")).toBe("one\n")
    expect(await takeBack(id, { body: { redo: true }, key: "redo" })).toMatchObject({ did: "redone" })
    // Nothing has changed for a plan: only the key tells that it was done before.
    expect(await takeBack(id, { body: {}, key: "undo" })).toMatchObject({ did: "undone", turns: [two.turn] })
    expect(readFileSync(file("a.txt"), "utf8")).toBe("two\n")
    expect(await refused(takeBack(id, { body: { redo: true }, key: "undo" }))).toMatchObject({ status: 422 })
    expect(await takeBack(id, { body: { turn: two.turn ?? "" } })).toMatchObject({ turns: [two.turn] })
    expect(await takeBack(id, { body: {} })).toMatchObject({ turns: [one.turn] })
    expect(existsSync(file("a.txt"))).toBe(false)
    const events = await scene.client.call("GET /api/sessions/:id/events", { params: { id } })
    const started = events.events.find(({ type }) => type === "workspace.restore-started")
    expect(started).toMatchObject({ key: "undo", by: { kind: "person" } })
  })

  it("leaves what others changed alone, and says so", async () => {
    const id = await scene.open([writing("a.txt", "one\n")])
    await turnOf(scene, id, "Write one into a.txt")
    writeFileSync(file("a.txt"), "mine\n")
    expect(await takeBack(id, { body: {} })).toMatchObject({ did: "nothing", left: [{ path: file("a.txt") }] })
    expect(await takeBack(id, { body: { force: true } })).toMatchObject({ did: "undone", left: [] })
    expect(existsSync(file("a.txt"))).toBe(false)
  })

  it("is refused while another process drives the session, and for a turn that never was", async () => {
    const id = await talked("Hi.")
    const { store } = scene.server.context
    expect(await takeBack(id, { body: {} })).toMatchObject({ did: "nothing" })
    expect(await refused(takeBack(id, { body: { turn: "nothing" } }))).toMatchObject({ status: 404 })
    const lease = await store.acquire(id, { type: "Agent" })
    expect(await refused(takeBack(id, { body: {} }))).toMatchObject({ status: 409, code: "owned" })
    await store.release(lease)
  })
})
