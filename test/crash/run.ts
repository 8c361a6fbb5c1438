import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { errcodes, type Fault } from "./fault.ts"
import { type KillSummary, surviveKills } from "./kills.ts"
import { recordPoints, surviveFaults } from "./points.ts"
import { countSyscalls, type Injection, surviveInjections, withoutStrace } from "./syscalls.ts"
import { warmWorkers } from "./warm-worker.ts"

const usage = `Usage: npm run test:crash -- [--kills N] [--seed N] [--points] [--syscalls]

  --kills N    random kills, on two stores at once (default 1000)
  --seed N     the seed of the first store; the second one's is one more (default: by the clock)
  --points     every fault point: a kill, an error of the disk, a disk that fails or is full for a while
  --syscalls   every system call that changes a file, by strace: a kill, EIO, ENOSPC`

const { values } = parseArgs({
  options: {
    kills: { type: "string" },
    seed: { type: "string" },
    points: { type: "boolean", default: false },
    syscalls: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
})

const workers = warmWorkers(3)
try {
  if (values.help) console.log(usage)
  else if (values.points) await everyPoint()
  else if (values.syscalls) await everySyscall()
  else await randomKills(numberOf(values.kills, 1000), numberOf(values.seed, Date.now() % 1_000_000_000))
} finally {
  workers.stop()
}

async function randomKills(kills: number, seed: number): Promise<void> {
  const started = performance.now()
  console.log(`${kills} kills, seed ${seed}`)
  let done = 0
  const onKill = () => {
    if (++done % 100 === 0) console.log(`${done} kills after ${seconds(started)} s`)
  }
  const shares = [Math.ceil(kills / 2), Math.floor(kills / 2)].filter((share) => share > 0)
  const outcomes = await Promise.allSettled(shares.map((share, worker) => oneStore(share, seed + worker, onKill)))
  for (const outcome of outcomes) {
    if (outcome.status === "fulfilled") continue
    console.error(outcome.reason)
    process.exitCode = 1
  }
  console.log(summaryOf(outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []))))
  console.log(
    `${done} kills in ${seconds(started)} s. The same again: npm run test:crash -- --kills ${kills} --seed ${seed}`,
  )
}

async function oneStore(kills: number, seed: number, onKill: () => void): Promise<KillSummary> {
  const directory = mkdtempSync(join(tmpdir(), "holdfast-"))
  try {
    const summary = await surviveKills({ workers, directory, kills, seed, onKill })
    rmSync(directory, { recursive: true, force: true })
    return summary
  } catch (error) {
    console.error(`The store of seed ${seed} is left in ${directory}:`, error)
    throw error
  }
}

async function everyPoint(): Promise<void> {
  const points = await recordPoints(workers)
  const kinds: Array<(at: number) => Fault> = [
    (at) => ({ kind: "kill", at }),
    (at) => ({ kind: "fail", at, through: at, errcode: errcodes.io }),
    (at) => ({ kind: "fail", at, through: at + 12, errcode: errcodes.io }),
    (at) => ({ kind: "fail", at, through: at + 12, errcode: errcodes.full }),
  ]
  const faults = kinds.flatMap((fault) => points.map((_, index) => fault(index + 1)))
  report(await surviveFaults(workers, faults, { onDone: progress(faults.length) }), faults.length)
}

async function everySyscall(): Promise<void> {
  const reason = withoutStrace()
  if (reason) return console.log(`Skipped: ${reason}.`)
  const injections: Injection[] = []
  for (const [syscall, count] of await countSyscalls()) {
    const effects = syscall === "pread64" ? (["EIO"] as const) : (["SIGKILL", "EIO", "ENOSPC"] as const)
    for (let at = 1; at <= count; at++) injections.push(...effects.map((effect) => ({ syscall, at, effect })))
  }
  report(await surviveInjections(injections, { onDone: progress(injections.length) }), injections.length)
}

function progress(total: number): (failures: number) => void {
  const started = performance.now()
  let done = 0
  return (failures) => {
    if (++done % 100 === 0) console.log(`${done} of ${total} after ${seconds(started)} s, ${failures} failures`)
  }
}

function report(failures: readonly string[], total: number): void {
  for (const failure of failures) console.error(failure)
  console.log(`${total - failures.length} of ${total} faults were survived.`)
  if (failures.length > 0) process.exitCode = 1
}

function summaryOf(summaries: readonly KillSummary[]): Record<string, number> {
  const sum = (of: (summary: KillSummary) => number) => summaries.reduce((total, summary) => total + of(summary), 0)
  const most = (of: (summary: KillSummary) => number[]) => Math.max(0, ...summaries.flatMap(of))
  return {
    sessions: sum(({ sessions }) => sessions),
    erased: sum(({ erased }) => erased),
    acknowledged: sum(({ acknowledged }) => acknowledged),
    unanswered: sum(({ unanswered }) => unanswered),
    retried: sum(({ retried }) => retried),
    streamsCut: sum(({ streamsCut }) => streamsCut),
    segments: sum(({ segments }) => segments),
    snapshots: sum(({ snapshots }) => snapshots),
    oldestLostMs: most(({ lostMs }) => lostMs),
    mostLostBytes: most(({ lostBytes }) => lostBytes),
    killsThatLostOver100Ms: sum(({ lostMs }) => lostMs.filter((ms) => ms > 100).length),
  }
}

function numberOf(text: string | undefined, usual: number): number {
  const number = text === undefined ? usual : Number(text)
  if (Number.isInteger(number) && number > 0) return number
  console.error(usage)
  process.exit(2)
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(0)
}
