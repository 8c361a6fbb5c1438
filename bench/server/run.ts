import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { availableParallelism, loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { openSqliteStore } from "../../src/store/sqlite/store.ts"
import { type Cast, type Load, type Measured, underLoad } from "./load.ts"
import { printed, printSyncs } from "./print.ts"
import { homeIn, serve } from "./served.ts"

// npm run bench:server [-- --sessions 1,50,200 --seconds 20 --per-stream 10 --listed 50000 --profile DIR]: the real
// server, a provider and the browsers, each in a process of its own; what is printed is the time from the one to the other.

const { values } = parseArgs({
  options: {
    sessions: { type: "string", default: "1,50,200" },
    seconds: { type: "string", default: "20" },
    "per-stream": { type: "string", default: "10" },
    listed: { type: "string", default: "50000" },
    profile: { type: "string" },
  },
})

const root = mkdtempSync(join(tmpdir(), "holdfast-bench-"))
const provider = fork(join(import.meta.dirname, "provider.ts"))
const browsers = fork(join(import.meta.dirname, "browsers.ts"))
try {
  const [{ port }] = (await once(provider, "message")) as [{ port: number }]
  const cast: Cast = { provider: Object.assign(provider, { port }), browsers }
  // On a machine that has something else to do, what is measured is that.
  console.log(`${availableParallelism()} processors; load before: ${loadavg()[0]?.toFixed(1)}`)
  await fill(Number(values.listed))
  console.log(`${values.listed} sessions in the list; ${values["per-stream"]} sessions a stream`)
  const sizes = values.sessions.split(",").map(Number)
  const load = { seconds: Number(values.seconds), perStream: Number(values["per-stream"]) }
  for (const sessions of sizes) {
    printed(sessions, await withServer(cast, { ...load, sessions }, { profile: values.profile }))
  }
  await countSyncs(cast, { ...load, seconds: Math.min(5, load.seconds), sessions: Math.max(...sizes) })
} finally {
  for (const child of [provider, browsers] satisfies ChildProcess[]) child.disconnect()
  rmSync(root, { recursive: true, force: true })
}

async function withServer(cast: Cast, load: Load, how: { profile?: string | undefined; syncs?: string }) {
  const served = await serve({ root, ...how })
  try {
    // What is loaded at the first use is no memory of a session.
    await underLoad(served, cast, root, { sessions: 4, seconds: 1, perStream: 4 })
    return await underLoad(served, cast, root, load)
  } finally {
    await served.stop()
  }
}

/** A run of its own: each sync is stopped at and noted. */
async function countSyncs(cast: Cast, load: Load): Promise<void> {
  const syncs = join(root, "syncs")
  let measured: Measured
  try {
    measured = await withServer(cast, load, { syncs })
  } catch (error) {
    console.log(`\nsyncs a second: not counted, since strace cannot be used here (${String(error)})`)
    return
  }
  const { from, to } = measured.window
  const times = readFileSync(syncs, "utf8")
    .split("\n")
    .filter((line) => /\bf(data)?sync\(/.test(line))
    .map((line) => Number(/\d+\.\d+/.exec(line)?.[0]) * 1000)
  printSyncs(load, times.filter((at) => at >= from && at < to).length / load.seconds)
}

async function fill(sessions: number): Promise<void> {
  const store = openSqliteStore({ directory: homeIn(root) })
  const batch = 500
  for (let i = 0; i < sessions; i += batch) {
    await Promise.all(
      Array.from({ length: Math.min(batch, sessions - i) }, (_, j) =>
        store.open({ workspace: root, project: `/project-${(i + j) % 200}`, title: `Session number ${i + j}` }),
      ),
    )
  }
  await store.close()
}
