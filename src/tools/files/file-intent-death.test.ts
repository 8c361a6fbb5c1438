import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import fc from "fast-check"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import {
  fly,
  type Mission,
  missionFiles,
  missionKey,
  recordedIntents,
} from "../../../test/support/tools/dying-process.ts"
import { mortally } from "../../../test/support/tools/mortal-files.ts"
import { permit, placesOf, treeOf } from "../../../test/support/tools/staging.ts"
import { openTestWorkspace, type TestWorkspace } from "../../../test/support/tools/test-workspace.ts"
import type { Draft } from "../contract.ts"
import { discardStaged, type FileIntent, settleIntents, stageDrafts } from "./file-intent.ts"

let shop: TestWorkspace

beforeEach(() => {
  shop = openTestWorkspace()
})
afterEach(() => shop.close())

describe("kill -9", () => {
  it("at every step leaves each file as it was or as it shall be, and settling ends it", async () => {
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
        expect([step, treeOf(mission.workspace)]).toEqual([step, intents ? after : before])
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
    const program = `import { ${fly.name} } from ${JSON.stringify(join(import.meta.dirname, "../../../test/support/tools/dying-process.ts"))}; await ${fly.name}(${JSON.stringify(mission)})`
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
          const own = openTestWorkspace()
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
              expect(Object.keys(treeOf(own.workspace)).filter((name) => name.includes(".holdfast-"))).toEqual([])
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
            expect(Object.keys(treeOf(own.workspace)).filter((name) => name.includes(".holdfast-"))).toEqual([])
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
