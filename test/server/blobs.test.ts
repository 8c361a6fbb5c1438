import { describe, expect, it } from "vitest"
import { refused } from "./acts.ts"
import { type Scene, setScene } from "./scene.ts"
import { sha256 } from "./workspace.ts"

describe("blobs", () => {
  const png = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(100)])
  const keep = ({ client }: Scene, name: string, bytes: Uint8Array) =>
    client.call("POST /api/blobs", { query: { name }, body: new Uint8Array(bytes) })

  it("keeps images, PDF and text by what their bytes say, under a harmless name", async () => {
    const scene = await setScene()
    expect(await keep(scene, "../../etc/pic\u202egpj.exe\n", png)).toEqual({
      blob: sha256(png),
      bytes: png.length,
      mediaType: "image/png",
      name: "picgpj.exe",
    })
    const samples = {
      "image/jpeg": "\xff\xd8\xff\xe0",
      "image/gif": "GIF89a",
      "image/webp": "RIFF\x04\0\0\0WEBPVP8 ",
      "application/pdf": "%PDF-1.7\n\xff",
      "text/plain": "<svg onload=alert(1)>",
    }
    for (const [mediaType, text] of Object.entries(samples)) {
      expect(await keep(scene, "..", Buffer.from(text, "latin1"))).toMatchObject({ mediaType, name: "attachment" })
    }
  })

  it("refuses what it does not know, and what is too large, whether its length is told or not", async () => {
    const scene = await setScene()
    expect(await refused(keep(scene, "a.zip", Buffer.from("PK\x03\x04\0\0")))).toMatchObject({
      status: 415,
      code: "unsupported-media",
      details: { accepted: expect.arrayContaining(["image/png", "text/plain"]) },
    })
    const chunk = new Uint8Array(1024 * 1024).fill(65)
    let chunks = 0
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => (chunks++ < 40 ? controller.enqueue(chunk) : controller.close()),
    })
    const call = scene.client.call("POST /api/blobs", { query: { name: "a" }, body: endless })
    // The server answers and hangs up: which of both a sender sees first is up to the sender.
    expect(["too-large", "unreachable"]).toContain((await refused(call)).code)
    expect(chunks).toBeLessThan(40)
  })

  it("gives the bytes that a session names, as what cannot run in a page", async () => {
    const scene = await setScene()
    const id = await scene.open([{ text: "seen" }])
    const page = Buffer.from("<script>alert(1)</script>")
    const attachments = [await keep(scene, "p.png", png), await keep(scene, "p.html", page)]
    const body = { text: "look", attachments }
    await scene.client.call("POST /api/sessions/:id/inputs", { params: { id }, body })
    const get = (hash: string, session = id) =>
      scene.client.fetch("GET /api/sessions/:id/blobs/:hash", { params: { id: session, hash } })
    const image = await get(sha256(png))
    expect(Object.fromEntries(image.headers)).toMatchObject({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("sandbox"),
      "content-disposition": `inline; filename="${sha256(png).slice(0, 16)}.png"`,
    })
    expect(Buffer.from(await image.arrayBuffer())).toEqual(png)
    const text = await get(sha256(page))
    expect(text.headers.get("content-type")).toBe("text/plain; charset=utf-8")
    expect(text.headers.get("content-disposition")).toMatch(/^attachment/)
    await text.body?.cancel()
  })

  it("gives no blob of another session, nor one that nobody names", async () => {
    const scene = await setScene()
    const [one, other] = [await scene.open([{ text: "seen" }]), await scene.open([])]
    const kept = await keep(scene, "a.txt", Buffer.from("mine"))
    const get = (session: string) =>
      scene.client.fetch("GET /api/sessions/:id/blobs/:hash", { params: { id: session, hash: kept.blob } })
    expect(await refused(get(one))).toMatchObject({ status: 404, code: "not-found" })
    const body = { text: "x", attachments: [kept] }
    await scene.client.call("PUT /api/sessions/:id/draft", { params: { id: one }, body })
    expect(await (await get(one)).text()).toBe("mine")
    expect(await refused(get(other))).toMatchObject({ status: 404, code: "not-found" })
    await scene.client.call("PUT /api/sessions/:id/draft", { params: { id: one }, body: { text: "" } })
    expect(await refused(get(one))).toMatchObject({ status: 404, code: "not-found" })
    await scene.client.call("POST /api/sessions/:id/inputs", { params: { id: one }, body })
    expect(await (await get(one)).text()).toBe("mine")
    expect(await refused(get(other))).toMatchObject({ status: 404, code: "not-found" })
    const wrong = scene.client.fetch("GET /api/sessions/:id/blobs/:hash", { params: { id: one, hash: "../x" } })
    expect(await refused(wrong)).toMatchObject({ status: 400 })
  })
})
