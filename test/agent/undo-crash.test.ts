import { execFile } from "node:child_process"
import { cpSync, lstatSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { createAgent } from "../../src/agent/agent.ts"
import { undo } from "../../src/agent/sessions/undo.ts"
import { openSqliteStore } from "../../src/store/sqlite/store.ts"
import { isWhole, matrixTimeoutMs, share } from "../matrix.ts"
import { openShop } from "../support/agent/shop.ts"

const program = join(import.meta.dirname, "undo-process.ts")

// A core of every fourth step; each slice begins at another one.
const stride = isWhole ? 1 : 4
const first = share.kind === "tenth" ? 1 + (share.slice % stride) : 1

it("ends with the exact bytes, whatever step an undo is killed at", { timeout: matrixTimeoutMs }, async () => {
  const shop = openShop()
  shop.git()
  writeFileSync(shop.path("changed"), "before")
  writeFileSync(shop.path("deleted"), Buffer.from([0, 255]))
  symlinkSync("changed", shop.path("link"))
  const before = look(shop.workspace)
  const session = await shop.open()
  await shop.turn(session, [
    "bash",
    { command: "echo after > changed; rm deleted; ln -sfn x link; mkdir d; echo 1 > d/made" },
  ])
  const after = look(shop.workspace)
  await shop.store.close()
  const template = `${shop.root}-template`
  cpSync(shop.root, template, { recursive: true, verbatimSymlinks: true })
  const seen = { unstarted: 0, started: 0 }
  try {
    for (let dieAt = first; ; dieAt += stride) {
      rmSync(shop.root, { recursive: true })
      cpSync(template, shop.root, { recursive: true, verbatimSymlinks: true })
      const killed = await run(shop.home, session, dieAt)
      if (!killed) break
      const started = await recover(shop.home, session)
      seen[started ? "started" : "unstarted"] += 1
      if (started) expect([dieAt, look(shop.workspace)]).toEqual([dieAt, before])
      else {
        expect([dieAt, withoutTemps(look(shop.workspace))]).toEqual([dieAt, after])
        const store = openSqliteStore({ directory: shop.home })
        await undo(store, session)
        await store.close()
        expect([dieAt, look(shop.workspace)]).toEqual([dieAt, before])
      }
    }
  } finally {
    for (const root of [shop.root, template]) rmSync(root, { recursive: true, force: true })
  }
  expect(seen).toEqual({ unstarted: expect.any(Number), started: expect.any(Number) })
  expect(Math.min(seen.unstarted, seen.started)).toBeGreaterThan(2)
})

/** Drives the session as any process would; true if the undo had begun, and so came to its one outcome. */
async function recover(home: string, session: string): Promise<boolean> {
  const store = openSqliteStore({ directory: home })
  try {
    const started = (await store.state(session)).log.intents.restore !== null
    const agent = createAgent({ store, directory: home, model: () => Promise.reject(new Error("nobody is asked")) })
    expect(await agent.drive(session)).toMatchObject({ rest: "input" })
    const types: string[] = []
    for await (const { type } of store.read(session)) if (type.startsWith("workspace.")) types.push(type)
    expect(types).toEqual(started ? ["workspace.restore-started", "workspace.restored"] : [])
    return started
  } finally {
    await store.close()
  }
}

function run(home: string, session: string, dieAt: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const args = ["--no-warnings", program, home, session, String(dieAt)]
    execFile(process.execPath, args, (error, _out, stderr) => {
      if (error && error.signal !== "SIGKILL") reject(new Error(stderr, { cause: error }))
      else resolve(error !== null)
    })
  })
}

/** Every entry of a workspace with its content. */
function look(workspace: string): Record<string, string> {
  const names = readdirSync(workspace, { recursive: true, encoding: "utf8" })
  return Object.fromEntries(
    names
      .filter((name) => !name.startsWith(".git"))
      .sort()
      .map((name) => {
        const stat = lstatSync(join(workspace, name))
        if (stat.isDirectory()) return [name, "directory"]
        if (stat.isSymbolicLink()) return [name, `-> ${readlinkSync(join(workspace, name))}`]
        return [name, `${stat.mode.toString(8)} ${readFileSync(join(workspace, name)).toString("hex")}`]
      }),
  )
}

function withoutTemps(entries: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(entries).filter(([name]) => !name.includes(".holdfast-")))
}
