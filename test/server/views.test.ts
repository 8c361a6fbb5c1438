import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import type { NewEvent } from "../../src/session/event.ts"
import { hashOf } from "../../src/tools/files/file-content.ts"
import { logged, refused, turnOf, writing } from "./acts.ts"
import { type Scene, setScene } from "./scene.ts"

const reading = (path: string) => ({ toolCalls: [{ name: "read", arguments: { path } }] })

describe("why and timeline", () => {
  it("tell how a turn ended and how it was steered", async () => {
    const scene = await setScene()
    const id = await scene.open([{ text: "It is a test." }])
    const call = { params: { id } }
    expect(await scene.client.call("GET /api/sessions/:id/why", call)).toEqual({ why: null })
    const stopped = await turnOf(scene, id, "What is this?")
    const turn = stopped.turn ?? ""
    const { why } = await scene.client.call("GET /api/sessions/:id/why", { ...call, query: { turn: turn.slice(-8) } })
    expect(why).toMatchObject({ turn, task: "What is this?", standing: "stopped", stop: { seq: stopped.seq } })
    const newest = await scene.client.call("GET /api/sessions/:id/timeline", { ...call, query: { limit: 1 } })
    expect(newest.view.shown).toHaveLength(Math.min(1, newest.view.total))
    expect(newest).toMatchObject({ artifacts: [], trace: expect.any(Array) })
    const wrong = scene.client.call("GET /api/sessions/:id/why", { ...call, query: { turn: "nothing" } })
    expect(await refused(wrong)).toMatchObject({ status: 404, code: "not-found" })
  })

  it("are not found for a session that is not there, and gone for an erased one", async () => {
    const scene = await setScene()
    const id = await scene.open([])
    await scene.server.context.store.erase(id)
    const routes = ["why", "timeline", "prompt", "prompt/diff", "context", "changes", "export"] as const
    for (const route of routes) {
      const ask = (session: string) =>
        refused(scene.client.fetch(`GET /api/sessions/:id/${route}`, { params: { id: session } } as never))
      expect([route, await ask("nobody")]).toMatchObject([route, { status: 404, code: "not-found" }])
      expect([route, await ask(id)]).toMatchObject([route, { status: 410, code: "erased" }])
    }
  })
})

describe("artifacts", () => {
  /** A session whose task has a plan, as the agent writes it. */
  async function planned(scene: Scene): Promise<string> {
    const { store } = scene.server.context
    const id = await scene.open([])
    const lease = await store.acquire(id, { type: "Test" })
    const body = await store.putBlob(Buffer.from("# Plan 1"), "text/markdown")
    const events: NewEvent[] = [
      { type: "turn.started", turn: "t1", data: { task: "do it" } },
      {
        type: "workflow.artifact-written",
        turn: "t1",
        data: { artifact: "plan", version: 1, body, summary: "a plan" },
      },
    ]
    await store.append(id, events, { epoch: lease.epoch })
    await store.release(lease)
    return id
  }

  it("are shown in each version, and edited by people who saw the newest", async () => {
    const scene = await setScene()
    const id = await planned(scene)
    const params = { id, kind: "plan" as const }
    const get = (version?: number) =>
      scene.client.call("GET /api/sessions/:id/artifacts/:kind", { params, query: version ? { version } : {} })
    const put = (text: string, from: number, key?: string) =>
      scene.client.call("PUT /api/sessions/:id/artifacts/:kind", {
        params,
        body: { text, from },
        ...(key ? { key } : {}),
      })
    expect(await get()).toMatchObject({ version: 1, text: "# Plan 1", edited: false })
    const edited = await put("# Mine", 1, "key")
    expect(edited).toMatchObject({ version: 2 })
    expect(await put("# Mine", 1, "key")).toEqual(edited)
    expect(await get()).toMatchObject({ version: 2, text: "# Mine", edited: true, seq: edited.seq })
    expect(await get(1)).toMatchObject({ version: 1, text: "# Plan 1" })
    expect(await put("# Mine", 2)).toMatchObject({ version: 2 })
    expect(await refused(put("# Late", 1))).toMatchObject({ status: 409, code: "behind" })
    expect(await refused(put("# Other", 1, "key"))).toMatchObject({ status: 422, code: "key-reused" })
    expect(await refused(put("  ", 2))).toMatchObject({ status: 400, code: "invalid" })
    expect(await refused(get(3))).toMatchObject({ status: 404, code: "not-found" })
    const brief = { params: { id, kind: "brief" as const } }
    const missing = scene.client.call("GET /api/sessions/:id/artifacts/:kind", brief)
    expect(await refused(missing)).toMatchObject({ status: 404, code: "not-found" })
  })
})

describe("prompt and context", () => {
  it("show what is sent, what was sent, and what changed", async () => {
    const scene = await setScene()
    writeFileSync(join(scene.workspace, "AGENTS.md"), "Use tabs.")
    const id = await scene.open([{ text: "one" }, { text: "two" }])
    const call = { params: { id } }
    const next = await scene.client.call("GET /api/sessions/:id/prompt", call)
    expect(next).toMatchObject({ session: id, sent: null, format: "native" })
    expect(next.sections.find(({ name }) => name === "project-instructions")?.text).toContain("Use tabs.")
    const nothing = await Promise.all([
      refused(scene.client.call("GET /api/sessions/:id/prompt", { ...call, query: { sent: "true" } })),
      refused(scene.client.call("GET /api/sessions/:id/prompt/diff", call)),
    ])
    for (const each of nothing) expect(each).toMatchObject({ status: 404, code: "not-found" })
    await turnOf(scene, id, "first question?")
    const sent = await scene.client.call("GET /api/sessions/:id/prompt", { ...call, query: { sent: "true" } })
    expect(sent).toMatchObject({ session: id, sent: expect.any(Number) })
    expect(await scene.client.call("GET /api/sessions/:id/prompt/diff", call)).toMatchObject({
      from: null,
      sections: [],
    })
    await turnOf(scene, id, "second question?")
    const diff = await scene.client.call("GET /api/sessions/:id/prompt/diff", call)
    expect(diff.sections.flatMap(({ lines }) => lines).join("\n")).toContain("second question?")
    const both = scene.client.call("GET /api/sessions/:id/prompt", { ...call, query: { sent: "true", brief: "true" } })
    expect(await refused(both)).toMatchObject({ status: 400, code: "invalid" })
  })

  it("tell by what the context is filled, as the server of the model counts", async () => {
    const scene = await setScene()
    writeFileSync(join(scene.workspace, "a.txt"), "word ".repeat(1_000))
    const usage = { input: 9_000, output: 5 }
    const id = await scene.open([
      { ...reading("a.txt"), usage },
      { text: "done", usage },
    ])
    const context = () => scene.client.call("GET /api/sessions/:id/context", { params: { id } })
    expect(await context()).toMatchObject({ size: null, compactions: [] })
    await turnOf(scene, id, "What is in a.txt?")
    const { size, parts } = await context()
    expect(size?.used).toBeGreaterThan(0)
    const of = (kind: string) => parts.filter((part) => part.kind === kind)
    expect(of("messages").map(({ name }) => name)).toEqual(["person", "answers", "results"])
    expect(of("tools")).toHaveLength(1)
    expect(of("prompt").length).toBeGreaterThan(3)
    const results = of("messages").find(({ name }) => name === "results")
    expect(results?.tokens).toBeGreaterThan(500)
  })
})

describe("changes", () => {
  it("are told by turn as diffs, with what a person saved and what was undone", async () => {
    const scene = await setScene()
    const { client, workspace } = scene
    writeFileSync(join(workspace, "a.txt"), "one\n")
    const id = await scene.open([
      reading("a.txt"),
      writing("a.txt", "two\n"),
      writing("b.txt", "new\n"),
      { text: "done" },
    ])
    await turnOf(scene, id, "change a.txt and make b.txt")
    const body = { path: "a.txt", text: "three\n", before: hashOf(Buffer.from("two\n")) }
    await client.call("PUT /api/sessions/:id/file", { params: { id }, body })
    const changes = (query = {}) => client.call("GET /api/sessions/:id/changes", { params: { id }, query })
    const { turns, next } = await changes()
    expect(next).toBeNull()
    expect(turns).toMatchObject([
      {
        turn: null,
        by: expect.any(String),
        files: [{ path: "a.txt", change: "changed", diff: expect.stringContaining("-two\n+three\n") }],
      },
      {
        turn: expect.any(String),
        task: "change a.txt and make b.txt",
        undone: false,
        files: [
          { path: "a.txt", change: "changed", diff: expect.stringContaining("-one\n+two\n") },
          { path: "b.txt", change: "created", before: null, diff: expect.stringContaining("+new\n") },
        ],
      },
    ])
    const [saved, worked] = turns
    expect(await changes({ turn: worked?.turn })).toEqual({ turns: [worked], next: null })
    expect(await changes({ limit: 1 })).toEqual({ turns: [saved], next: saved?.seq })
    expect(await changes({ limit: 1, before: saved?.seq })).toEqual({ turns: [worked], next: null })
    expect(await refused(changes({ turn: "nothing" }))).toMatchObject({ status: 404, code: "not-found" })
    // Nobody has the bytes any more that were replaced on the disk.
    writeFileSync(join(workspace, "b.txt"), "foreign\n")
    expect((await changes()).turns[1]?.files[1]).toMatchObject({ path: "b.txt", diff: null })
    writeFileSync(join(workspace, "b.txt"), "new\n")
    await client.call("POST /api/sessions/:id/undo", { params: { id }, body: {} })
    expect((await changes()).turns.map(({ undone }) => undone)).toEqual([false, true])
  })

  it("are null where there is no text, and where it is too large", async () => {
    const scene = await setScene()
    const id = await scene.open([
      { toolCalls: [{ name: "bash", arguments: { command: "printf '\\0\\1' > bin" } }] },
      writing("large.txt", "line\n".repeat(150_000)),
      { text: "done" },
    ])
    await turnOf(scene, id, "make them")
    const { turns } = await scene.client.call("GET /api/sessions/:id/changes", { params: { id } })
    const large = turns[0]?.files.find(({ path }) => path === "large.txt")
    expect(large).toMatchObject({ change: "created", diff: null, after: expect.any(String) })
  })

  it("of a log from elsewhere show what came with it, and no file that is here", async () => {
    const scene = await setScene()
    const id = await scene.open([writing("a.txt", "here\n"), { text: "done" }])
    await turnOf(scene, id, "make a.txt")
    const file = await (await scene.client.fetch("GET /api/sessions/:id/export", { params: { id } })).text()
    const copy = await scene.client.call("POST /api/import", { query: { copy: "true" }, body: file })
    const { turns } = await scene.client.call("GET /api/sessions/:id/changes", { params: { id: copy.id } })
    expect(turns[0]?.files).toMatchObject([{ path: "a.txt", change: "created", diff: null }])
  })
})

describe("the past", () => {
  it("is told at any event: prompts, context, decisions and changes as they were then", async () => {
    const scene = await setScene()
    const { client } = scene
    const id = await scene.open([
      writing("a.txt", "one\n"),
      { text: "done" },
      writing("b.txt", "two\n"),
      { text: "done too" },
    ])
    const params = { id }
    const views = async (query: { at?: number }) => ({
      sent: await client.call("GET /api/sessions/:id/prompt", { params, query: { ...query, sent: "true" } }),
      diff: await client.call("GET /api/sessions/:id/prompt/diff", { params, query }),
      context: await client.call("GET /api/sessions/:id/context", { params, query }),
      timeline: await client.call("GET /api/sessions/:id/timeline", { params, query }),
      changes: await client.call("GET /api/sessions/:id/changes", { params, query }),
    })
    const { seq } = await turnOf(scene, id, "make a.txt")
    const first = await views({})
    const [began] = await Array.fromAsync(scene.server.context.store.read(id, { limit: 1 }))
    await turnOf(scene, id, "make b.txt")
    await client.call("POST /api/sessions/:id/undo", { params, body: {} })

    const then = await views({ at: seq })
    expect({ ...then, context: { ...then.context, parts: [] } }).toEqual({
      ...first,
      context: { ...first.context, parts: [] },
    })
    expect(then.changes.turns.map(({ task, undone }) => ({ task, undone }))).toEqual([
      { task: "make a.txt", undone: false },
    ])
    const said = ({ context }: typeof then) => context.parts.filter(({ kind }) => kind === "messages")
    expect(said(then)).toEqual(said(first))
    // The prompt is that which was sent, not what would be made of the disk of now.
    const { sections } = then.sent
    expect(then.context.parts.filter(({ kind }) => kind === "prompt").map(({ name }) => name)).toEqual(
      sections.map(({ name }) => name),
    )
    // In the middle of a turn there is what had been changed by then.
    const started = (await Array.fromAsync(scene.server.context.store.read(id))).find(
      ({ type }) => type === "tool.started",
    )
    const early = { params, query: { at: started?.seq ?? 0 } }
    expect((await client.call("GET /api/sessions/:id/changes", early)).turns).toEqual([])

    const beginning = { params, query: { at: began?.seq ?? 0 } }
    expect(await client.call("GET /api/sessions/:id/context", beginning)).toMatchObject({ size: null, compactions: [] })
    expect(await refused(client.call("GET /api/sessions/:id/prompt/diff", beginning))).toMatchObject({ status: 404 })
    for (const route of ["timeline", "prompt", "prompt/diff", "context", "changes"] as const) {
      const late = client.fetch(`GET /api/sessions/:id/${route}`, { params, query: { at: 9_999 } } as never)
      expect([route, await refused(late)]).toMatchObject([route, { status: 404, code: "not-found" }])
    }
  })
})

describe("search", () => {
  it("finds what was said, page by page, in all sessions or in one", async () => {
    const scene = await setScene()
    const ids = [await scene.open([{ text: "an answer" }]), await scene.open([{ text: "an answer" }])]
    for (const id of ids) await turnOf(scene, id, "where are the walruses?")
    const search = (query: object) => scene.client.call("GET /api/search", { query: { q: "walruses", ...query } })
    const all = await search({})
    expect(new Set(all.items.map(({ session }) => session))).toEqual(new Set(ids))
    const first = await search({ limit: 1 })
    expect(first.items).toHaveLength(1)
    expect(first.next).not.toBeNull()
    const rest = await search({ limit: 100, cursor: first.next })
    expect([...first.items, ...rest.items]).toEqual(all.items)
    expect(new Set((await search({ session: ids[0] })).items.map(({ session }) => session))).toEqual(new Set([ids[0]]))
    expect((await search({ q: "walru", typing: "true" })).items).toHaveLength(all.items.length)
    expect((await search({ project: "/elsewhere" })).items).toEqual([])
    expect(await refused(search({ cursor: "nonsense" }))).toMatchObject({ status: 400, code: "invalid" })
    expect(await refused(search({ q: "" }))).toMatchObject({ status: 400, code: "invalid" })
  })
})

it("reads nothing into the log: a view leaves the session as it was", async () => {
  const scene = await setScene()
  const id = await scene.open([writing("a.txt", "x\n"), { text: "done" }])
  await turnOf(scene, id, "make a.txt")
  const { store } = scene.server.context
  const before = await store.row(id)
  for (const route of ["why", "timeline", "prompt", "prompt/diff", "context", "changes", "files", "export"] as const) {
    await (await scene.client.fetch(`GET /api/sessions/:id/${route}`, { params: { id } } as never)).text()
  }
  expect(await store.row(id)).toEqual(before)
  expect(await logged(scene, id, "workspace.saved")).toEqual([])
  expect(readFileSync(join(scene.workspace, "a.txt"), "utf8")).toBe("x\n")
})
