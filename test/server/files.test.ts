import { chmodSync, linkSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { fileLimit } from "../../src/server/contract/files.ts"
import { logged, refused, turnOf } from "./acts.ts"
import { setScene } from "./scene.ts"
import { astray, layTraps, opened, sha256 } from "./workspace.ts"

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
    const { store } = scene.server.context
    const away = await store.open({ workspace: "/nowhere/at/all", project: "/nowhere/at/all" })
    const call = (session: string) =>
      scene.client.call("GET /api/sessions/:id/file", { params: { id: session }, query: { path: "a" } })
    expect(await refused(call(away))).toMatchObject({
      status: 404,
      message: expect.stringContaining("does not exist on this machine"),
    })
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
    const kept = await scene.server.context.store.blob(event?.preImage?.blob ?? "")
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
    await scene.server.context.store.putBlob(Buffer.from("older"))
    put("b", "newer")
    const again = await save({ path: "b", text: "newer", before: sha256("older") }, "k2")
    expect(again.seq).toBeGreaterThan(first.seq)
    expect((await logged(scene, id, "workspace.saved"))[1]).toMatchObject({
      change: { before: sha256("older"), after: sha256("newer") },
      preImage: { blob: sha256("older"), bytes: 5 },
    })
  })

  it("is told from another save under its key, whatever became of the file", async () => {
    const { scene, id, put, save } = await opened()
    put("a", "old")
    const body = { path: "a", text: "new", before: sha256("old") }
    const first = await save(body, "k")
    for (const other of [
      { ...body, text: "newer" },
      { ...body, path: "b" },
      { ...body, before: sha256("new") },
    ]) {
      expect(await refused(save(other, "k"))).toMatchObject({ status: 422, code: "key-reused" })
    }
    put("a", "somebody else's")
    expect(await save(body, "k")).toEqual(first)
    expect(await logged(scene, id, "workspace.saved")).toHaveLength(1)
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
