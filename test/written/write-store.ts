// Writes the store that `written-store.test.ts` opens. A store of today's version is not worth having: it is kept so that
// later versions are shown to continue what an earlier one wrote.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { hold, root, type Session, sessions, stored } from "./scene.ts"

const cli = fileURLToPath(new URL("../../bin/holdfast", import.meta.url))
const home = `${root}/home`

rmSync(root, { recursive: true, force: true })
for (const [name, session] of Object.entries(sessions)) await play(name, session)
const database = new DatabaseSync(`${home}/holdfast.db`)
// Whoever opens it cannot tell whether a process of another machine lives, and would wait for it.
database.exec("UPDATE leases SET owner = NULL, asked_at = NULL; PRAGMA wal_checkpoint(TRUNCATE); VACUUM")
database.close()
writeFileSync(stored, gzipSync(readFileSync(`${home}/holdfast.db`), { level: 9 }))
rmSync(root, { recursive: true, force: true })

async function play(name: string, { task, files, steps, cutOff }: Session): Promise<void> {
  const workspace = `${root}/${name}`
  mkdirSync(workspace, { recursive: true })
  for (const [path, text] of Object.entries(files)) writeFileSync(`${workspace}/${path}`, text)
  const script = `${root}/${name}.json`
  writeFileSync(script, JSON.stringify(steps))
  if (cutOff) writeFileSync(hold, "")
  const mode = name === "planned" ? ["--mode", "plan", "--yes"] : []
  const child = spawn(process.execPath, [cli, "run", "--model", `scripted:${script}`, ...mode, task], {
    cwd: workspace,
    env: { PATH: process.env.PATH, HOME: root, HOLDFAST_HOME: home, HOLDFAST_CONFIG: `${root}/config` },
    stdio: ["ignore", "inherit", "inherit"],
  })
  const ended = once(child, "exit")
  if (cutOff) await cutOffIn(child, `${root}/${name}.runs`)
  await ended
  rmSync(hold, { force: true })
}

async function cutOffIn(child: ChildProcess, trace: string): Promise<void> {
  while (!existsSync(trace)) await new Promise((resolve) => setTimeout(resolve, 20))
  child.kill("SIGKILL")
}
