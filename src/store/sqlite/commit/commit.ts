import { atOnce } from "../../../session/at-once.ts"
import { stepMs } from "../../in-steps.ts"
import type { Core } from "../core.ts"
import { type Database, isWalCleared } from "../database.ts"
import { locateLog } from "../log/event-rows.ts"
import { isBusy, storageFailure } from "./failure.ts"
import type { Heads } from "./heads.ts"
import { writeFailure } from "./write-lock.ts"

/** Work for the next transaction. It checks first and writes last, so that a refusal leaves nothing behind. */
type Job = {
  work: (() => unknown) | { inSteps: () => Generator<void, unknown> }
  done: (outcome: unknown) => void
  failed: (error: unknown) => void
  outcome?: { value: unknown } | { error: unknown }
  /** It gets a transaction of its own: it is long, or the one that it shared was undone. */
  isAlone?: boolean
  /** When another process first kept it from beginning. */
  heldUpAt?: number
}

/**
 * How long work waits for another process that writes, and how often it looks: as SQLite does by itself, but with the whole
 * thread blocked. Here readers continue meanwhile.
 */
const waiting = { longestMs: 5000, pausesMs: [1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 100] } as const

type Outcome = "settled" | "retry-alone" | "held-up"

export type Commit = {
  /** Runs work in the next transaction, with that of everyone else, and settles when it is on the disk. */
  <T>(work: () => T): Promise<T>
  /** The same of long work, in a transaction of its own: others read while it pauses, and their writes wait. */
  inSteps<T>(work: () => Generator<void, T>): Promise<T>
  /** Settles when everything that was handed in before is on the disk. */
  drain(): Promise<void>
  /** Called after transactions of this store, with the sessions whose log or row they changed. */
  onCommit(listener: (sessions: ReadonlySet<string>) => void): void
}

/**
 * Group commit: appends of all sessions that come up in one round of the event loop share one transaction and one
 * fsync. Each job is refused or written on its own. While another process writes, all of them wait in line.
 */
export function groupCommit(core: Core): Commit {
  let queue: Job[] = []
  let scheduled = false
  let refusedInARow = 0
  let version: number | undefined
  const listeners: Array<(sessions: ReadonlySet<string>) => void> = []
  let written = new Set<string>()
  let hasUndoneRemains = false
  // With a WAL only the beginning of a transaction can meet another one; without, its end may have to wait for readers.
  if (isWal(core.writer)) core.writer.stopWaiting()

  const flush = () => go(round())

  const go = (work: Generator<void, void>) => {
    const since = performance.now()
    while (!work.next().done) {
      if (performance.now() - since < stepMs) continue
      setImmediate(go, work)
      return
    }
    schedule()
  }

  const round = function* (): Generator<void, void> {
    let outcome: Outcome = "settled"
    while (queue.length > 0 && outcome !== "held-up") {
      const jobs = nextGroup()
      outcome = yield* transact(jobs)
      if (outcome === "settled") queue = queue.slice(jobs.length)
      if (outcome === "retry-alone") for (const job of jobs) job.isAlone = true
    }
    if (hasUndoneRemains) clearUndone()
    refusedInARow = outcome === "held-up" ? refusedInARow + 1 : 0
    scheduled = false
    const sessions = written
    written = new Set()
    for (const listener of listeners) listener(sessions)
  }

  // In the order of arrival, also after a wait.
  const nextGroup = (): Job[] => {
    if (queue[0]?.isAlone) return queue.slice(0, 1)
    const alone = queue.findIndex(({ isAlone }) => isAlone)
    return alone < 0 ? [...queue] : queue.slice(0, alone)
  }

  const schedule = () => {
    if (scheduled || queue.length === 0) return
    scheduled = true
    const pause = waiting.pausesMs[Math.min(refusedInARow, waiting.pausesMs.length) - 1]
    if (pause === undefined) setImmediate(flush)
    else setTimeout(flush, pause)
  }

  // When a write fails in the middle, no job may be half done: the transaction is undone, and each job has
  // one of its own, so that the one that cannot be written does not fail the others.
  const transact = function* (jobs: Job[]): Generator<void, Outcome> {
    try {
      core.inPlace.checkFile()
      rollBack()
      const refusal = begin()
      if (refusal !== undefined) return holdUp(refusal)
      forgetIfOthersWrote()
      for (const job of jobs) {
        if ((yield* attempt(job)) === "refused-or-written") continue
        if (jobs.length === 1) throw failureOf(job)
        undo()
        return "retry-alone"
      }
      const heads = headsOf(core)
      core.writer.run("COMMIT")
      // Again: what was moved away meanwhile holds what was written, but it would not be found there.
      core.inPlace.check()
      core.heads?.note(heads)
      for (const id of core.touched) written.add(id)
      core.touched.clear()
    } catch (error) {
      undo()
      const isLong = jobs.some(({ work }) => typeof work !== "function")
      if (isLong) clearUndone()
      if (isFull(error) && jobs.length > 1) return "retry-alone"
      // Not to long work: it would use up what is kept back for those who end something.
      if (isFull(error) && !isLong && releaseReserve()) return yield* transact(jobs)
      fail(jobs, error)
      return "settled"
    }
    for (const job of jobs) {
      if (job.outcome && "value" in job.outcome) job.done(job.outcome.value)
      else fail([job], failureOf(job))
    }
    return "settled"
  }

  /** Begins a transaction, or tells what another process that writes refuses it with. */
  const begin = (): unknown => {
    try {
      core.writer.withoutWaiting(() => core.writer.run("BEGIN IMMEDIATE"))
      return undefined
    } catch (error) {
      if (isBusy(error)) return error
      throw error
    }
  }

  const holdUp = (refusal: unknown): Outcome => {
    const now = performance.now()
    for (const job of queue) job.heldUpAt ??= now
    const overdue = queue.filter(({ heldUpAt = now }) => now - heldUpAt >= waiting.longestMs)
    // Who came first is overdue first.
    queue = queue.slice(overdue.length)
    fail(overdue, refusal)
    return "held-up"
  }

  const fail = (jobs: readonly Job[], error: unknown) => {
    const failure = writeFailure(error, "write to", core.file) ?? error
    for (const job of jobs) job.failed(failure)
  }

  const attempt = function* (job: Job): Generator<void, "refused-or-written" | "half-written"> {
    const before = core.writer.changes
    try {
      job.outcome = { value: typeof job.work === "function" ? job.work() : yield* paused(job.work.inSteps()) }
      return "refused-or-written"
    } catch (error) {
      job.outcome = { error }
      // SQLite undoes the whole transaction by itself when the disk fails, be it in a read.
      const untouched = core.writer.changes === before && core.writer.raw.isTransaction
      return untouched ? "refused-or-written" : "half-written"
    }
  }

  const undo = () => {
    core.forget()
    core.touched.clear()
    version = undefined
    try {
      rollBack()
    } catch {
      // The jobs get the first failure; the next transaction begins with this and reports what it meets.
    }
  }

  const rollBack = () => {
    if (core.writer.raw.isTransaction) core.writer.exec("ROLLBACK")
  }

  // What long work wrote before it was undone lies in the WAL, and may be all the space that there was.
  const clearUndone = () => {
    try {
      hasUndoneRemains = !isWalCleared(core.writer)
      core.space.reserve()
    } catch (error) {
      hasUndoneRemains = true
      // To fold the WAL into the file may take some bytes first.
      if (isFull(error) && releaseReserve()) clearUndone()
    }
  }

  const isFull = (error: unknown) => storageFailure(error, "write to", core.file)?.code === "storage-full"

  // Full disk: a small reserve is released, so that the stop record still fits.
  const releaseReserve = () => {
    try {
      return core.space.release()
    } catch {
      return false // the jobs fail with the full disk, which is the greater problem
    }
  }

  // What is known of sessions holds until another connection commits; inside the transaction none can.
  const forgetIfOthersWrote = () => {
    const now = core.writer.get<{ data_version: number }>("PRAGMA data_version")?.data_version
    if (now !== version) {
      core.forget()
      core.heads?.refresh()
    }
    version = now
  }

  // With a rollback journal a long transaction may lock out those who read: then it must not wait for them.
  const paused = function* <T>(work: Generator<void, T>): Generator<void, T> {
    return isWal(core.writer) ? yield* work : atOnce(work)
  }

  const submit = <T>(job: Pick<Job, "work" | "isAlone">) =>
    new Promise<T>((resolve, reject) => {
      queue.push({ ...job, done: (outcome) => resolve(outcome as T), failed: reject })
      schedule()
    })
  const commit = <T>(work: () => T) => submit<T>({ work })

  return Object.assign(commit, {
    inSteps: <T>(work: () => Generator<void, T>) => submit<T>({ work: { inSteps: work }, isAlone: true }),
    drain: () => commit(() => undefined),
    onCommit: (listener: (sessions: ReadonlySet<string>) => void) => {
      listeners.push(listener)
    },
  })
}

function isWal(writer: Database): boolean {
  return writer.get<{ journal_mode: string }>("PRAGMA journal_mode")?.journal_mode === "wal"
}

/** The heads of the sessions that a transaction has written to. */
function headsOf({ touched, sessions, writer }: Core): Heads {
  const heads = new Map<string, number>()
  for (const id of touched) {
    const head = sessions.get(id)?.place.head ?? locateLog(writer, id)?.head
    if (head !== undefined) heads.set(id, head)
  }
  return heads
}

function failureOf({ outcome }: Job): unknown {
  return outcome && "error" in outcome ? outcome.error : undefined
}
