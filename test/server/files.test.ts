import { createHash } from "node:crypto"
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { apiClient } from "../../src/client/client.ts"
import { fileLimit } from "../../src/server/contract/files.ts"
import { logged, refused, turnOf } from "./acts.ts"
import { prepareGround } from "./house.ts"
import { type Scene, setScene } from "./scene.ts"

const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex")

async function opened() {
  const scene = await setScene()
  const id = await scene.open([])
  const { client, workspace } = scene
  const put = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(workspace, path)), { recursive: true })
    writeFileSync(join(workspace, path), content)
  }
  return {
    scene,
    id,
    put,
    at: (path: string) => join(workspace, path),
    list: (path = "") => client.call("GET /api/sessions/:id/files", { params: { id }, query: { path } }),
    find: (find: string) => client.call("GET /api/sessions/:id/files", { params: { id }, query: { find } }),
    read: (path: string) => client.call("GET /api/sessions/:id/file", { params: { id }, query: { path } }),
    save: (body: { path: string; text: string; before: string | null }, key?: string) =>
      client.call("PUT /api/sessions/:id/file", { params: { id }, body, ...(key ? { key } : {}) }),
  }
}

/** Ways out of a workspace, and what is protected in it. */
const astray = ["../secret.txt", "a/../../secret.txt", "/etc/passwd", "out.txt", "outside/secret.txt", "nul\0"]

function layTraps({ workspace }: Scene): void {
  writeFileSync(join(workspace, "..", "secret.txt"), "secret")
  mkdirSync(join(workspace, "a"), { recursive: true })
  symlinkSync("../secret.txt", join(workspace, "out.txt"))
  symlinkSync("..", join(workspace, "outside"))
}

describe("the tree", () => {
  it("lists one directory, directories first, without git and what is staged", async () => {
    const { put, at, list } = await opened()
    put("b.txt", "12345")
    put("a10.txt", "")
    put("a9.txt", "")
    put("src/deep/x.ts", "x")
    put(".git/config", "[core]")
    put(`.holdfast-${"a".repeat(24)}.tmp`, "staged")
    symlinkSync("b.txt", at("link"))
    expect(await list()).toEqual({
      path: "",
      entries: [
        { name: "src", path: "src", kind: "directory", bytes: null },
        { name: "a9.txt", path: "a9.txt", kind: "file", bytes: 0 },
        { name: "a10.txt", path: "a10.txt", kind: "file", bytes: 0 },
        { name: "b.txt", path: "b.txt", kind: "file", bytes: 5 },
        { name: "link", path: "link", kind: "link", bytes: null },
      ],
      more: false,
    })
    expect((await list("src/deep")).entries.map(({ path }) => path)).toEqual(["src/deep/x.ts"])
  })

  it("tells that there is more where a directory has very many entries", async () => {
    const { at, list } = await opened()
    for (let index = 0; index < 1_001; index++) writeFileSync(at(`f${index}`), "")
    const { entries, more } = await list()
    expect([entries.length, more]).toEqual([1_000, true])
  })

  it.skipIf(process.platform === "darwin")("shows a name that is no UTF-8 as what nobody can ask for", async () => {
    const { at, list } = await opened()
    writeFileSync(Buffer.concat([Buffer.from(`${at(".")}/`), Buffer.from([0x66, 0xff])]), "")
    expect((await list()).entries).toEqual([{ name: "f\ufffd", path: "f\ufffd", kind: "other", bytes: null }])
  })

  it("refuses what leads out of the workspace, what is no directory and what is not there", async () => {
    const { scene, put, list } = await opened()
    layTraps(scene)
    put("file", "")
    for (const path of ["..", "/", "outside", "a/../..", "nul\0", "file"]) {
      expect([path, await refused(list(path))]).toMatchObject([path, { status: 400, code: "invalid" }])
    }
    expect(await refused(list("nothing"))).toMatchObject({ status: 404, code: "not-found" })
    expect(await refused(list("x".repeat(300)))).toMatchObject({ status: 400, code: "invalid" })
  })

  it("finds files by parts of their path, best first, as .gitignore permits", async () => {
    const { put, find } = await opened()
    for (const path of ["src/app.ts", "src/application/main.ts", "app.ts", "dist/app.ts", ".git/app.ts"]) put(path, "")
    put(".gitignore", "dist\n")
    const found = async (text: string) => (await find(text)).entries.map(({ path }) => path)
    expect(await found("APP.ts")).toEqual(["app.ts", "src/app.ts", "src/application/main.ts"])
    expect(await found("smain")).toEqual(["src/application/main.ts"])
    expect(await found("--files")).toEqual([])
    expect(await found("nowhere")).toEqual([])
  })
})

describe("reading a file", () => {
  it("gives its text, its encoding and the hash of its bytes", async () => {
    const { put, read } = await opened()
    put("a.txt", "é\r\nb\r\n")
    put("latin.txt", Buffer.from([0x66, 0xfc, 0x72]))
    put("~", "no home")
    expect(await read("a.txt")).toEqual({
      path: "a.txt",
      bytes: 7,
      hash: sha256("é\r\nb\r\n"),
      text: "é\r\nb\r\n",
      encoding: "utf-8",
    })
    expect(await read("latin.txt")).toMatchObject({ text: "für", encoding: "latin-1" })
    expect(await read("~")).toMatchObject({ text: "no home" })
  })

  it("gives no text for what is none or too large, and no hash for what is too large to be read", async () => {
    const { put, read } = await opened()
    put("binary", Buffer.from([0, 1, 2]))
    put("large", "x".repeat(fileLimit + 1))
    put("huge", Buffer.alloc(10 * 1024 * 1024 + 1))
    expect(await read("binary")).toMatchObject({ text: null, encoding: null, hash: sha256(Buffer.from([0, 1, 2])) })
    expect(await read("large")).toMatchObject({ text: null, bytes: fileLimit + 1, hash: expect.any(String) })
    expect(await read("huge")).toMatchObject({ text: null, hash: null, bytes: 10 * 1024 * 1024 + 1 })
  })

  it("refuses every way out of the workspace, directories, and what is not there", async () => {
    const { scene, read } = await opened()
    layTraps(scene)
    for (const path of [...astray, "a"]) {
      expect([path, await refused(read(path))]).toMatchObject([path, { status: 400, code: "invalid" }])
    }
    expect(await refused(read("nothing"))).toMatchObject({ status: 404, code: "not-found" })
    expect(await refused(read("a/b/c"))).toMatchObject({ status: 404, code: "not-found" })
  })

  it("does not read the store through a link of its own", async () => {
    const { scene, at, read } = await opened()
    const store = readdirSync(scene.home).find((name) => name.endsWith(".db") || name.endsWith(".sqlite")) ?? ""
    linkSync(join(scene.home, store), at("hard"))
    expect(await refused(read("hard"))).toMatchObject({ status: 400, code: "invalid" })
  })

  it("is not found where the workspace is not there, and for sessions that are not", async () => {
    const { scene, id, read } = await opened()
    const { store } = scene.server.house
    const away = await store.open({ workspace: "/nowhere/at/all", project: "/nowhere/at/all" })
    const call = (session: string) =>
      scene.client.call("GET /api/sessions/:id/file", { params: { id: session }, query: { path: "a" } })
    expect(await refused(call(away))).toMatchObject({ status: 404, message: expect.stringContaining("not here") })
    expect(await refused(call("nobody"))).toMatchObject({ status: 404, code: "not-found" })
    await store.erase(id)
    expect(await refused(read("a"))).toMatchObject({ status: 410, code: "erased" })
  })
})

describe("saving a file", () => {
  it("writes it as it was written, keeps its mode, and tells of it in the log", async () => {
    const { scene, id, put, at, read, save } = await opened()
    put("run.sh", "one\r\ntwo\r\n")
    chmodSync(at("run.sh"), 0o755)
    const { hash } = await read("run.sh")
    const saved = await save({ path: "run.sh", text: "one\nthree\n", before: hash })
    expect(readFileSync(at("run.sh"), "utf8")).toBe("one\r\nthree\r\n")
    expect(statSync(at("run.sh")).mode & 0o777).toBe(0o755)
    expect(saved).toEqual({ seq: expect.any(Number), hash: sha256("one\r\nthree\r\n") })
    const [event] = await logged(scene, id, "workspace.saved")
    expect(event).toMatchObject({ change: { path: at("run.sh"), before: hash, after: saved.hash } })
    const kept = await scene.server.house.store.blob(event?.preImage?.blob ?? "")
    expect(Buffer.from(kept).toString()).toBe("one\r\ntwo\r\n")
    expect(readdirSync(scene.workspace)).toEqual(["run.sh"])
  })

  it("makes a new file with its directories, and refuses one that is there", async () => {
    const { put, at, save } = await opened()
    await save({ path: "new/dir/a.txt", text: "hello", before: null })
    expect(readFileSync(at("new/dir/a.txt"), "utf8")).toBe("hello")
    put("there", "old")
    expect(await refused(save({ path: "there", text: "new", before: null }))).toMatchObject({
      status: 412,
      code: "precondition-failed",
      details: { path: "there", hash: sha256("old") },
    })
    expect(readFileSync(at("there"), "utf8")).toBe("old")
  })

  it("refuses a file that is not what the person saw, and tells what it is", async () => {
    const { put, at, save } = await opened()
    put("a", "theirs")
    const before = sha256("seen")
    const refusal = await refused(save({ path: "a", text: "mine", before }))
    expect(refusal).toMatchObject({ status: 412, details: { hash: sha256("theirs") } })
    expect(readFileSync(at("a"), "utf8")).toBe("theirs")
    expect(await refused(save({ path: "gone", text: "mine", before }))).toMatchObject({
      status: 412,
      details: { hash: null },
    })
  })

  it("is the same save when it is repeated with its key, also where its event was lost with the server", async () => {
    const { scene, id, put, save } = await opened()
    put("a", "old")
    const body = { path: "a", text: "new", before: sha256("old") }
    const first = await save(body, "k")
    expect(await save(body, "k")).toEqual(first)
    expect(await logged(scene, id, "workspace.saved")).toHaveLength(1)
    // The file was renamed, and the server died before the append.
    await scene.server.house.store.putBlob(Buffer.from("older"))
    put("b", "newer")
    const again = await save({ path: "b", text: "newer", before: sha256("older") }, "k2")
    expect(again.seq).toBeGreaterThan(first.seq)
    expect((await logged(scene, id, "workspace.saved"))[1]).toMatchObject({
      change: { before: sha256("older"), after: sha256("newer") },
      preImage: { blob: sha256("older"), bytes: 5 },
    })
  })

  it("lets one of many win who save at once", async () => {
    const { put, at, save } = await opened()
    put("a", "old")
    const texts = Array.from({ length: 8 }, (_, index) => `text ${index}`)
    const all = await Promise.allSettled(texts.map((text) => save({ path: "a", text, before: sha256("old") })))
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
    expect(readFileSync(at("a"), "utf8")).toBe(texts[all.findIndex(({ status }) => status === "fulfilled")])
  })

  it("refuses every way out of the workspace, and what is protected in it, in any case", async () => {
    const { scene, id, put, save } = await opened()
    layTraps(scene)
    put(".git/config", "[core]")
    const guarded = [".git/config", ".GIT/hooks/pre-commit", "a/.git/config", ".holdfast/permissions.json"]
    for (const path of [...astray, ...guarded]) {
      const refusal = await refused(save({ path, text: "x", before: null }))
      expect([path, refusal]).toMatchObject([path, { status: 400, code: "invalid" }])
    }
    expect(readFileSync(join(scene.workspace, "..", "secret.txt"), "utf8")).toBe("secret")
    expect(await logged(scene, id, "workspace.saved")).toEqual([])
  })

  it("refuses a file that its owner made read-only", async () => {
    const { put, at, save } = await opened()
    if (process.getuid?.() === 0) return
    put("a", "old")
    chmodSync(at("a"), 0o444)
    const refusal = await refused(save({ path: "a", text: "new", before: sha256("old") }))
    expect(refusal).toMatchObject({ status: 400, code: "invalid" })
  })
})

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
    await scene.client.call("POST /api/sessions/:id/inputs", { params: { id: one }, body })
    expect(await (await get(one)).text()).toBe("mine")
    expect(await refused(get(other))).toMatchObject({ status: 404, code: "not-found" })
    const wrong = scene.client.fetch("GET /api/sessions/:id/blobs/:hash", { params: { id: one, hash: "../x" } })
    expect(await refused(wrong)).toMatchObject({ status: 400 })
  })
})

describe("directories", () => {
  it("shows directories to choose from, and which of them are projects", async () => {
    const { scene, put, at } = await opened()
    put("project/.git/HEAD", "")
    put("plain/a", "")
    put(".hidden/a", "")
    put("file", "")
    symlinkSync("plain", at("link"))
    const { client, workspace } = scene
    expect(await client.call("GET /api/directories", { query: { path: workspace } })).toEqual({
      path: workspace,
      parent: dirname(workspace),
      directories: [
        { name: "link", path: at("link"), project: false },
        { name: "plain", path: at("plain"), project: false },
        { name: "project", path: at("project"), project: true },
      ],
      more: false,
    })
    const of = (path: string) => refused(client.call("GET /api/directories", { query: { path } }))
    expect(await of(at("nothing"))).toMatchObject({ status: 404 })
    expect(await of(at("file"))).toMatchObject({ status: 400 })
    expect(await of("relative")).toMatchObject({ status: 400 })
    expect(await of("/nul\0")).toMatchObject({ status: 400 })
  })

  it("stays in the roots of the server, where it has some", async () => {
    const ground = prepareGround()
    mkdirSync(join(ground.workspace, "inside"))
    symlinkSync(dirname(ground.workspace), join(ground.workspace, "out"))
    const server = await ground.start({ roots: [ground.workspace] })
    const client = apiClient({ base: server.url, token: server.token })
    expect(await client.call("GET /api/directories", {})).toMatchObject({
      path: ground.workspace,
      parent: null,
      directories: [{ name: "inside" }],
    })
    for (const path of ["/", dirname(ground.workspace), join(ground.workspace, "out")]) {
      const refusal = await refused(client.call("GET /api/directories", { query: { path } }))
      expect(refusal).toMatchObject({ status: 403, code: "forbidden" })
    }
    const elsewhere = await server.house.store.open({ workspace: "/usr", project: "/usr" })
    const call = client.call("GET /api/sessions/:id/files", { params: { id: elsewhere } })
    expect(await refused(call)).toMatchObject({ status: 403, code: "forbidden" })
  })
})

it("lets the agent find out that a person saved a file meanwhile", async () => {
  const scene = await setScene()
  const read = { toolCalls: [{ name: "read", arguments: { path: "a.txt" } }] }
  const write = { toolCalls: [{ name: "write", arguments: { path: "a.txt", content: "agent\n" } }] }
  writeFileSync(join(scene.workspace, "a.txt"), "old\n")
  const id = await scene.open([read, { text: "read" }, write, { text: "done" }])
  await turnOf(scene, id, "read a.txt")
  const body = { path: "a.txt", text: "person\n", before: sha256("old\n") }
  await scene.client.call("PUT /api/sessions/:id/file", { params: { id }, body })
  await turnOf(scene, id, "write a.txt")
  expect(readFileSync(join(scene.workspace, "a.txt"), "utf8")).toBe("person\n")
})
