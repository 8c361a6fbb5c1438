import { chmodSync, lstatSync, readlinkSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { openTestWorkspace, type TestWorkspace } from "../../../test/support/tools/test-workspace.ts"
import type { Draft } from "../contract.ts"
import { hashOf } from "./file-content.ts"
import { type FileIntent, settleIntents, stageDrafts } from "./file-intent.ts"
import { restoreDrafts } from "./restore-drafts.ts"

let shop: TestWorkspace

beforeEach(() => {
  shop = openTestWorkspace()
})
afterEach(() => shop.close())

/** Does a change as a tool would, and returns what the log keeps of it. */
async function change(...drafts: Draft[]): Promise<FileIntent[]> {
  const places = drafts.map(({ path }) => ({ path, shown: path, where: "workspace" as const }))
  const intents = await stageDrafts(drafts, { key: "call", places, putBlob: shop.context.putBlob })
  await settleIntents(intents, { guard: async () => undefined, root: shop.workspace })
  return intents
}

const bytes = (text: string) => Buffer.from(text)
const restore = (changes: FileIntent[], force = false) => restoreDrafts(changes, { blob: shop.context.blob, force })

describe("undo", () => {
  it("brings back the exact bytes of changed, created and deleted files, and can itself be undone", async () => {
    const [a, b, c] = [shop.put("a", Buffer.from([1, 0, 255])), shop.path("deep/b"), shop.put("c.sh", "c")]
    chmodSync(c, 0o755)
    const done = await change(
      { path: a, before: Buffer.from([1, 0, 255]), after: bytes("new") },
      { path: b, before: null, after: bytes("made") },
      { path: c, before: bytes("c"), after: null },
    )
    const { drafts, left } = await restore(done)
    expect(left).toEqual([])
    const undone = await change(...drafts)
    expect([...shop.bytes("a")]).toEqual([1, 0, 255])
    expect(() => statSync(shop.path("deep"))).toThrow("ENOENT")
    expect([shop.text("c.sh"), statSync(c).mode & 0o777]).toEqual(["c", 0o755])
    await change(...(await restore(undone)).drafts)
    expect([shop.text("a"), shop.text("deep/b")]).toEqual(["new", "made"])
    expect(() => statSync(c)).toThrow("ENOENT")
  })

  it("takes several changes of a file as one", async () => {
    const path = shop.put("a", "1")
    const changes = [
      ...(await change({ path, before: bytes("1"), after: bytes("2") })),
      ...(await change({ path, before: bytes("2"), after: bytes("3") })),
    ]
    expect((await restore(changes)).drafts).toEqual([{ path, before: bytes("3"), after: bytes("1") }])
    const there = await change({ path, before: bytes("3"), after: bytes("1") })
    expect(await restore([...changes, ...there])).toMatchObject({ drafts: [], left: [] })
  })

  it("leaves a file alone that was changed since, with the diff, unless it is forced", async () => {
    const path = shop.put("a", "1\n")
    const changes = await change({ path, before: bytes("1\n"), after: bytes("2\n") })
    shop.put("a", "theirs\n")
    const { drafts, left } = await restore(changes)
    expect([drafts, left]).toEqual([
      [],
      [{ path, why: `${path} was changed since.`, diff: expect.stringContaining("-theirs\n+1") }],
    ])
    expect((await restore(changes, true)).drafts).toEqual([{ path, before: bytes("theirs\n"), after: bytes("1\n") }])
  })

  it("leaves a file alone that somebody changed between two changes of ours", async () => {
    const path = shop.put("a", "1")
    const first = await change({ path, before: bytes("1"), after: bytes("2") })
    shop.put("a", "2 and theirs")
    const second = await change({ path, before: bytes("2 and theirs"), after: bytes("3 and theirs") })
    expect((await restore([...first, ...second])).left).toEqual([
      { path, why: expect.stringContaining("between the agent's own changes"), diff: expect.any(String) },
    ])
  })

  it("restores what a link led to, and a link where a file is by now; a file with the same words is no link", async () => {
    const [link, file] = [shop.path("link"), shop.path("file")]
    symlinkSync("old", link)
    const changes = await change(
      { path: link, before: bytes("old"), after: bytes("new") },
      { path: file, before: null, after: bytes("there"), mode: 0o120777 },
    )
    expect([readlinkSync(link), readlinkSync(file)]).toEqual(["new", "there"])
    rmSync(link)
    writeFileSync(link, "new")
    expect(await restore(changes)).toMatchObject({
      drafts: [{ path: file, after: null }],
      left: [{ path: link, why: `${link} was changed since.` }],
    })
    await change(...(await restore(changes, true)).drafts)
    expect(readlinkSync(link)).toBe("old")
    expect(() => lstatSync(file)).toThrow("ENOENT")
  })

  it("leaves a file that took the place of a link meanwhile, though it holds the same words", async () => {
    const path = shop.path("link")
    symlinkSync("old", path)
    const places = [{ path, shown: path, where: "workspace" as const }]
    const draft = { path, before: bytes("old"), after: bytes("new") }
    const intents = await stageDrafts([draft], { key: "call", places, putBlob: shop.context.putBlob })
    rmSync(path)
    writeFileSync(path, "old")
    const settled = await settleIntents(intents, { guard: async () => undefined, root: shop.workspace })
    expect(settled).toMatchObject({ changed: [], conflicts: [{ path }] })
    expect(shop.text("link")).toBe("old")
  })

  it("restores the permissions that a change took, whatever the content is by now", async () => {
    const path = shop.put("run.sh", "1")
    const changes = await change({ path, before: bytes("1"), after: bytes("1"), mode: 0o755 })
    shop.put("run.sh", "mine")
    expect(statSync(path).mode & 0o777).toBe(0o755)
    await change(...(await restore(changes)).drafts)
    expect([shop.text("run.sh"), statSync(path).mode & 0o777]).toEqual(["mine", 0o644])
  })

  it("says where no copy was kept, or where no file is any more", async () => {
    const path = shop.put("a", "now")
    const unknown = { path, before: hashOf(bytes("x")), after: hashOf(bytes("now")) }
    expect((await restore([unknown])).left).toEqual([{ path, why: `No copy of ${path} from before was kept.` }])
    expect((await restore([{ ...unknown, preImage: { blob: "0".repeat(64), bytes: 1 } }])).left).toHaveLength(1)
    const changes = await change({ path, before: bytes("now"), after: bytes("then") })
    rmSync(path)
    expect((await restore(changes)).left).toEqual([
      { path, why: `${path} was changed since.`, diff: expect.any(String) },
    ])
  })
})
