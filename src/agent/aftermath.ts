import { lstat } from "node:fs/promises"
import { join } from "node:path"
import { isHoldfastError } from "../session/error.ts"
import type { Done } from "../session/state.ts"
import { hashOf, readEntry } from "../tools/file-content.ts"
import { listJobs } from "../tools/job/list.ts"
import type { Aftermath, WorkAction } from "../workflow/completion/input.ts"
import { isTestFile, type ProjectFacts } from "../workflow/project/project.ts"
import { eventAt } from "./log.ts"
import { orNothing } from "./project-facts.ts"
import { shownPath } from "./shown-path.ts"
import type { Work } from "./work.ts"

/** Looks at the workspace once more before the work is called verified: what was checked must be what is there. */
export async function aftermathOf(
  done: Done,
  { facts, actions }: { facts: ProjectFacts; actions: readonly WorkAction[] },
  work: Work,
): Promise<Aftermath> {
  const since = done.definedAt > 0 ? Date.parse((await eventAt(work, done.definedAt, "done.defined")).at) : 0
  return {
    altered: await alteredFiles(done, work),
    running: listJobs(work.places.jobs)
      .filter(({ job, status, startedAt }) => job.background && status === "running" && (startedAt ?? 0) >= since)
      .map(({ job }) => job.command),
    retouched: actions.some(({ uncovered }) => uncovered) ? await retouchedTests(done, since, facts, work) : [],
  }
}

/** The files that were changed since the checks began. One that a command changed before, unseen, was checked as it is. */
async function alteredFiles({ touched, attempts }: Done, work: Work): Promise<string[]> {
  const begun = (attempts.at(-1)?.checks ?? []).flatMap(({ startedAt }) => startedAt ?? [])
  if (begun.length === 0) return []
  const started = Date.parse((await eventAt(work, Math.min(...begun), "done.verification-started")).at)
  const { workspace } = work.state.log
  const looked = await Promise.all(
    touched.map(async ({ path, hash }) => {
      const now = await hashAt(path)
      if (now === hash || now === undefined) return []
      const changedAt = await changeTime(path)
      return changedAt === null || changedAt >= started ? [shownPath(workspace, path)] : []
    }),
  )
  return looked.flat()
}

async function retouchedTests({ touched }: Done, since: number, { files }: ProjectFacts, { state }: Work) {
  const { workspace } = state.log
  const known = new Set(touched.map(({ path }) => shownPath(workspace, path)))
  const tests = [...files].filter((path) => isTestFile(path) && !known.has(path))
  const looked = await Promise.all(
    tests.map(async (path) => (((await changeTime(join(workspace, path))) ?? 0) > since ? [path] : [])),
  )
  return looked.flat()
}

/** The hash of a file now, null where there is none; undefined for what is too large or no file to read. */
async function hashAt(path: string): Promise<string | null | undefined> {
  try {
    const entry = await orNothing(readEntry(path))
    return entry ? hashOf(entry.bytes) : (await changeTime(path)) === null ? null : undefined
  } catch (error) {
    if (!isHoldfastError(error)) throw error
    return undefined
  }
}

/** When a file, or what is known of it, was changed last, in milliseconds: nobody can set that time. */
async function changeTime(path: string): Promise<number | null> {
  return (await orNothing(lstat(path)))?.ctimeMs ?? null
}
