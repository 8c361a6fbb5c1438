import { join } from "node:path"
import { isWithin } from "../../base/path-within.ts"
import type { JobSandbox } from "../../session/event/common.ts"
import type { Job } from "../job/plan.ts"
import type { Environment } from "../job/start-job.ts"
import { repositoryPlaces } from "./repository-places.ts"
import {
  directoriesBetween,
  distinct,
  ensureCachePlaces,
  realIfThere,
  secretsThere,
  startFiles,
  temporaryPlaces,
  without,
} from "./sandbox-places.ts"

/** What a person has set for the sandbox. */
export type SandboxSettings = {
  /** Whether commands run in it: `auto` where the system has one; `true`, that they ask where it has none. */
  enabled?: boolean | "auto" | undefined
  /** Whether the network is on for every command. */
  network?: boolean | undefined
  /** What commands may write besides. */
  writable?: readonly string[] | undefined
  /** What commands may read although it is a usual place of secrets. */
  readable?: readonly string[] | undefined
}

/** What a sandbox must know of the session that a command belongs to. */
export type SandboxContext = {
  workspace: string
  home: string
  env: Environment
  settings: SandboxSettings
  /** The data directory and the configuration. */
  protected: readonly string[]
  /** The rules of the project. */
  rules: readonly string[]
  /** In the place of those of the system. */
  temporary?: readonly string[]
}

/** What a command may do, in paths that are there; all are real. What says more about a path wins over what is above it. */
export type SandboxPolicy = {
  network: boolean
  writable: readonly string[]
  /** In a writable place, and yet not to be written. */
  readOnly: readonly string[]
  /** In a writable place: written, but not moved away. */
  pinned: readonly string[]
  /** Not there at all for the command. */
  hidden: readonly string[]
  /** In a hidden place, and yet there. */
  visible: readonly string[]
  /** Not there yet, and not to be. */
  absent: readonly string[]
  /** A temporary directory of its own, where it may write nothing else. */
  temporary: string | null
}

/** The policy for one command, by a look at the disk. */
export function sandboxPolicy(
  job: Pick<Job, "cwd" | "place">,
  sandbox: JobSandbox,
  context: SandboxContext,
): SandboxPolicy {
  const { workspace, home, env, settings } = context
  const network = sandbox.network ?? false
  const readable = distinct((settings.readable ?? []).flatMap((path) => realOf(path, home) ?? []))
  const secrets = secretsThere(home).flatMap((path) => without(path, readable))
  const own = context.protected.flatMap((path) => realIfThere(path) ?? [])
  const hidden = topmost([...secrets, ...own])
  if (sandbox.mode === "read-only") {
    const temporary = join(job.place, "tmp")
    const visible = [temporary, job.cwd, workspace].filter((path) => isHidden(path, hidden))
    return { network, writable: [temporary], readOnly: [], pinned: [], hidden, visible, absent: [], temporary }
  }
  const repository = repositoryPlaces(workspace)
  const ruled = [...context.rules, ...(isWithin(home, workspace) ? startFiles.map((name) => join(home, name)) : [])]
  const writable = distinct([
    workspace,
    ...(isWithin(job.cwd, workspace) ? [] : isHidden(job.cwd, hidden) ? [job.cwd] : []),
    ...repository.writable,
    ...(context.temporary ?? temporaryPlaces()),
    ...ensureCachePlaces(home, env),
    ...(settings.writable ?? []).flatMap((path) => realOf(path, home) ?? []),
  ]).filter((path) => path === job.cwd || path === workspace || !isHidden(path, hidden))
  const isWritable = (path: string) => writable.some((place) => isWithin(path, place))
  const there = ruled.filter((path) => realIfThere(path) === path)
  const missing = ruled.filter((path) => realIfThere(path) === undefined)
  // A directory above what is read-only could be moved away, and another one put in its place.
  const above = there.flatMap((path) => writable.flatMap((place) => directoriesBetween(place, path).slice(1, -1)))
  return {
    network,
    writable,
    readOnly: distinct([...repository.readOnly, ...there].filter(isWritable)),
    pinned: distinct([...repository.pinned, ...above].filter(isWritable)),
    hidden,
    visible: distinct([workspace, job.cwd].filter((path) => isHidden(path, hidden))),
    absent: distinct([...repository.absent, ...missing].filter(isWritable)),
    temporary: null,
  }
}

const isHidden = (path: string, hidden: readonly string[]) => hidden.some((place) => isWithin(path, place))

function topmost(paths: readonly string[]): string[] {
  const all = distinct(paths)
  return all.filter((path) => !all.some((other) => other !== path && isWithin(path, other)))
}

function realOf(path: string, home: string): string | undefined {
  return realIfThere(path.startsWith("~/") ? join(home, path.slice(2)) : path)
}
