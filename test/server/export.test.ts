import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { getRequestListener } from "@hono/node-server"
import { describe, expect, it, onTestFinished } from "vitest"
import { streamed } from "../../src/server/http/file-response.ts"
import { turnOf } from "./acts.ts"
import { setScene } from "./scene.ts"

const secret = `sk-ant-${"a1B2".repeat(8)}`

describe("export", () => {
  it("is a file in each format, and redacted where it is asked for or meant for reading", async () => {
    const scene = await setScene()
    const id = await scene.open([{ text: `Use ${secret}` }])
    await turnOf(scene, id, "What is the key?")
    const get = (format: "jsonl" | "json" | "markdown", redact: "true" | "false") =>
      scene.client.fetch("GET /api/sessions/:id/export", { params: { id }, query: { format, redact } })
    const expected = {
      jsonl: ["application/x-ndjson", "jsonl"],
      json: ["application/json", "json"],
      markdown: ["text/markdown; charset=utf-8", "md"],
    } as const
    for (const [format, [type, extension]] of Object.entries(expected)) {
      const response = await get(format as keyof typeof expected, "false")
      expect(response.headers.get("content-type")).toBe(type)
      const name = `holdfast-${id.slice(-8)}.${extension}`
      expect(response.headers.get("content-disposition")).toBe(`attachment; filename="${name}"`)
      expect((await response.text()).includes(secret)).toBe(format !== "markdown")
      expect(await (await get(format as keyof typeof expected, "true")).text()).not.toContain(secret)
    }
    const lines = (await (await get("jsonl", "false")).text()).trimEnd().split("\n")
    expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ end: { events: lines.length - 2 - blobsIn(lines) } })
  })

  it("of an id of any form has a harmless name", async () => {
    const scene = await setScene()
    const id = await scene.server.context.store.open({
      id: "a:..:b",
      workspace: scene.workspace,
      project: scene.workspace,
    })
    const response = await scene.client.fetch("GET /api/sessions/:id/export", { params: { id } })
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="holdfast-a_.._b.jsonl"')
    await response.body?.cancel()
  })

  it("breaks the connection where it fails in the middle, and is refused where it fails before", async () => {
    async function* pieces(good: number) {
      for (let index = 0; index < good; index++) yield "x".repeat(100_000)
      throw new Error("the disk is gone")
    }
    const headers = { "content-type": "text/plain" }
    const failures: unknown[] = []
    const server = createServer(
      getRequestListener((_request, { outgoing }) =>
        streamed(pieces(3), {
          headers,
          broken: (error) => {
            failures.push(error)
            outgoing.destroy()
          },
        }),
      ),
    )
    onTestFinished(() => void server.close())
    await once(server.listen(0, "127.0.0.1"), "listening")
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    await expect(response.text()).rejects.toThrow()
    expect(failures).toEqual([new Error("the disk is gone")])
    const early = streamed(pieces(0), { headers, broken: (error) => void failures.push(error) })
    await expect(early).rejects.toThrow("the disk is gone")
  })
})

const blobsIn = (lines: readonly string[]) => lines.filter((line) => line.startsWith('{"blob":')).length
