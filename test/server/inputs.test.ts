import { beforeEach, describe, expect, it } from "vitest"
import { awaitEvent, logged, openAs, refused, slowly, turnOf } from "./acts.ts"
import { type Scene, setScene } from "./scene.ts"

let scene: Scene
beforeEach(async () => {
  scene = await setScene()
})

type Said = {
  text: string
  kind?: "send" | "queue" | "steer" | "interrupt"
  turn?: string
  require?: "verified" | "change"
}
const say = (id: string, body: Said, key?: string) =>
  scene.client.call("POST /api/sessions/:id/inputs", { params: { id }, body, ...(key ? { key } : {}) })
const tasks = async (id: string) => (await logged(scene, id, "turn.started")).map(({ task }) => task)
const running = async (...more: string[]) => {
  const id = await scene.open([slowly, ...more.map((text) => ({ text }))])
  const { seq } = await say(id, { text: "hello" })
  const { turn = "" } = await awaitEvent(scene, id, "model.asked", { after: seq })
  return { id, turn }
}

describe("an input", () => {
  it("is in the log, signed, when it is acknowledged, and is answered with nobody listening", async () => {
    const id = await scene.open([{ text: "Hi." }])
    const said = await say(id, { text: "hello" }, "click")
    expect(said).toEqual({ seq: 3, input: "click", kind: "send", turn: null, waits: false, held: false })
    const event = await awaitEvent(scene, id, "input.accepted")
    expect(event).toMatchObject({ seq: 3, key: "click", by: { kind: "person" }, data: { text: "hello" } })
    expect((await awaitEvent(scene, id, "turn.stopped")).data.code).toBe("answered")
    expect(await logged(scene, id, "model.answered")).toMatchObject([{ text: "Hi." }])
  })

  it("is one input however often it is clicked, and all get the same answer", async () => {
    const id = await scene.open([{ text: "Hi." }])
    const answers = await Promise.all(Array.from({ length: 10 }, () => say(id, { text: "hello" }, "click")))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    await awaitEvent(scene, id, "turn.stopped")
    expect(await say(id, { text: "hello" }, "click")).toEqual(answers[0])
    expect(await logged(scene, id, "input.accepted")).toHaveLength(1)
    expect(await refused(say(id, { text: "other" }, "click"))).toMatchObject({ status: 422, code: "key-reused" })
  })

  it("may require something of its turn, which is part of what was sent", async () => {
    const id = await scene.open([{ text: "Hi." }])
    await say(id, { text: "hello", require: "change" }, "click")
    expect((await awaitEvent(scene, id, "turn.stopped")).data).toMatchObject({ code: "answered", unmet: "change" })
    expect(await logged(scene, id, "turn.started")).toMatchObject([{ require: "change" }])
    const { why } = await scene.client.call("GET /api/sessions/:id/why", { params: { id } })
    expect(why?.stop).toMatchObject({ exitCode: 5, unmet: "change" })
    expect(await refused(say(id, { text: "hello" }, "click"))).toMatchObject({ status: 422, code: "key-reused" })
  })

  it("says what became of it to whoever wants it back too late, or does not know whether it arrived", async () => {
    const { id } = await running()
    await say(id, { text: "later" }, "later")
    const takeBack = (input: string, key: string) =>
      scene.client.call("DELETE /api/sessions/:id/inputs/:input", { params: { id, input }, key })
    const first = (await logged(scene, id, "input.accepted"))[0]?.input ?? ""
    await takeBack("later", "once")
    const became = async (input: string) => (await refused(takeBack(input, `again ${input}`))).details
    expect([await became(first), await became("later"), await became("lost")]).toEqual([
      { input: first, became: "taken up" },
      { input: "later", became: "taken back" },
      { input: "lost", became: null },
    ])
  })

  it("is two inputs when the same text is said twice", async () => {
    const id = await scene.open([{ text: "One." }, { text: "Two." }])
    const [one, two] = [await say(id, { text: "hello" }, "a"), await say(id, { text: "hello" }, "b")]
    expect(one.input).not.toBe(two.input)
    await awaitEvent(scene, id, "turn.stopped", { after: (await awaitEvent(scene, id, "turn.stopped")).seq })
    expect(await tasks(id)).toEqual(["hello", "hello"])
  })

  it("waits while a turn is open, is taken up in order, and can be changed and taken back until then", async () => {
    const { id, turn } = await running("A.", "B.")
    const a = await say(id, { text: "a" })
    expect(a).toMatchObject({ kind: "queue", turn, waits: true, held: false })
    const [b, c] = [await say(id, { text: "b", kind: "queue" }), await say(id, { text: "c" })]
    const change = { params: { id, input: b.input }, body: { text: "b changed" }, key: "edit" }
    const edited = await scene.client.call("PATCH /api/sessions/:id/inputs/:input", change)
    expect(await scene.client.call("PATCH /api/sessions/:id/inputs/:input", change)).toEqual(edited)
    const take = { params: { id, input: c.input }, key: "take" }
    const taken = await scene.client.call("DELETE /api/sessions/:id/inputs/:input", take)
    expect(await scene.client.call("DELETE /api/sessions/:id/inputs/:input", take)).toEqual(taken)
    const first = await say(id, { text: "first", kind: "interrupt" }, "now")
    expect(first).toMatchObject({ kind: "interrupt", turn, waits: true })
    await awaitEvent(scene, id, "turn.stopped", { fits: ({ data }) => data.code === "superseded" })
    await awaitEvent(scene, id, "turn.started", { fits: ({ data }) => data.task === "b changed" })
    expect(await tasks(id)).toEqual(["hello", "first", "a", "b changed"])
    expect(await say(id, { text: "first", kind: "interrupt" }, "now")).toEqual(first)
  })

  it("cannot be changed or taken back once it was taken up, and nothing of it is lost", async () => {
    const { id } = await running()
    const { input = "" } = (await logged(scene, id, "input.accepted"))[0] ?? {}
    const edit = { params: { id, input }, body: { text: "other" } }
    expect(await refused(scene.client.call("PATCH /api/sessions/:id/inputs/:input", edit))).toMatchObject({
      status: 409,
      code: "illegal",
    })
    const take = { params: { id, input } }
    expect(await refused(scene.client.call("DELETE /api/sessions/:id/inputs/:input", take))).toMatchObject({
      status: 409,
      code: "illegal",
    })
    expect(await tasks(id)).toEqual(["hello"])
  })

  it("as a steer is said into the open turn, and without one waits like any other", async () => {
    const id = await scene.open([{ text: "Hi." }])
    expect(await say(id, { text: "hello", kind: "steer" })).toMatchObject({ kind: "queue", turn: null, waits: false })
    await awaitEvent(scene, id, "turn.stopped")
    expect(await tasks(id)).toEqual(["hello"])
    const { id: other, turn } = await running()
    expect(await say(other, { text: "be short", kind: "steer" })).toMatchObject({ kind: "steer", turn, waits: true })
  })

  it("as an interrupt is sent where no turn is open, and refused where the one that it names has ended", async () => {
    const id = await scene.open([{ text: "Hi." }, { text: "Again." }])
    const { turn = "" } = await turnOf(scene, id, "hello")
    expect(await refused(say(id, { text: "stop", kind: "interrupt", turn }))).toMatchObject({
      status: 409,
      code: "stopped",
      details: { accepted: false, turn, open: null },
    })
    expect(await logged(scene, id, "input.accepted")).toHaveLength(1)
    expect(await say(id, { text: "go on", kind: "interrupt" }, "k")).toMatchObject({ kind: "send", waits: false })
    await awaitEvent(scene, id, "turn.started", { fits: ({ data }) => data.task === "go on" })
    expect(await say(id, { text: "go on", kind: "interrupt" }, "k")).toMatchObject({ kind: "send", waits: false })
  })

  it("is refused where it says nothing, is too long, has no session or names a file that is not there", async () => {
    const id = await scene.open([])
    expect(await refused(say(id, { text: " " }))).toMatchObject({ status: 400, code: "invalid" })
    expect(await refused(say(id, { text: "x".repeat(262_145) }))).toMatchObject({ status: 400, code: "invalid" })
    expect(await refused(say("nobody", { text: "hello" }))).toMatchObject({ status: 404, code: "not-found" })
    const attachments = [{ blob: "0".repeat(64), bytes: 1, name: "a.txt" }]
    const body = { text: "look", attachments }
    const call = scene.client.call("POST /api/sessions/:id/inputs", { params: { id }, body })
    expect(await refused(call)).toMatchObject({ status: 404, code: "not-found" })
    expect(await logged(scene, id, "input.accepted")).toEqual([])
  })

  it("that was accepted before a restart, and not taken up yet, is answered after it", async () => {
    const id = await scene.open([{ text: "Hi." }])
    // As a server leaves it that dies before it drives: durable, and nobody was woken.
    await scene.server.context.agent.send(id, "hello")
    await scene.restart()
    expect((await awaitEvent(scene, id, "turn.stopped")).data.code).toBe("answered")
  })
})

describe("a turn", () => {
  const cancel = (id: string, body: { turn?: string; reason?: string } = {}, key?: string) =>
    scene.client.call("POST /api/sessions/:id/cancel", { params: { id }, body, ...(key ? { key } : {}) })
  const resume = (id: string, key?: string) =>
    scene.client.call("POST /api/sessions/:id/resume", { params: { id }, ...(key ? { key } : {}) })

  it("is cancelled once, holds its queue, and goes on when a person resumes", async () => {
    const { id, turn } = await running("Resumed.", "Queued.")
    await say(id, { text: "later" })
    const cancelled = await cancel(id, { reason: "enough" }, "stop")
    const stop = await awaitEvent(scene, id, "turn.stopped")
    expect(stop).toMatchObject({ turn, data: { code: "cancelled" } })
    expect(await cancel(id, { reason: "enough" }, "stop")).toEqual(cancelled)
    expect(await refused(cancel(id, {}, "stop"))).toMatchObject({ status: 422, code: "key-reused" })
    expect(await refused(cancel(id, { turn }))).toMatchObject({ status: 409, code: "stopped" })
    expect(await say(id, { text: "last", kind: "queue" })).toMatchObject({ waits: true, held: true })
    const resumed = await resume(id, "go")
    await awaitEvent(scene, id, "turn.started", { fits: ({ data }) => data.task === "last" })
    expect(await resume(id, "go")).toEqual(resumed)
    expect((await tasks(id)).slice(-2)).toEqual(["later", "last"])
    expect((await logged(scene, id, "turn.resume-requested")).length).toBe(1)
  })

  it("that is held is let go by the next send", async () => {
    const { id } = await running("Later.", "Now.")
    await say(id, { text: "later" })
    await cancel(id)
    await awaitEvent(scene, id, "turn.stopped")
    expect(await say(id, { text: "now" })).toMatchObject({ held: false, waits: true })
    await awaitEvent(scene, id, "turn.started", { fits: ({ data }) => data.task === "now" })
    expect(await tasks(id)).toEqual(["hello", "later", "now"])
  })

  it("that has not begun is stopped, too: the answer says which input was taken back", async () => {
    const id = await scene.open([])
    // Nobody was woken: it is about to begin for as long as the test wants.
    const { input } = await scene.server.context.agent.send(id, "hello")
    const cancelled = await cancel(id, {}, "early")
    expect(cancelled).toMatchObject({ seq: expect.any(Number), turn: null, withdrawn: input })
    expect(await cancel(id, {}, "early")).toEqual(cancelled)
    expect(await logged(scene, id, "turn.started")).toEqual([])
  })

  it("begins with what waits when a person resumes, and the answer says where", async () => {
    const id = await scene.open([{ text: "Hi." }, { text: "Again." }])
    for (const [key, text] of Object.entries({ first: "hello", second: "and now" })) {
      // Nobody is at it, and nobody was woken: it waits until somebody sees to it.
      await expect.poll(() => scene.server.context.conductor.has(id)).toBe(false)
      const { seq } = await scene.server.context.agent.send(id, text)
      const resumed = await resume(id, key)
      expect(resumed).toEqual({ seq: seq + 1 })
      await awaitEvent(scene, id, "turn.stopped", { after: seq })
      expect(await resume(id, key)).toEqual(resumed)
    }
    expect(await tasks(id)).toEqual(["hello", "and now"])
  })

  it("that is not there is neither cancelled nor resumed", async () => {
    const id = await scene.open([{ text: "Hi." }])
    const nothing = { seq: null, turn: null, withdrawn: null }
    expect([await cancel(id), await resume(id)]).toEqual([nothing, { seq: null }])
    // With a key it is refused: tried again, it must not hit what came later.
    expect(await refused(cancel(id, {}, "k"))).toMatchObject({ status: 409, code: "illegal" })
    expect(await refused(resume(id, "k"))).toMatchObject({ status: 409, code: "illegal" })
    await turnOf(scene, id, "hello")
    expect(await cancel(id)).toEqual(nothing)
    expect(await refused(cancel("nobody"))).toMatchObject({ status: 404 })
    expect(await refused(resume("nobody"))).toMatchObject({ status: 404 })
  })

  it("is compacted on request, once for a key", async () => {
    const id = await openAs(scene, "allow", [{ text: "Hi." }])
    await turnOf(scene, id, "hello")
    const call = { params: { id }, body: { focus: "names" }, key: "less" }
    const { seq } = await scene.client.call("POST /api/sessions/:id/compact", call)
    expect(await scene.client.call("POST /api/sessions/:id/compact", call)).toEqual({ seq })
    const other = { ...call, body: { focus: "dates" } }
    expect(await refused(scene.client.call("POST /api/sessions/:id/compact", other))).toMatchObject({ status: 422 })
    expect((await awaitEvent(scene, id, "context.kept", { after: seq })).seq).toBeGreaterThan(seq)
    const missing = scene.client.call("POST /api/sessions/:id/compact", { params: { id: "nobody" } })
    expect(await refused(missing)).toMatchObject({ status: 404, code: "not-found" })
  })
})
