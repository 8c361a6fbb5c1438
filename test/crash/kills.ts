import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { setTimeout as delay } from "node:timers/promises"
import { storeFileName } from "../../src/store/sqlite/file.ts"
import { checkSessions, checkStore, inspect } from "./check.ts"
import { checkPartials, type Killed } from "./check-partials.ts"
import { readJournal, sharedClock, waitedFor } from "./journal.ts"
import { emptyLedger, type Ledger, sessionsOf, takeIn } from "./ledger.ts"
import { type Random, randomFrom } from "./random.ts"
import type { WarmWorkers } from "./warm-worker.ts"
import type { Task } from "./worker.ts"
import type { Orders } from "./workload.ts"

export type KillOptions = {
  workers: WarmWorkers
  directory: string
  kills: number
  seed: number
  /** Told after each kill that was survived. */
  onKill?: (done: number) => void
}

/** What was done to a store, and how it took it. */
export type KillSummary = {
  kills: number
  sessions: number
  erased: number
  acknowledged: number
  unanswered: number
  /** Unanswered ones that the next worker asked for again, by their key. */
  retried: number
  streamsCut: number
  segments: number
  snapshots: number
  lostMs: number[]
  lostBytes: number[]
}

/** Kills workers on one store, one after the other, and checks after each kill that nothing was lost. */
export async function surviveKills({ workers, directory, kills, seed, onKill }: KillOptions): Promise<KillSummary> {
  const random = randomFrom(seed)
  const ledger = emptyLedger()
  const summary: KillSummary = {
    kills: 0,
    sessions: 0,
    erased: 0,
    acknowledged: 0,
    unanswered: 0,
    retried: 0,
    streamsCut: 0,
    segments: 0,
    snapshots: 0,
    lostMs: [],
    lostBytes: [],
  }
  const home = join(directory, "home")
  mkdirSync(join(directory, "journals"), { recursive: true })
  for (let kill = 1; kill <= kills; kill++) {
    const orders = ordersFor(ledger, random, directory, home, `${seed}k${kill}`)
    summary.retried += orders.retries.opens.length + orders.retries.appends.length
    const killed = await killSoon(await workers.take(), orders, random)
    const touched = takeIn(ledger, readJournal(orders.journal))
    await inspect(home, async (store) => {
      const lost = await checkPartials(store, ledger, killed)
      summary.streamsCut += lost.open
      summary.lostMs.push(lost.ms)
      summary.lostBytes.push(lost.bytes)
      if (kill === kills || isLandmark(kill)) await checkStore(store, ledger, home)
      else await checkSessions(store, ledger, touched, { search: "first" })
    })
    rmSync(orders.journal, { force: true })
    summary.kills = kill
    onKill?.(kill)
  }
  return totals(ledger, summary, join(home, storeFileName))
}

async function killSoon(worker: ChildProcess, orders: Orders, random: Random): Promise<Killed> {
  const ended = once(worker, "exit")
  worker.send({ kind: "work", orders } satisfies Task)
  if (orders.slow) await delay(random.between(800, 1200))
  else await waitForJournal(orders.journal, random.between(1, 30_000))
  await delay(random.between(0, 12))
  const killed = { waited: waitedFor(worker.pid ?? 0), at: sharedClock() }
  worker.kill("SIGKILL")
  const [code, signal] = (await ended) as [number | null, NodeJS.Signals | null]
  if (signal !== "SIGKILL") {
    const { broken } = ledgerOf(orders.journal)
    throw new Error(`The worker of ${orders.run} ended by itself (${code ?? signal}): ${broken.join("\n")}`)
  }
  return killed
}

// The whole store is looked at 25, 50, 100, 200 … kills on: it grows, and a long run should not drown in that.
function isLandmark(kill: number): boolean {
  return kill % 25 === 0 && Number.isInteger(Math.log2(kill / 25))
}

// By what it has written, and not by the clock alone: a worker that gets no processor has nothing to lose yet.
async function waitForJournal(journal: string, bytes: number): Promise<void> {
  const patience = performance.now() + 2_000
  while ((statSync(journal, { throwIfNoEntry: false })?.size ?? 0) < bytes && performance.now() < patience)
    await delay(1)
}

const retireAfterEvents = 250

function ordersFor(ledger: Ledger, random: Random, directory: string, home: string, run: string): Orders {
  const opens = [...ledger.openings].flatMap(([key, { session, id }]) => (id === undefined ? [{ key, session }] : []))
  const unanswered = [...ledger.sends.values()].filter(({ seq, refused }) => seq === undefined && refused === undefined)
  const appends = unanswered.flatMap(({ send, session, retry }) => (retry ? [{ send, session, ...retry }] : []))
  const parents = new Set([...ledger.openings.values()].map(({ session }) => session.parent?.session))
  const known = sessionsOf(ledger)
  const retired = known.filter((id) => (ledger.heads.get(id) ?? 0) >= retireAfterEvents)
  const erasable = known.filter((id) => !parents.has(id) && !appends.some(({ session }) => session === id))
  const erase = random.chance(0.1) ? erasable.slice(0, 1) : []
  return {
    directory: home,
    journal: join(directory, "journals", run),
    run,
    seed: random.between(0, 2 ** 31),
    slow: random.chance(0.08),
    sessions: known.filter((id) => !retired.includes(id) && !erase.includes(id)).slice(-4),
    erase,
    retries: { opens, appends },
  }
}

function ledgerOf(journal: string): Ledger {
  const ledger = emptyLedger()
  takeIn(ledger, readJournal(journal))
  return ledger
}

function totals(ledger: Ledger, summary: KillSummary, file: string): KillSummary {
  const sends = [...ledger.sends.values()]
  const raw = new DatabaseSync(file, { readOnly: true })
  const count = (table: string) => Number(raw.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n)
  const [segments, snapshots] = [count("segments"), count("snapshots")]
  raw.close()
  return {
    ...summary,
    segments,
    snapshots,
    sessions: ledger.openings.size,
    erased: [...ledger.erasures.values()].filter((state) => state === "done").length,
    acknowledged: sends.filter(({ seq }) => seq !== undefined).length,
    unanswered: sends.filter(({ seq, refused }) => seq === undefined && refused === undefined).length,
  }
}
