import { spawn } from "node:child_process"
import { once } from "node:events"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import fc from "fast-check"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { fly, type Mission, missionFiles, missionKey, recordedIntents } from "./arbitrary/dying-process.ts"
import { mortally } from "./arbitrary/mortal-files.ts"
import { openWorkshop, type Workshop } from "./arbitrary/workshop.ts"
import type { Draft } from "./contract.ts"
import { hashOf } from "./file-content.ts"
import { discardIntents, discardStaged, type FileIntent, settleIntents, stageDrafts } from "./file-intent.ts"

let shop: Workshop

beforeEach(() => {
  shop = openWorkshop()
})
afterEach(() => shop.close())

const permit = async () => undefined
const settle = (intents: FileIntent[], guard: () => Promise<void> = permit) =>
  settleIntents(intents, { guard, root: shop.workspace })

function placesOf(drafts: readonly Draft[]) {
  return drafts.map(({ path }) => ({ path, shown: path, where: "workspace" as const }))
}

function stage(...drafts: Draft[]): Promise<FileIntent[]> {
  return stageDrafts(drafts, { key: "call", places: placesOf(drafts), putBlob: shop.context.putBlob })
}

/** Every file of the workspace with its text. */
function tree(directory = shop.workspace): Record<string, string> {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      return [path.slice(directory.length + 1), readFileSync(path, "latin1")]
    }),
  )
}

describe("an intent", () => {
  it("holds all that recovery needs, and changes nothing that the workspace shows", async () => {
    const path = shop.put("src/a.txt", "one")
    const [intent] = await stage({ path, before: Buffer.from("one"), after: Buffer.from("two") })
    expect(intent).toEqual({
      path,
      before: hashOf(Buffer.from("one")),
      after: hashOf(Buffer.from("two")),
      mode: 0o644,
      temp: expect.stringMatching(/\/src\/\.holdfast-[0-9a-f]{24}\.tmp$/),
      preImage: { blob: hashOf(Buffer.from("one")), bytes: 3 },
    })
    expect(shop.text("src/a.txt")).toBe("one")
    expect(Buffer.from(await shop.context.blob(intent?.preImage?.blob ?? "")).toString()).toBe("one")
  })

  it("is settled once, and settling it again finds it done", async () => {
    const path = shop.put("a.txt", "one")
    const intents = await stage({ path, before: Buffer.from("one"), after: Buffer.from("two") })
    const change = { path, before: hashOf(Buffer.from("one")), after: hashOf(Buffer.from("two")) }
    expect(await settle(intents)).toEqual({ changed: [change], conflicts: [] })
    expect(await settle(intents)).toEqual({ changed: [change], conflicts: [] })
    expect(tree()).toEqual({ "a.txt": "two" })
  })

  it("keeps the mode of the file, and takes a given one", async () => {
    const path = shop.put("run.sh", "one")
    chmodSync(path, 0o776)
    await settle(await stage({ path, before: Buffer.from("one"), after: Buffer.from("two") }))
    expect(statSync(path).mode & 0o777).toBe(0o776)
    await settle(await stage({ path, before: Buffer.from("two"), after: Buffer.from("two"), mode: 0o700 }))
    expect(statSync(path).mode & 0o777).toBe(0o700)
    const made = { path: shop.path("new.txt"), before: null, after: Buffer.from("x") }
    await settle(await stage(made))
    expect(statSync(made.path).mode & 0o777).toBe(0o644 & ~process.umask())
  })

  it("makes missing directories only when it is settled", async () => {
    const path = shop.path("a/b/c.txt")
    const intents = await stage({ path, before: null, after: Buffer.from("new") })
    expect(existsSync(shop.path("a"))).toBe(false)
    await settle(intents)
    expect(tree()).toEqual({ "a/b/c.txt": "new" })
  })

  it("removes the directories that a deletion leaves empty, and the root never", async () => {
    const path = shop.put("a/b/c.txt", "old")
    await settle(await stage({ path, before: Buffer.from("old"), after: null }))
    expect(readdirSync(shop.workspace)).toEqual([])
  })

  it("is none where nothing would change", async () => {
    const path = shop.put("a.txt", "one")
    expect(await stage({ path, before: Buffer.from("one"), after: Buffer.from("one") })).toEqual([])
  })

  it("that will not be settled leaves nothing behind", async () => {
    const path = shop.put("a.txt", "one")
    await discardIntents(await stage({ path, before: Buffer.from("one"), after: Buffer.from("two") }))
    expect(tree()).toEqual({ "a.txt": "one" })
  })

  it("is refused for a place that was not permitted", async () => {
    const draft = { path: shop.path("a.txt"), before: null, after: Buffer.from("x") }
    const staging = { key: "call", places: placesOf([{ ...draft, path: shop.path("b.txt") }]) }
    await expect(stageDrafts([draft], { ...staging, putBlob: shop.context.putBlob })).rejects.toThrow(
      "not where the call was permitted to write",
    )
    expect(tree()).toEqual({})
  })

  it("leaves nothing behind where one of its files cannot be staged", async () => {
    shop.put("file", "x")
    const good = { path: shop.path("good.txt"), before: null, after: Buffer.from("x") }
    const bad = { path: shop.path("file/under.txt"), before: null, after: Buffer.from("x") }
    await expect(stage(good, bad)).rejects.toThrow("ENOTDIR")
    expect(tree()).toEqual({ file: "x" })
  })

  it("can be staged again after a death in the middle of staging", async () => {
    const draft = { path: shop.path("deep/a.txt"), before: null, after: Buffer.from("new") }
    for (const dieAt of [2, 3, 4]) {
      await mortally(dieAt, async () => {
        await stage(draft)
      })
    }
    await settle(await stage(draft))
    expect(tree()).toEqual({ "deep/a.txt": "new" })
  })

  it.skipIf(process.getuid?.() === 0)("is refused for a file that its owner made read-only", async () => {
    const path = shop.put("a.txt", "one")
    chmodSync(path, 0o444)
    await expect(stage({ path, before: Buffer.from("one"), after: Buffer.from("two") })).rejects.toThrow("EACCES")
  })
})

describe("a foreign change", () => {
  it.each([
    ["other content", (path: string) => writeFileSync(path, "theirs"), { "a.txt": "theirs" }],
    ["a deletion", (path: string) => rmSync(path), {}],
  ])("(%s) is never overwritten, before the settling or during it", async (_, interfere, left) => {
    for (const late of [false, true]) {
      const path = shop.put("a.txt", "one")
      const intents = await stage({ path, before: Buffer.from("one"), after: Buffer.from("two") })
      if (!late) interfere(path)
      const { changed, conflicts } = await settle(intents, async () => (late ? interfere(path) : undefined))
      expect(changed).toEqual([])
      expect(conflicts).toEqual([
        { path, found: hashIn("a.txt"), why: expect.stringContaining("Read it and decide again") },
      ])
      expect(tree()).toEqual(left)
    }
  })

  it("that made the file meanwhile is kept", async () => {
    const path = shop.path("a.txt")
    const intents = await stage({ path, before: null, after: Buffer.from("ours") })
    const { conflicts } = await settle(intents, async () => writeFileSync(path, "theirs"))
    expect(conflicts).toEqual([
      { path, found: hashOf(Buffer.from("theirs")), why: expect.stringContaining("exists by now") },
    ])
    expect(tree()).toEqual({ "a.txt": "theirs" })
  })

  it("that makes the same file at the same moment: one of the two wins, and the other is told", async () => {
    for (let round = 0; round < 20; round++) {
      const draft = (text: string) => ({ path: shop.path(`f${round}`), before: null, after: Buffer.from(text) })
      const staged = await Promise.all(
        ["one", "two"].map((text) =>
          stageDrafts([draft(text)], { key: text, places: placesOf([draft(text)]), putBlob: shop.context.putBlob }),
        ),
      )
      const settled = await Promise.all(staged.map((intents) => settle(intents)))
      const winner = settled.findIndex(({ changed }) => changed.length === 1)
      expect(settled.map(({ changed, conflicts }) => [changed.length, conflicts.length]).sort()).toEqual([
        [0, 1],
        [1, 0],
      ])
      expect(shop.text(`f${round}`)).toBe(["one", "two"][winner])
    }
  })

  it("to a file that was to be deleted keeps it", async () => {
    const path = shop.put("a.txt", "one")
    const intents = await stage({ path, before: Buffer.from("one"), after: null })
    const { conflicts } = await settle(intents, async () => writeFileSync(path, "theirs"))
    expect(conflicts).toHaveLength(1)
    expect(tree()).toEqual({ "a.txt": "theirs" })
  })

  it("to the staged content keeps the file as it was", async () => {
    const path = shop.put("a.txt", "one")
    const intents = await stage({ path, before: Buffer.from("one"), after: Buffer.from("two") })
    writeFileSync(intents[0]?.temp ?? "", "torn")
    expect(await settle(intents)).toEqual({
      changed: [],
      conflicts: [{ path, found: hashOf(Buffer.from("one")), why: expect.stringContaining("new content was lost") }],
    })
    expect(tree()).toEqual({ "a.txt": "one" })
  })

  it("of the session's driver stops it before the file changes, and the next driver can settle", async () => {
    const path = shop.put("a.txt", "one")
    const intents = await stage({ path, before: Buffer.from("one"), after: Buffer.from("two") })
    await expect(
      settle(intents, async () => {
        throw new Error("fenced")
      }),
    ).rejects.toThrow("fenced")
    expect(shop.text("a.txt")).toBe("one")
    await settle(intents)
    expect(tree()).toEqual({ "a.txt": "two" })
  })

  const hashIn = (name: string) => (existsSync(shop.path(name)) ? hashOf(shop.bytes(name)) : null)
})

describe("a swapped directory", () => {
  beforeEach(() => {
    mkdirSync(join(shop.base, "elsewhere"))
    writeFileSync(join(shop.base, "elsewhere/a.txt"), "one")
  })

  const swap = () => {
    renameSync(shop.path("src"), shop.path("moved"))
    symlinkSync(join(shop.base, "elsewhere"), shop.path("src"))
  }

  it("before the settling is a conflict: nothing is written where it leads", async () => {
    const path = shop.put("src/a.txt", "one")
    const intents = await stage({ path, before: Buffer.from("one"), after: Buffer.from("two") })
    swap()
    const { changed, conflicts } = await settle(intents)
    expect([changed, conflicts.length]).toEqual([[], 1])
    expect(tree(join(shop.base, "elsewhere"))).toEqual({ "a.txt": "one" })
  })

  it("above it is a conflict too", async () => {
    const path = shop.put("src/deep/a.txt", "one")
    const intents = await stage({ path, before: Buffer.from("one"), after: null })
    mkdirSync(join(shop.base, "elsewhere/deep"))
    writeFileSync(join(shop.base, "elsewhere/deep/a.txt"), "one")
    swap()
    const { changed, conflicts } = await settle(intents)
    expect([changed, conflicts.length]).toEqual([[], 1])
    expect(tree(join(shop.base, "elsewhere"))).toEqual({ "a.txt": "one", "deep/a.txt": "one" })
  })

  it.runIf(process.platform === "linux")("in the last moment does not redirect the write", async () => {
    const path = shop.put("src/a.txt", "one")
    const intents = await stage({ path, before: Buffer.from("one"), after: Buffer.from("two") })
    await settle(intents, async () => swap())
    expect(tree(join(shop.base, "elsewhere"))).toEqual({ "a.txt": "one" })
    expect(shop.text("moved/a.txt")).toBe("two")
  })

  it("before the staging is refused", async () => {
    const path = shop.put("src/a.txt", "one")
    swap()
    await expect(stage({ path, before: Buffer.from("one"), after: Buffer.from("two") })).rejects.toThrow()
    expect(tree(join(shop.base, "elsewhere"))).toEqual({ "a.txt": "one" })
  })

  it("a link in the place of the file is a conflict", async () => {
    const path = shop.put("a.txt", "one")
    const intents = await stage({ path, before: Buffer.from("one"), after: Buffer.from("two") })
    const { conflicts } = await settle(intents, async () => {
      rmSync(path)
      symlinkSync(join(shop.base, "elsewhere/a.txt"), path)
    })
    expect(conflicts).toHaveLength(1)
    expect(tree(join(shop.base, "elsewhere"))).toEqual({ "a.txt": "one" })
  })
})

describe("kill -9", () => {
  it("at every step leaves each file as it was or as it shall be, and settling ends it", {
    timeout: 60_000,
  }, async () => {
    const before = { [missionFiles.changed]: "before", [missionFiles.deleted]: "deleted before" }
    const after = { [missionFiles.changed]: "after", [missionFiles.created]: "created" }
    const outcomes = new Set<string>()
    let dieAt = 1
    let alive = false
    while (!alive) {
      const batch = [dieAt, dieAt + 1].map(async (step) => {
        const mission = { ...prepare(`step-${step}`), dieAt: step }
        const survived = await run(mission)
        const intents = recordedIntents(mission.log)
        if (intents)
          expect((await settleIntents(intents, { guard: permit, root: mission.workspace })).conflicts).toEqual([])
        else await discardStaged(missionKey(mission.workspace))
        expect([step, tree(mission.workspace)]).toEqual([step, intents ? after : before])
        expect(existsSync(join(mission.workspace, "old"))).toBe(!intents)
        outcomes.add(survived ? "survived" : intents ? "killed while settling" : "killed while staging")
        return survived
      })
      alive = (await Promise.all(batch)).some(Boolean)
      dieAt += 2
    }
    expect(outcomes).toEqual(new Set(["killed while staging", "killed while settling", "survived"]))
  })

  function prepare(name: string): Mission {
    const workspace = join(shop.base, name)
    for (const [file, text] of [
      [missionFiles.changed, "before"],
      [missionFiles.deleted, "deleted before"],
    ] as const) {
      mkdirSync(join(workspace, file, ".."), { recursive: true })
      writeFileSync(join(workspace, file), text)
    }
    return { workspace, log: join(shop.base, `${name}-log`), dieAt: Number.MAX_SAFE_INTEGER }
  }

  async function run(mission: Mission): Promise<boolean> {
    const program = `import { ${fly.name} } from ${JSON.stringify(join(import.meta.dirname, "arbitrary/dying-process.ts"))}; await ${fly.name}(${JSON.stringify(mission)})`
    const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
      stdio: ["ignore", "ignore", "inherit"],
    })
    const [code, signal] = await once(child, "exit")
    expect([code, signal]).toEqual(signal ? [null, "SIGKILL"] : [0, null])
    return signal === null
  }
})

describe("any prefix of the steps", () => {
  const content = fc.option(fc.uint8Array({ maxLength: 12 }))
  const file = fc.record({ before: content, after: content, foreign: fc.option(content, { freq: 4, nil: undefined }) })

  it("leaves old or new bytes, never a mix; then settling ends it, and foreign bytes stay", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(file, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 20 }),
        async (files, dieAt, dieAgain) => {
          const own = openWorkshop()
          try {
            const drafts = files.map(({ before, after }, index) => {
              if (before) own.put(`d${index}/f`, before)
              return { path: own.path(`d${index}/f`), before, after }
            })
            const staging = { key: "call", places: placesOf(drafts), putBlob: own.context.putBlob }
            let intents: FileIntent[] | undefined
            await mortally(dieAt, async () => {
              intents = await stageDrafts(drafts, staging)
              await settleIntents(intents, { guard: permit, root: own.workspace })
            })
            expectOldOrNew(drafts)
            if (!intents) {
              await discardStaged(staging)
              expect(drafts.map(({ path }) => now(path))).toEqual(drafts.map(({ before }) => shown(before)))
              expect(Object.keys(tree(own.workspace)).filter((name) => name.includes(".holdfast-"))).toEqual([])
              return
            }
            const durable = intents
            await mortally(dieAgain, async () => {
              await settleIntents(durable, { guard: permit, root: own.workspace })
            })
            expectOldOrNew(drafts)
            files.forEach(({ foreign }, index) => {
              if (foreign) own.put(`d${index}/f`, foreign)
            })
            const { changed, conflicts } = await settleIntents(durable, { guard: permit, root: own.workspace })
            files.forEach(({ before, after, foreign }, index) => {
              const path = own.path(`d${index}/f`)
              const known = [shown(before), shown(after)].includes(shown(foreign ?? null))
              const theirs = foreign && !known
              if (shown(before) === shown(after) || (foreign && known)) return
              expect([path, now(path)]).toEqual([path, shown(theirs ? foreign : after)])
              expect(conflicts.some((conflict) => conflict.path === path)).toBe(Boolean(theirs))
              expect(changed.some((change) => change.path === path)).toBe(!theirs)
            })
            expect(Object.keys(tree(own.workspace)).filter((name) => name.includes(".holdfast-"))).toEqual([])
          } finally {
            own.close()
          }
        },
      ),
      { numRuns: 150 },
    )
  })

  const shown = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString("hex")
  const now = (path: string) => (existsSync(path) ? readFileSync(path, "hex") : null)

  function expectOldOrNew(drafts: readonly Draft[]): void {
    for (const { path, before, after } of drafts) expect([shown(before), shown(after)]).toContain(now(path))
  }
})
