import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import type { ZodObject } from "zod"
import { type Api, api } from "../../src/server/contract/api.ts"
import type { Endpoint } from "../../src/server/contract/endpoint.ts"
import { ask } from "./ask.ts"
import { type Scene, setScene } from "./scene.ts"

const treasure = "TREASURE-OUTSIDE"

/** A body that fits, for each route that takes one: an attack changes one text of it at a time. */
function bodies({ workspace }: Scene, id: string, model: string) {
  return {
    "POST /api/sessions": { workspace, title: "t", model },
    "POST /api/sessions/batch": { ids: [id], change: { title: "t", tags: ["t"] } },
    "PATCH /api/sessions/:id": { title: "t", tags: ["t"] },
    "PATCH /api/sessions/:id/configuration": { model, baseUrl: "http://127.0.0.1:9/v1" },
    "PUT /api/sessions/:id/draft": { text: "t" },
    "PUT /api/sessions/:id/read": { seq: 1 },
    "POST /api/sessions/:id/inputs": { text: "t", kind: "queue" },
    "PATCH /api/sessions/:id/inputs/:input": { text: "t" },
    "POST /api/sessions/:id/cancel": { turn: "t", reason: "r" },
    "POST /api/sessions/:id/resume": {},
    "POST /api/sessions/:id/compact": { focus: "f" },
    "POST /api/sessions/:id/asks/:ask": { answer: "text", choice: "c", text: "t" },
    "POST /api/sessions/:id/fork": { title: "t" },
    "POST /api/sessions/:id/rewind": { to: { input: "i", text: "t" } },
    "POST /api/sessions/:id/undo": { turn: "t" },
    "PUT /api/sessions/:id/artifacts/:kind": { text: "t", from: 1 },
    "PUT /api/sessions/:id/file": { path: "new.txt", text: "t", before: null },
    "PATCH /api/settings": { model: "m" },
    "POST /api/login": { code: "c" },
  } as const satisfies Partial<Record<keyof Api, object>>
}

/** Copies of a value with one text in it replaced. */
function* withOneChanged(value: unknown, hostile: string): Generator<unknown> {
  if (typeof value === "string") yield hostile
  else if (typeof value === "object" && value !== null) {
    for (const [name, item] of Object.entries(value)) {
      for (const changed of withOneChanged(item, hostile)) {
        yield Array.isArray(value) ? value.with(Number(name), changed) : { ...value, [name]: changed }
      }
    }
  }
}

type Attack = { route: string; path: string; method: string; body?: string }

function* attacks(
  hostile: readonly string[],
  known: Record<string, string>,
  given: Record<string, object>,
): Generator<Attack> {
  // What deletes comes last: the others need something to attack.
  const routes = (Object.entries(api) as Array<[string, Endpoint]>).sort(
    ([one], [other]) => Number(one.startsWith("DELETE")) - Number(other.startsWith("DELETE")),
  )
  for (const [route, endpoint] of routes) {
    const [method = "", pattern = ""] = route.split(" ")
    const names = [...pattern.matchAll(/:(\w+)/g)].map(([, name = ""]) => name)
    const queries = endpoint.query ? Object.keys((endpoint.query as ZodObject).shape) : []
    const needed = queries.filter((name) => name in known)
    const pathWith = (param?: string, value = "") =>
      pattern.replaceAll(/:(\w+)/g, (_, name: string) => (name === param ? value : (known[name] ?? "none")))
    const searchWith = (query?: string, value = "") => {
      const all = [
        ...needed.filter((name) => name !== query).map((name) => [name, known[name] ?? ""]),
        ...(query ? [[query, value]] : []),
      ]
      return all.length > 0 ? `?${new URLSearchParams(all as Array<[string, string]>)}` : ""
    }
    const base = given[route]
    const body = base ? { body: JSON.stringify(base) } : {}
    for (const value of hostile) {
      const wellFormed = value.toWellFormed() // half a character cannot be written into a URL
      for (const name of names) {
        // As a client would write it, and as one would that wants it to be read as more than one part.
        for (const written of [
          encodeURIComponent(wellFormed),
          wellFormed.replaceAll(/[^\w./\\%-]/gu, encodeURIComponent),
        ]) {
          yield { route, method, path: pathWith(name, written) + searchWith(), ...body }
        }
      }
      for (const name of queries) yield { route, method, path: pathWith() + searchWith(name, value), ...body }
      for (const changed of withOneChanged(base, value)) {
        yield { route, method, path: pathWith() + searchWith(), body: JSON.stringify(changed) }
      }
    }
  }
}

async function besieged() {
  const scene = await setScene()
  const outside = join(dirname(scene.workspace), "outside")
  mkdirSync(outside)
  writeFileSync(join(outside, "secret.txt"), treasure)
  writeFileSync(join(scene.workspace, "own.txt"), "own")
  symlinkSync(join(outside, "secret.txt"), join(scene.workspace, "link.txt"))
  symlinkSync(outside, join(scene.workspace, "linked"))
  const model = scene.script([{ text: "Done." }])
  const id = await scene.open([{ text: "Done." }])
  const known = { id, hash: "0".repeat(64), kind: "plan", path: "own.txt", q: "word", poll: "true", name: "n.txt" }
  const call = (attack: Attack) =>
    ask(scene.server.url, attack.path, {
      method: attack.method,
      headers: {
        authorization: `Bearer ${scene.server.token}`,
        ...(attack.body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(attack.body === undefined ? {} : { body: attack.body }),
    })
  return { scene, outside, known, call, given: bodies(scene, id, model) }
}

/** Does it to all, some at a time. */
async function toEach<T>(all: Iterable<T>, attempt: (one: T) => Promise<void>): Promise<void> {
  const rest = Iterator.from(all)
  const work = async () => {
    for (let next = rest.next(); !next.done; next = rest.next()) await attempt(next.value)
  }
  await Promise.all(Array.from({ length: 8 }, work))
}

const types = /^(application\/(json|x-ndjson|jsonl|octet-stream)|text\/(event-stream|plain|markdown))(;|$)/

// Thousands of requests, one after another.
const patience = { timeout: 300_000 }

describe("every parameter of every route", patience, () => {
  it("reaches nothing outside, and breaks nothing, whatever path is written into it", async () => {
    const { scene, outside, known, call, given } = await besieged()
    const file = join(outside, "secret.txt")
    const hostile = [
      "../outside/secret.txt",
      "../../../../../../etc/passwd",
      "..%2foutside%2fsecret.txt",
      "%2e%2e%2foutside%2fsecret.txt",
      "..\\outside\\secret.txt",
      "own.txt\0.png",
      file,
      `file://${file}`,
      "link.txt",
      "linked/secret.txt",
      "linked/new.txt",
      "./linked/../linked/secret.txt",
      "a/".repeat(3_000),
    ]
    const wrong: unknown[] = []
    await toEach(attacks(hostile, known, given), async (attack) => {
      const { status, text, headers } = await call(attack)
      const said = { ...attack, path: attack.path.slice(0, 200), body: attack.body?.slice(0, 200), status }
      if (status >= 500) wrong.push({ ...said, text: text.slice(0, 300) })
      if (text.includes(treasure) || /root:[^:]*:0:/.test(text)) wrong.push({ ...said, leaked: true })
      if (status !== 204 && !types.test(headers["content-type"] ?? ""))
        wrong.push({ ...said, type: headers["content-type"] })
    })
    expect(wrong).toEqual([])
    expect([readdirSync(outside), readFileSync(file, "utf8")]).toEqual([["secret.txt"], treasure])
    expect(scene.lines.filter((line) => line.includes('"request failed"'))).toEqual([])
  })

  it("breaks nothing with text that is odd", async () => {
    const { scene, known, call, given } = await besieged()
    const hostile = [
      "a\r\nset-cookie: holdfast=x",
      "\u001b[2J<script>alert(1)</script>",
      "\ud800",
      "__proto__",
      "constructor",
      "'; DROP TABLE events; --",
      '"NEAR( OR *',
      "-1",
      "1e400",
      "NaN",
      "99999999999999999999",
      "\u202e\u0000\uffff",
    ]
    const wrong: unknown[] = []
    await toEach(attacks(hostile, known, given), async (attack) => {
      const { status, text, headers } = await call(attack)
      if (status >= 500 || headers["set-cookie"]?.some((cookie) => cookie.includes("=x"))) {
        wrong.push({ ...attack, status, text: text.slice(0, 300) })
      }
    })
    expect(wrong).toEqual([])
    expect(scene.lines.filter((line) => line.includes('"request failed"'))).toEqual([])
  })
})

describe("a body that is meant to break its reader", patience, () => {
  it("is refused, or understood, on every route that takes one", async () => {
    const { known, call, given } = await besieged()
    const depth = 200_000
    const bombs: ReadonlyArray<string> = [
      "[".repeat(depth),
      `${"[".repeat(depth)}${"]".repeat(depth)}`,
      `${'{"text":'.repeat(depth)}1${"}".repeat(depth)}`,
      `{"text":${"[".repeat(90)}${"]".repeat(90)}}`,
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
      '{"text":"one","text":"two","title":"one","title":"two"}',
      `{"seq":1e400,"text":${"9".repeat(100_000)}}`,
      '{"text":"\\ud800","title":"\\ud800"}',
      "null",
      "[]",
      '"text"',
      "{",
      "{}{}",
      "\u0000",
    ]
    const wrong: unknown[] = []
    for (const route of Object.keys(given)) {
      const [method = "", pattern = ""] = route.split(" ")
      const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => known[name as "id"] ?? "none")
      for (const body of bombs) {
        const { status, text } = await call({ route, method, path, body })
        if (status >= 500) wrong.push({ route, body: body.slice(0, 100), status, text: text.slice(0, 300) })
      }
    }
    expect(wrong).toEqual([])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})
