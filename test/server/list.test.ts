import { beforeEach, describe, expect, it } from "vitest"
import type { Call } from "../../src/client/client.ts"
import { refused } from "./acts.ts"
import { type Scene, setScene } from "./scene.ts"

type Query = NonNullable<Call<"GET /api/sessions">["query"]>

let scene: Scene
beforeEach(async () => {
  scene = await setScene()
})

const describeIt = (id: string, body: { title?: string; tags?: string[]; trashed?: boolean }, key?: string) =>
  scene.client.call("PATCH /api/sessions/:id", { params: { id }, body, ...(key ? { key } : {}) })
const ids = (rows: ReadonlyArray<{ id: string }>) => rows.map(({ id }) => id)

describe("the list", () => {
  const list = (query: Query) => scene.client.call("GET /api/sessions", { query })

  it("is filtered, and searched by what was said: each session once", async () => {
    const [a, b, c] = [await scene.open([]), await scene.open([]), await scene.open([])]
    for (const id of [a, b, a, c, a]) await scene.server.context.store.append(id, [saying("green apples")], "intent")
    await describeIt(b, { tags: ["fruit"] })
    await scene.client.call("PATCH /api/sessions/:id", { params: { id: c }, body: { pinned: true, archived: true } })
    expect(ids((await list({})).items).sort()).toEqual([a, b].sort())
    expect(ids((await list({ tag: "fruit" })).items)).toEqual([b])
    expect(ids((await list({ archived: "true", pinned: "true" })).items)).toEqual([c])
    expect(ids((await list({ project: scene.workspace, status: "interrupted" })).items).sort()).toEqual([a, b].sort())
    expect(ids((await list({ status: "running" })).items)).toEqual([])
    expect(ids((await list({ project: "/elsewhere" })).items)).toEqual([])
    expect(ids((await list({ q: "apples" })).items).sort()).toEqual([a, b].sort())
    expect(ids((await list({ q: "pears" })).items)).toEqual([])
    const found: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await list({ q: "apples", limit: 1, ...(cursor ? { cursor } : {}) })
      found.push(...ids(page.items))
      cursor = page.next
    } while (cursor)
    expect(found.sort()).toEqual([a, b].sort())
    expect(await refused(list({ cursor: "nonsense" }))).toMatchObject({ status: 400, code: "invalid" })
  })

  it("is counted by project and by tag, with what is archived and in the trash", async () => {
    const [a, b, c] = [await scene.open([]), await scene.open([]), await scene.open([])]
    await describeIt(a, { tags: ["fruit"] })
    await scene.client.call("PATCH /api/sessions/:id", { params: { id: b }, body: { archived: true, tags: ["fruit"] } })
    await describeIt(c, { trashed: true, tags: ["gone"] })
    expect(await scene.client.call("GET /api/projects", {})).toEqual({
      projects: [{ project: scene.workspace, sessions: 1, archived: 1, updatedAt: expect.any(String) }],
      tags: [{ tag: "fruit", sessions: 2 }],
      archived: 1,
      trashed: 1,
    })
  })

  it("of 1,000 sessions is paged without a gap or a repeat while sessions change", async () => {
    const { store } = scene.server.context
    const { workspace } = scene
    const all = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) => store.open({ workspace, project: workspace, title: `n${index}` })),
    )
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await list({ limit: 100, ...(cursor ? { cursor } : {}) })
      seen.push(...ids(page.items))
      cursor = page.next
      // One that was shown moves to the top, and a new one comes: neither is on a later page.
      await store.append(seen[0] ?? "", [saying("again")], "intent")
      await store.open({ workspace, project: workspace })
    } while (cursor)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.sort()).toEqual([...all].sort())
  })
})

let said = 0
const saying = (text: string) => ({
  type: "input.accepted" as const,
  data: { input: `said-${said++}`, kind: "send" as const, text },
})
