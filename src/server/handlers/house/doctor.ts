import { type Check, checkup } from "../../../agent/checkup.ts"
import { memoryChecks } from "../../../agent/memory-check.ts"
import { projectOf } from "../../../agent/project.ts"
import type { Report } from "../../../store/contract.ts"
import { inspectStore } from "../../../store/sqlite/inspect.ts"
import type { House } from "../../house.ts"
import { openLanes } from "../../lanes.ts"
import { verifyInThread } from "./verification.ts"

type Wish = { verify: boolean; project?: string | undefined; signal: AbortSignal }

type Diagnosis = { sound: boolean; checks: Check[]; verification: Report | null }

/** Looks over the storage and the memory of a project. Every byte is checked for one request at a time. */
export function doctorOf({ directory, version, closing }: House): (wish: Wish) => Promise<Diagnosis> {
  const oneByOne = openLanes()
  return async ({ verify, project, signal }) => {
    const inspection = inspectStore(directory)
    const versions = { holdfast: version, node: process.versions.node, sqlite: process.versions.sqlite ?? "unknown" }
    const memory = project === undefined ? [] : memoryChecks({ directory, project: projectOf(project) })
    const checks = [...checkup(inspection, versions), ...memory]
    // A newer store has tables that nobody here knows: there is nothing to compare them with.
    const file = inspection.failure?.code === "newer" ? undefined : inspection.file?.path
    const ended = AbortSignal.any([signal, closing])
    const verification =
      verify && file && inspection.file?.bytes ? await oneByOne(file, () => verifyInThread(file, ended)) : null
    const isSound = checks.every(({ status }) => status !== "fail") && (verification?.problems.length ?? 0) === 0
    return { sound: isSound, checks, verification }
  }
}
