import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { openShop } from "../../../test/support/agent/shop.ts"
import { rewind } from "./rewind.ts"
import { undo } from "./undo.ts"

let shop: ReturnType<typeof openShop>
beforeEach(() => {
  shop = openShop()
})
afterEach(() => shop.close())

const text = (name: string) => readFileSync(shop.path(name), "utf8")
const write = (name: string, content: string) => ["write", { path: name, content }] as [string, Record<string, unknown>]
const bash = (command: string) => ["bash", { command }] as [string, Record<string, unknown>]

describe("undo", () => {
  it("takes back the newest turn that changed files, then the one before, and redo brings them again", async () => {
    const { store } = shop
    const session = await shop.open()
    const first = await shop.turn(session, write("a.txt", "one\n"))
    const second = await shop.turn(session, write("a.txt", "two\n"), write("deep/new.txt", "new\n"))
    await shop.turn(session)
    expect(await undo(store, session)).toMatchObject({ did: "undone", turns: [second], left: [], uncovered: [] })
    expect([text("a.txt"), existsSync(shop.path("deep"))]).toEqual(["one\n", false])
    expect(await undo(store, session)).toMatchObject({ did: "undone", turns: [first] })
    expect(existsSync(shop.path("a.txt"))).toBe(false)
    expect(await undo(store, session)).toMatchObject({ did: "nothing", turns: [] })
    expect(await undo(store, session, { redo: true })).toMatchObject({ did: "redone", turns: [first] })
    expect(text("a.txt")).toBe("one\n")
    expect(await undo(store, session, { redo: true })).toMatchObject({ did: "redone", turns: [second] })
    expect([text("a.txt"), text("deep/new.txt")]).toEqual(["two\n", "new\n"])
    expect(await undo(store, session, { redo: true })).toMatchObject({ did: "nothing" })
    expect(await undo(store, session)).toMatchObject({ did: "undone", turns: [second] })
    expect(text("a.txt")).toBe("one\n")
  })

  it("leaves a file alone that was changed since, with a diff, unless it is forced", async () => {
    const session = await shop.open()
    const turn = await shop.turn(session, write("a.txt", "agent\n"), write("b.txt", "agent\n"))
    writeFileSync(shop.path("a.txt"), "mine\n")
    const path = shop.path("a.txt")
    expect(await undo(shop.store, session)).toMatchObject({
      did: "undone",
      restored: [{ path: shop.path("b.txt"), after: null }],
      left: [{ path, diff: expect.stringContaining("-mine") }],
    })
    expect(text("a.txt")).toBe("mine\n")
    expect(await undo(shop.store, session)).toMatchObject({ did: "nothing" })
    expect(await undo(shop.store, session, { turn, force: true })).toMatchObject({ did: "undone", left: [] })
    expect(existsSync(path)).toBe(false)
  })

  it("brings back what a command did in a git workspace: bytes, links, permissions and directories", async () => {
    shop.git()
    mkdirSync(shop.path("src/old"), { recursive: true })
    writeFileSync(shop.path("src/old/data.bin"), Buffer.from([0, 255, 10, 13]))
    writeFileSync(shop.path("run.sh"), "echo\n")
    chmodSync(shop.path("run.sh"), 0o700)
    symlinkSync("run.sh", shop.path("link"))
    symlinkSync("nowhere", shop.path("gone"))
    writeFileSync(shop.path(".gitignore"), "ignored\n")
    const session = await shop.open()
    const command = [
      "rm -r src",
      "chmod -x run.sh",
      "ln -sfn other link",
      "rm gone && echo file > gone",
      "mkdir made && ln -s x made/link",
      "echo 1 > ignored",
    ].join(" && ")
    await shop.turn(session, bash(command))
    expect(readlinkSync(shop.path("link"))).toBe("other")
    expect(await undo(shop.store, session)).toMatchObject({
      did: "undone",
      left: [],
      uncovered: [expect.stringContaining("generated files")],
    })
    expect([...readFileSync(shop.path("src/old/data.bin"))]).toEqual([0, 255, 10, 13])
    expect(statSync(shop.path("run.sh")).mode & 0o777).toBe(0o700)
    expect([readlinkSync(shop.path("link")), readlinkSync(shop.path("gone"))]).toEqual(["run.sh", "nowhere"])
    expect([existsSync(shop.path("made")), existsSync(shop.path("ignored"))]).toEqual([false, false])
    await undo(shop.store, session, { redo: true })
    expect([readlinkSync(shop.path("link")), text("gone"), readlinkSync(shop.path("made/link"))]).toEqual([
      "other",
      "file\n",
      "x",
    ])
    expect([existsSync(shop.path("src")), statSync(shop.path("run.sh")).mode & 0o777]).toEqual([false, 0o600])
    expect(lstatSync(shop.path("gone")).isSymbolicLink()).toBe(false)
  })

  it("brings back what a command did outside of git: files, modes, directories, and what it named elsewhere", async () => {
    const session = await shop.open()
    const outside = join(shop.root, "outside")
    mkdirSync(outside)
    mkdirSync(shop.path("empty"), { mode: 0o750 })
    mkdirSync(shop.path("private"))
    chmodSync(shop.path("private"), 0o700)
    writeFileSync(shop.path("a.txt"), "before\n")
    writeFileSync(shop.path(".env"), "KEY=1\n")
    writeFileSync(shop.path(".gitignore"), ".env\n")
    const command = [
      "sed -i s/before/after/ a.txt",
      "chmod 600 a.txt",
      "echo KEY=2 > .env",
      "mkdir -p made/deep",
      "rmdir empty",
      "chmod 755 private",
      `echo x > ${outside}/x`,
    ].join(" && ")
    await shop.turn(session, bash(command))
    expect([text("a.txt"), text(".env"), existsSync(join(outside, "x"))]).toEqual(["after\n", "KEY=2\n", true])
    expect(await undo(shop.store, session)).toMatchObject({ did: "undone", left: [] })
    expect([text("a.txt"), text(".env"), existsSync(join(outside, "x"))]).toEqual(["before\n", "KEY=1\n", false])
    const modes = ["a.txt", "empty", "private"].map((name) => statSync(shop.path(name)).mode & 0o777)
    expect(modes).toEqual([0o644, 0o750, 0o700])
    expect(existsSync(shop.path("made"))).toBe(false)
    await undo(shop.store, session, { redo: true })
    expect([existsSync(shop.path("made/deep")), existsSync(shop.path("empty")), text(".env")]).toEqual([
      true,
      false,
      "KEY=2\n",
    ])
    expect(statSync(shop.path("a.txt")).mode & 0o777).toBe(0o600)
  })

  it("leaves a directory that somebody put something into", async () => {
    const session = await shop.open()
    await shop.turn(session, bash("mkdir -p made/deep"))
    writeFileSync(shop.path("made/mine.txt"), "mine\n")
    expect(await undo(shop.store, session)).toMatchObject({
      did: "undone",
      restored: [{ path: shop.path("made/deep") }],
      left: [{ path: shop.path("made"), why: expect.stringContaining("not empty") }],
    })
    expect([existsSync(shop.path("made/deep")), text("made/mine.txt")]).toEqual([false, "mine\n"])
  })

  it("says what it has no copy of, where a workspace is too large to copy", async () => {
    const session = await shop.open()
    writeFileSync(shop.path("large.bin"), "")
    truncateSync(shop.path("large.bin"), 200 * 1024 * 1024)
    writeFileSync(shop.path("a.txt"), "before\n")
    writeFileSync(shop.path("script.sh"), "echo after > a.txt\necho b > b.txt\n")
    await shop.turn(session, bash("sh script.sh"))
    expect(await undo(shop.store, session)).toMatchObject({
      did: "undone",
      restored: [{ path: shop.path("b.txt"), after: null }],
      left: [{ path: shop.path("a.txt"), why: expect.stringContaining("No copy") }],
    })
    expect([text("a.txt"), existsSync(shop.path("b.txt"))]).toEqual(["after\n", false])
  })

  it("says what an older version did not watch: commands outside of git", async () => {
    const session = await shop.open()
    const lease = await shop.store.acquire(session, { type: "Agent" })
    const job = { id: "j", command: "make", cwd: shop.workspace, directory: "/gone", uncovered: "it is in no git" }
    const output = { text: "" }
    const turn = { turn: "old" }
    await shop.store.append(
      session,
      [
        { type: "turn.started", ...turn, data: { task: "x" } },
        { type: "tool.called", ...turn, data: { call: "c", name: "bash", arguments: {} } },
        { type: "tool.started", ...turn, data: { call: "c", readOnly: false, job } },
        {
          type: "tool.finished",
          ...turn,
          data: { call: "c", status: "ok", output, changed: [], uncovered: "it is in no git" },
        },
        { type: "turn.stopped", ...turn, data: { code: "answered", summary: "Answered" } },
      ],
      { epoch: lease.epoch },
    )
    await shop.store.release(lease)
    expect(await undo(shop.store, session)).toMatchObject({
      did: "nothing",
      uncovered: [expect.stringMatching(/^What `make` \(event \d+\) changed is not known: it is in no git\.$/)],
    })
  })

  it("is refused while somebody drives, with an open turn, and when the log has moved on", async () => {
    const session = await shop.open()
    await shop.turn(session, write("a.txt", "a\n"))
    const lease = await shop.store.acquire(session, { type: "Agent" })
    await expect(undo(shop.store, session)).rejects.toMatchObject({ code: "owned" })
    const started = { type: "turn.started" as const, turn: "t", data: { task: "x" } }
    await shop.store.append(session, [started], { epoch: lease.epoch })
    await shop.store.release(lease)
    const { seq } = await shop.store.state(session)
    await expect(undo(shop.store, session)).rejects.toMatchObject({ code: "illegal" })
    expect((await shop.store.state(session)).seq).toBe(seq)
    const other = await shop.open()
    await expect(undo(shop.store, other, { head: 1 })).rejects.toMatchObject({ code: "behind" })
  })

  it("does not touch files that an imported log names", async () => {
    const session = await shop.open()
    await shop.turn(session, write("a.txt", "a\n"))
    const events = await shop.events(session)
    const { id: copy } = await shop.store.adopt({ id: session, events: events as never, blobs: [] }, { copy: true })
    expect(await undo(shop.store, copy)).toMatchObject({
      did: "nothing",
      uncovered: [expect.stringContaining("another machine")],
    })
    expect(text("a.txt")).toBe("a\n")
  })
})

describe("rewind", () => {
  it("goes back before the last turn, and with files undoes what came after", async () => {
    const session = await shop.open()
    await shop.turn(session, write("a.txt", "one\n"))
    const before = (await shop.store.state(session)).branch
    await shop.turn(session, write("a.txt", "two\n"))
    await shop.turn(session, write("a.txt", "three\n"))
    const rewound = await rewind(shop.store, session, { to: { turns: 2 }, files: true })
    expect(rewound).toMatchObject({ input: null, files: { did: "undone", turns: { length: 2 }, left: [] } })
    expect(text("a.txt")).toBe("one\n")
    expect((await shop.store.state(session)).branch).toEqual(before)
    await expect(rewind(shop.store, session, { to: { turns: 2 } })).rejects.toMatchObject({ code: "not-found" })
  })

  it("regenerates: the same input again, in place of the last", async () => {
    const session = await shop.open()
    await shop.turn(session, write("a.txt", "one\n"))
    const { messages } = (await shop.store.state(session)).branch
    await shop.turn(session)
    const { input } = await rewind(shop.store, session, { to: "regenerate" })
    const state = await shop.store.state(session)
    expect(state.log.inputs.waiting).toMatchObject([{ input, text: "Do ", kind: "send" }])
    expect(state.branch.messages).toBe(messages + 1)
    await expect(rewind(shop.store, session, { to: { seq: 1 }, head: 3 })).rejects.toMatchObject({ code: "behind" })
    await expect(rewind(shop.store, session, { to: { seq: 900 } })).rejects.toMatchObject({ code: "illegal" })
  })
})
