import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { openShop } from "./arbitrary/shop.ts"
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
      uncovered: [expect.stringContaining("git ignores")],
    })
    expect([...readFileSync(shop.path("src/old/data.bin"))]).toEqual([0, 255, 10, 13])
    expect(statSync(shop.path("run.sh")).mode & 0o777).toBe(0o700)
    expect([readlinkSync(shop.path("link")), readlinkSync(shop.path("gone"))]).toEqual(["run.sh", "nowhere"])
    expect([existsSync(shop.path("made")), existsSync(shop.path("ignored"))]).toEqual([false, true])
    await undo(shop.store, session, { redo: true })
    expect([readlinkSync(shop.path("link")), text("gone"), readlinkSync(shop.path("made/link"))]).toEqual([
      "other",
      "file\n",
      "x",
    ])
    expect([existsSync(shop.path("src")), statSync(shop.path("run.sh")).mode & 0o777]).toEqual([false, 0o600])
    expect(lstatSync(shop.path("gone")).isSymbolicLink()).toBe(false)
  })

  it("says what it cannot undo: commands outside of git", async () => {
    const session = await shop.open()
    await shop.turn(session, write("a.txt", "a\n"))
    await shop.turn(session, bash("echo b > b.txt"))
    const undone = await undo(shop.store, session)
    expect(undone).toMatchObject({ did: "undone", uncovered: [expect.stringMatching(/echo b > b\.txt.*not known/)] })
    expect([existsSync(shop.path("a.txt")), existsSync(shop.path("b.txt"))]).toEqual([false, true])
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
