import type { Core } from "./core.ts"
import { storageFailure } from "./failure.ts"

/** Work for the next transaction. It checks first and writes last, so that a refusal leaves nothing behind. */
type Job = {
  work: () => unknown
  done: (outcome: unknown) => void
  failed: (error: unknown) => void
  outcome?: { value: unknown } | { error: unknown }
}

export type Commit = {
  /** Runs work in the next transaction, with that of everyone else, and settles when it is on the disk. */
  <T>(work: () => T): Promise<T>
  /** Settles when everything that was handed in before is on the disk. */
  drain(): Promise<void>
  /** Called after transactions of this store, with the sessions whose log or row they changed. */
  onCommit(listener: (sessions: ReadonlySet<string>) => void): void
}

/**
 * Group commit: appends of all sessions that come up in one round of the event loop share one transaction and one
 * fsync. Each job is refused or written on its own.
 */
export function groupCommit(core: Core): Commit {
  let queue: Job[] = []
  let scheduled = false
  let version: number | undefined
  const listeners: Array<(sessions: ReadonlySet<string>) => void> = []
  let written = new Set<string>()

  const flush = () => {
    scheduled = false
    const jobs = queue
    queue = []
    const outcome = transact(jobs)
    if (outcome === "retry-alone") for (const job of jobs) transact([job])
    const sessions = written
    written = new Set()
    for (const listener of listeners) listener(sessions)
  }

  // When a write fails in the middle, nobody's work may be half done: the transaction is undone, and each job has
  // one of its own, so that the one that cannot be written does not fail the others.
  const transact = (jobs: Job[]): "settled" | "retry-alone" => {
    try {
      core.inPlace.check()
      rollBack()
      core.writer.run("BEGIN IMMEDIATE")
      forgetIfOthersWrote()
      for (const job of jobs) {
        if (attempt(job) === "refused-or-written") continue
        if (jobs.length === 1) throw failureOf(job)
        undo()
        return "retry-alone"
      }
      core.writer.run("COMMIT")
      // Again: what was moved away meanwhile holds what was written, but nobody would find it there.
      core.inPlace.check()
      for (const id of core.touched) written.add(id)
      core.touched.clear()
    } catch (error) {
      undo()
      if (isFull(error) && jobs.length > 1) return "retry-alone"
      if (isFull(error) && releaseReserve()) return transact(jobs)
      const failure = storageFailure(error, "write to", core.file) ?? error
      for (const job of jobs) job.failed(failure)
      return "settled"
    }
    for (const job of jobs) {
      if (job.outcome && "value" in job.outcome) job.done(job.outcome.value)
      else job.failed(storageFailure(failureOf(job), "write to", core.file) ?? failureOf(job))
    }
    return "settled"
  }

  const attempt = (job: Job): "refused-or-written" | "half-written" => {
    const before = core.writer.changes
    try {
      job.outcome = { value: job.work() }
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
      // The jobs are told of what failed first; the next transaction begins with this and reports what it meets.
    }
  }

  const rollBack = () => {
    if (core.writer.raw.isTransaction) core.writer.exec("ROLLBACK")
  }

  const isFull = (error: unknown) => storageFailure(error, "write to", core.file)?.code === "storage-full"

  // Full disk: a small reserve is given back, so that the stop record still fits.
  const releaseReserve = () => {
    try {
      return core.space.release()
    } catch {
      return false // the jobs are told that the disk is full, which is the greater trouble
    }
  }

  // What is known of sessions holds until another connection commits; inside the transaction none can.
  const forgetIfOthersWrote = () => {
    const now = core.writer.get<{ data_version: number }>("PRAGMA data_version")?.data_version
    if (now !== version) core.forget()
    version = now
  }

  const submit = <T>(work: () => T) =>
    new Promise<T>((resolve, reject) => {
      queue.push({ work, done: (outcome) => resolve(outcome as T), failed: reject })
      if (scheduled) return
      scheduled = true
      setImmediate(flush)
    })

  return Object.assign(submit, {
    drain: () => submit(() => undefined),
    onCommit: (listener: (sessions: ReadonlySet<string>) => void) => {
      listeners.push(listener)
    },
  })
}

function failureOf({ outcome }: Job): unknown {
  return outcome && "error" in outcome ? outcome.error : undefined
}
