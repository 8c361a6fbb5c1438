import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { beforeEach, describe, expect, it } from "vitest"
import type { Event } from "../../src/session/event.ts"
import { awaitEvent, logged, refused, slowly, turnOf } from "./acts.ts"
import { type Scene, setScene } from "./scene.ts"

let scene: Scene
beforeEach(async () => {
  scene = await setScene()
})

const rowOf = async (id: string) => (await scene.client.call("GET /api/sessions/:id", { params: { id } })).row
const describeIt = (id: string, body: { title?: string; tags?: string[]; trashed?: boolean }, key?: string) =>
  scene.client.call("PATCH /api/sessions/:id", { params: { id }, body, ...(key ? { key } : {}) })
const ids = (rows: ReadonlyArray<{ id: string }>) => rows.map(({ id }) => id)

describe("opening a session", () => {
  it("is done once for a key, signed, with what it is set to", async () => {
    const body = {
      workspace: scene.workspace,
      title: "Mine",
      model: "ollama/qwen3",
      mode: "plan" as const,
      permissionMode: "prompt" as const,
    }
    const open = (key: string, more = {}) =>
      scene.client.call("POST /api/sessions", { body: { ...body, ...more }, key })
    const answers = await Promise.all(Array.from({ length: 10 }, () => open("new")))
    expect(new Set(ids(answers)).size).toBe(1)
    expect(await refused(open("new", { title: "Other" }))).toMatchObject({ status: 422, code: "key-reused" })
    const [{ id, row }] = answers as [(typeof answers)[number]]
    expect(row).toMatchObject({ title: "Mine", workspace: realpathSync(scene.workspace), seq: 2, readSeq: null })
    expect(await logged(scene, id, "session.configured")).toEqual([
      { model: "ollama/qwen3", mode: "plan", permissionMode: "prompt" },
    ])
    expect((await awaitEvent(scene, id, "session.opened")).by).toMatchObject({ kind: "person" })
  })

  it("needs a directory that is there, a model that can be named, and an address without secrets", async () => {
    const { workspace } = scene
    const file = join(workspace, "file")
    writeFileSync(file, "")
    const open = (body: { workspace: string; model?: string; baseUrl?: string }) =>
      refused(scene.client.call("POST /api/sessions", { body }))
    expect(await open({ workspace: "work" })).toMatchObject({ status: 400, code: "invalid" })
    expect(await open({ workspace: join(workspace, "none") })).toMatchObject({ status: 404, code: "not-found" })
    expect(await open({ workspace: file })).toMatchObject({ status: 400, code: "invalid" })
    expect(await open({ workspace: `${workspace}\0` })).toMatchObject({ status: 400, code: "invalid" })
    expect(await open({ workspace, model: "qwen3" })).toMatchObject({ status: 400, code: "invalid" })
    const secret = await open({ workspace, baseUrl: "http://me:pass@host/v1" })
    expect(secret).toMatchObject({ status: 400, code: "invalid" })
    expect(secret.message).not.toContain("pass@")
    expect((await scene.client.call("GET /api/sessions", {})).items).toEqual([])
  })

  it("stays in the roots of the server, whatever a link says", async () => {
    const { context } = scene.server
    const root = join(scene.workspace, "root")
    mkdirSync(join(root, "project"), { recursive: true })
    symlinkSync(scene.workspace, join(root, "out"))
    context.roots = [root]
    const open = (workspace: string) => scene.client.call("POST /api/sessions", { body: { workspace } })
    expect((await open(join(root, "project"))).row.workspace).toBe(realpathSync(join(root, "project")))
    expect(await refused(open(join(root, "out")))).toMatchObject({ status: 400, code: "invalid" })
    expect(await refused(open(`${root}-other`))).toMatchObject({ status: 404 })
    expect(await refused(open(scene.workspace))).toMatchObject({ status: 400, details: { roots: [root] } })
  })

  it("takes the model and the permissions of the server where it names none", async () => {
    const { store } = scene.server.context
    await store.setSetting("server.settings", { model: "ollama/small", permissionMode: "read-only" })
    const { id } = await scene.client.call("POST /api/sessions", { body: { workspace: scene.workspace } })
    expect(await logged(scene, id, "session.configured")).toEqual([
      { model: "ollama/small", permissionMode: "read-only" },
    ])
  })
})

describe("a session", () => {
  it("is named, tagged and set, once for a key", async () => {
    const id = await scene.open([])
    const named = await describeIt(id, { title: "New name", tags: ["a", "b"] }, "name")
    expect(named.row).toMatchObject({ title: "New name", tags: ["a", "b"], seq: 3 })
    await describeIt(id, { title: "Newer name" })
    expect(await describeIt(id, { title: "New name", tags: ["a", "b"] }, "name")).toMatchObject({ seq: 3 })
    expect(await refused(describeIt(id, { title: "x" }, "name"))).toMatchObject({ status: 422, code: "key-reused" })
    expect(await refused(describeIt(id, {}))).toMatchObject({ status: 400, code: "invalid" })
    expect(await refused(describeIt("nobody", { title: "x" }))).toMatchObject({ status: 404, code: "not-found" })
    const set = (body: { model?: string | null; baseUrl?: string }, key?: string) =>
      scene.client.call("PATCH /api/sessions/:id/configuration", { params: { id }, body, ...(key ? { key } : {}) })
    const done = await set({ model: "ollama/big", baseUrl: "http://127.0.0.1:8000" }, "set")
    expect(await set({ model: "ollama/big", baseUrl: "http://127.0.0.1:8000" }, "set")).toEqual(done)
    expect((await logged(scene, id, "session.configured")).at(-1)).toEqual({
      model: "ollama/big",
      baseUrl: "http://127.0.0.1:8000/v1",
    })
    expect(await refused(set({ model: null }, "set"))).toMatchObject({ status: 422 })
    expect(await refused(set({ model: "olama/big" }))).toMatchObject({ status: 400, code: "invalid" })
    expect(await refused(set({}))).toMatchObject({ status: 400, code: "invalid" })
  })

  it("is described with many others, and what fails is named", async () => {
    const [a, b] = [await scene.open([]), await scene.open([])]
    const body = { ids: [a, b, a, "nobody"], change: { archived: true } }
    const batch = () => scene.client.call("POST /api/sessions/batch", { body, key: "all" })
    const { done, failed } = await batch()
    expect(done.sort()).toEqual([a, b].sort())
    expect(failed).toMatchObject([{ id: "nobody", code: "not-found" }])
    await batch()
    expect([(await rowOf(a)).seq, (await rowOf(a)).archived]).toEqual([3, true])
  })

  it("that is deleted while it works stops, is in the trash, and comes back with all of its log", async () => {
    const id = await scene.open([slowly])
    await scene.client.call("POST /api/sessions/:id/inputs", { params: { id }, body: { text: "hello" } })
    await awaitEvent(scene, id, "model.asked")
    const trash = () => scene.client.call("DELETE /api/sessions/:id", { params: { id }, key: "away" })
    const away = await trash()
    expect((await awaitEvent(scene, id, "turn.stopped")).data.code).toBe("cancelled")
    expect(await trash()).toEqual(away)
    expect(ids((await scene.client.call("GET /api/sessions", {})).items)).toEqual([])
    expect(ids((await scene.client.call("GET /api/sessions", { query: { trashed: "true" } })).items)).toEqual([id])
    expect((await describeIt(id, { trashed: false })).row).toMatchObject({ trashed: false, messages: 2 })
  })

  it("that is in the trash is asked nothing more until it is taken out, and what waited in it waits", async () => {
    const id = await scene.open([])
    await scene.server.context.store.append(
      id,
      [{ type: "input.accepted", data: { input: "i1", text: "hi", kind: "send" } }],
      "intent",
    )
    await scene.client.call("DELETE /api/sessions/:id", { params: { id } })
    const send = () => scene.client.call("POST /api/sessions/:id/inputs", { params: { id }, body: { text: "hello" } })
    const problem = await refused(send())
    expect(problem).toMatchObject({ status: 409, code: "illegal" })
    expect(problem.message).toContain("Restore it first")
    const resume = () => scene.client.call("POST /api/sessions/:id/resume", { params: { id } })
    expect(await refused(resume())).toMatchObject({ status: 409, code: "illegal" })
    const { state } = await scene.client.call("GET /api/sessions/:id", { params: { id } })
    expect(state.log).toMatchObject({ trashed: true, turn: null, inputs: { held: true, waiting: [{ input: "i1" }] } })
    await describeIt(id, { trashed: false })
    await resume()
    await awaitEvent(scene, id, "turn.stopped")
  })

  it("is erased a moment after it was told to stop", async () => {
    const id = await scene.open([slowly])
    await scene.client.call("POST /api/sessions/:id/inputs", { params: { id }, body: { text: "hello" } })
    await awaitEvent(scene, id, "model.asked")
    await scene.client.call("POST /api/sessions/:id/cancel", { params: { id }, body: {} })
    const erased = await scene.client.call("DELETE /api/sessions/:id", { params: { id }, query: { erase: "true" } })
    expect(erased.receipt).toMatchObject({ session: id })
  })

  it("is erased with its draft and its read mark, not while it is driven, and only with the consent of its forks", async () => {
    const id = await scene.open([slowly])
    await scene.client.call("POST /api/sessions/:id/inputs", { params: { id }, body: { text: "hello" } })
    await awaitEvent(scene, id, "model.asked")
    await scene.client.call("PUT /api/sessions/:id/draft", { params: { id }, body: { text: "secret" } })
    await scene.client.call("PUT /api/sessions/:id/read", { params: { id }, body: { seq: 2 } })
    const erase = (query = {}) =>
      scene.client.call("DELETE /api/sessions/:id", { params: { id }, query: { erase: "true", ...query } })
    expect(await refused(erase())).toMatchObject({ status: 409, code: "owned" })
    await scene.client.call("POST /api/sessions/:id/cancel", { params: { id } })
    await awaitEvent(scene, id, "turn.stopped")
    const { id: fork } = await scene.client.call("POST /api/sessions/:id/fork", { params: { id } })
    expect(await refused(erase())).toMatchObject({ status: 409, code: "has-forks" })
    const { receipt } = await erase({ forks: "copy" })
    expect(receipt).toMatchObject({ session: id, copiedTo: [fork] })
    const { store } = scene.server.context
    expect([await store.setting(`draft:${id}`), await store.setting(`read:${id}`)]).toEqual([undefined, undefined])
    const calls: ReadonlyArray<() => Promise<unknown>> = [
      () => erase(),
      () => rowOf(id),
      () => describeIt(id, { title: "x" }),
      () => scene.client.call("GET /api/sessions/:id/events", { params: { id } }),
      () => scene.client.call("GET /api/sessions/:id/draft", { params: { id } }),
      () => scene.client.call("PUT /api/sessions/:id/draft", { params: { id }, body: { text: "x" } }),
      () => scene.client.call("PUT /api/sessions/:id/read", { params: { id }, body: { seq: 1 } }),
    ]
    for (const call of calls) expect(await refused(call())).toMatchObject({ status: 410, code: "erased" })
    expect(await logged(scene, fork, "input.accepted")).toMatchObject([{ text: "hello" }])
  })
})

describe("the state of a session", () => {
  it("is that of now with what is being streamed, or of an earlier event without", async () => {
    const id = await scene.open([slowly])
    await scene.client.call("POST /api/sessions/:id/inputs", { params: { id }, body: { text: "hello" } })
    const asked = await awaitEvent(scene, id, "model.asked")
    const signal = AbortSignal.timeout(20_000)
    for await (const item of scene.server.context.store.follow(id, { after: asked.seq, signal })) {
      if (!("type" in item)) break
    }
    const now = await scene.client.call("GET /api/sessions/:id", { params: { id } })
    expect(now.partials).toMatchObject([{ seq: asked.seq, channel: "text", offset: 0 }])
    expect("word ".repeat(2_000).startsWith(now.partials[0]?.text ?? "-")).toBe(true)
    const then = await scene.client.call("GET /api/sessions/:id", { params: { id }, query: { at: 2 } })
    expect([then.state.seq, then.state.log.title, then.partials]).toEqual([2, null, []])
    const beyond = scene.client.call("GET /api/sessions/:id", { params: { id }, query: { at: 9_999 } })
    expect(await refused(beyond)).toMatchObject({ status: 404, details: { head: expect.any(Number) } })
    expect(await refused(rowOf("nobody"))).toMatchObject({ status: 404, code: "not-found" })
  })
})

describe("the events of a session", () => {
  it("are read from both ends and in between, always in the order of the log", async () => {
    const id = await scene.open([{ text: "Hi." }])
    await turnOf(scene, id, "hello")
    const read = async (query: { after?: number; before?: number; limit?: number }) => {
      const page = await scene.client.call("GET /api/sessions/:id/events", { params: { id }, query })
      return { seqs: page.events.map(({ seq }) => seq), head: page.head }
    }
    const { seqs, head } = await read({})
    expect(seqs).toEqual(Array.from({ length: head }, (_, index) => index + 1))
    expect((await read({ after: 2, limit: 3 })).seqs).toEqual([3, 4, 5])
    expect((await read({ before: 6, limit: 3 })).seqs).toEqual([3, 4, 5])
    expect((await read({ after: 1, before: 5 })).seqs).toEqual([2, 3, 4])
    expect((await read({ after: head })).seqs).toEqual([])
    expect(await refused(read({ limit: 0 }))).toMatchObject({ status: 400, code: "invalid" })
    const missing = scene.client.call("GET /api/sessions/:id/events", { params: { id: "nobody" } })
    expect(await refused(missing)).toMatchObject({ status: 404, code: "not-found" })
  })

  it("come with the earlier inputs that they consume, and at the head with those that still wait", async () => {
    const wait = { toolCalls: [{ name: "bash", arguments: { command: "until [ -e go ]; do sleep 0.05; done" } }] }
    const id = await scene.open([wait, { text: "First." }, { text: "Second." }])
    const say = (text: string, kind: "send" | "queue") =>
      scene.client.call("POST /api/sessions/:id/inputs", { params: { id }, body: { text, kind } })
    const read = (query: { after?: number; before?: number; limit?: number }) =>
      scene.client.call("GET /api/sessions/:id/events", { params: { id }, query })
    await say("first", "send")
    const started = await awaitEvent(scene, id, "tool.started")
    const { input, seq } = await say("second", "queue")
    await scene.client.call("PATCH /api/sessions/:id/inputs/:input", {
      params: { id, input },
      body: { text: "second, edited" },
    })
    // At the head is the edit alone: what it is about waits, and was accepted before.
    expect(await read({ before: seq + 2, limit: 1 })).toMatchObject({
      events: [{ type: "input.edited" }],
      inputs: [{ type: "input.accepted", seq, data: { text: "second" } }],
    })
    expect((await read({ before: started.seq + 1, limit: 1 })).inputs).toEqual([])
    writeFileSync(join(scene.workspace, "go"), "")
    const consumed = await awaitEvent(scene, id, "input.consumed", { after: seq })
    expect(await read({ after: consumed.seq - 1, limit: 1 })).toMatchObject({
      events: [{ type: "input.consumed", data: { input } }],
      inputs: [
        { type: "input.accepted", seq, data: { text: "second" } },
        { type: "input.edited", seq: seq + 1, data: { text: "second, edited" } },
      ],
    })
    expect((await read({ after: seq - 1, limit: 500 })).inputs).toEqual([])
  })

  it("come as a stream to whoever accepts one", async () => {
    const id = await scene.open([])
    const ending = new AbortController()
    const response = await scene.client.fetch("GET /api/sessions/:id/events", {
      params: { id },
      query: { after: 1 },
      headers: { accept: "text/event-stream" },
      signal: ending.signal,
    })
    expect(response.headers.get("content-type")).toContain("text/event-stream")
    let text = ""
    for await (const part of response.body ?? []) {
      text += new TextDecoder().decode(part)
      if (text.includes("event: ready")) break
    }
    ending.abort()
    const data = /event: event\n(?:id: .*\n)?data: (.*)\n/.exec(text)?.[1] ?? "{}"
    expect((JSON.parse(data) as { event: Event }).event).toMatchObject({ seq: 2, type: "session.configured" })
  })
})

describe("a draft", () => {
  it("is not overwritten by one that was written over something else, be it empty", async () => {
    const id = await scene.open([])
    const draft = () => scene.client.call("GET /api/sessions/:id/draft", { params: { id } })
    const put = (text: string, from?: string) =>
      scene.client.call("PUT /api/sessions/:id/draft", { params: { id }, body: { text, ...(from ? { from } : {}) } })
    const none = (await draft()).version
    const { version: first } = await put("by hand", none)
    expect(await draft()).toEqual({ text: "by hand", version: first })
    for (const late of ["from the desk", ""]) {
      expect(await refused(put(late, none))).toMatchObject({
        status: 409,
        code: "behind",
        details: { text: "by hand", version: first },
      })
    }
    expect(await put("by hand", none)).toEqual({ version: first })
    const { version: both } = await put("by hand\n\nfrom the desk", first)
    expect(await draft()).toMatchObject({ text: "by hand\n\nfrom the desk", version: both })
    await scene.restart()
    expect(await put("", both)).toEqual({ version: none })
    expect(await put("a program that knows of no versions")).not.toEqual({ version: none })
  })
})

describe("a draft and a read mark", () => {
  it("are kept through a restart; reading never goes back, nor beyond the head", async () => {
    const id = await scene.open([])
    const draft = () => scene.client.call("GET /api/sessions/:id/draft", { params: { id } })
    const put = (text: string) => scene.client.call("PUT /api/sessions/:id/draft", { params: { id }, body: { text } })
    const read = (seq: number) => scene.client.call("PUT /api/sessions/:id/read", { params: { id }, body: { seq } })
    expect(await draft()).toMatchObject({ text: "" })
    await put("half a thou")
    await Promise.all([read(2), read(1)])
    await scene.restart()
    expect(await draft()).toMatchObject({ text: "half a thou" })
    expect((await rowOf(id)).readSeq).toBe(2)
    await read(1_000)
    expect((await rowOf(id)).readSeq).toBe(2)
    expect((await scene.client.call("GET /api/sessions", {})).items).toMatchObject([{ id, readSeq: 2 }])
    await put("")
    expect(await draft()).toMatchObject({ text: "" })
    const missing = scene.client.call("PUT /api/sessions/:id/draft", { params: { id: "nobody" }, body: { text: "x" } })
    expect(await refused(missing)).toMatchObject({ status: 404, code: "not-found" })
  })
})
