import { constants } from "node:fs"
import { access } from "node:fs/promises"
import { dirname } from "node:path"
import { isLink } from "../../base/link-mode.ts"
import { isHoldfastError } from "../../session/error.ts"
import type { BlobRef, FileChange } from "../../session/event/common.ts"
import type { Draft, ToolContext } from "../contract.ts"
import { orFailed } from "../failure.ts"
import { openNearest } from "./directory.ts"
import { entryHash, type FileContent, hashOf, largestFile, readEntry } from "./file-content.ts"
import { diffOf } from "./file-diff.ts"
import { type DirectoryPlan, type Net, netOf, restoreDirectories } from "./restore-directory.ts"

/** A change that was made, with the content before it. The modes are as in an intent: `mode` after, `was` before. */
export type Restorable = FileChange & {
  kind?: "directory" | undefined
  preImage?: BlobRef | undefined
  mode?: number | undefined
  was?: number | undefined
}

/** A file that is not restored, why, and what restoring it would change now. */
export type LeftAlone = { path: string; why: string; diff?: string }

/**
 * How to bring files back to what they were before some changes, oldest first. Only a file that still equals its last
 * post-image is touched; the others are listed, and with `force` restored too. Permission bits follow where the changes
 * changed them.
 */
export async function restoreDrafts(
  changes: readonly Restorable[],
  options: { blob: ToolContext["blob"]; force?: boolean },
): Promise<{ drafts: Draft[]; directories: Omit<DirectoryPlan, "left">; left: LeftAlone[] }> {
  const { left, ...directories } = await restoreDirectories(changes.filter(({ kind }) => kind === "directory"))
  const drafts: Draft[] = []
  for (const net of netOf(changes.filter(({ kind }) => kind !== "directory"))) {
    const plan = await planFor(net, options)
    if (plan && "why" in plan) left.push(plan)
    else if (plan) drafts.push(plan)
  }
  return { drafts, directories, left }
}

async function planFor(
  { path, first, last, interfered }: Net,
  { blob, force = false }: { blob: ToolContext["blob"]; force?: boolean },
): Promise<Draft | LeftAlone | undefined> {
  const found = await lookAt(path)
  if ("why" in found) return found
  const { now } = found
  const bytes = now?.bytes ?? null
  const entry = entryHash(bytes && hashOf(bytes), now?.mode)
  const [before, after] = [entryHash(first.before, modeBefore(first)), entryHash(last.after, last.mode)]
  const mode = modeFor(now?.mode, first, last)
  // Where only the mode was changed, the content is not ours to restore.
  if (entry === before || (now && before === after && !interfered)) {
    return mode === undefined || !bytes ? undefined : { path, before: bytes, after: bytes, mode }
  }
  const wanted = await preImageOf(first, blob)
  if (wanted === undefined) return { path, why: `No copy of ${path} from before was kept.` }
  if (wanted && wanted.length > largestFile) return { path, why: tooLarge(path) }
  if (!force && (interfered || entry !== after)) {
    const why = interfered
      ? `Someone else changed ${path} between the agent's own changes.`
      : `${path} was changed since.`
    return { path, why, diff: diffOf(path, bytes, wanted) }
  }
  return { path, before: bytes, after: wanted, ...(wanted && mode !== undefined ? { mode } : {}) }
}

/** What is at the path, if it can be restored there at all. */
async function lookAt(path: string): Promise<{ now: FileContent | undefined } | LeftAlone> {
  const looked = await orFailed(async () => {
    const parent = await openNearest(dirname(path))
    await parent.close()
    const now = await readEntry(path)
    if (now && !isLink(now.mode)) await access(path, constants.W_OK)
    return { now }
  })
  return "now" in looked ? looked : { path, why: looked.text }
}

/** The mode to restore, or undefined where the file keeps the one that it has. */
function modeFor(now: number | undefined, first: Restorable, last: Restorable): number | undefined {
  const [before, after] = [modeBefore(first), last.mode]
  if (before === undefined) return undefined
  if (now === undefined || isLink(now) !== isLink(before)) return before
  if (isLink(before) || after === undefined || before === after || now === before) return undefined
  if (now === after) return before
  // Git knows no more of a mode than whether a file can be run.
  if (isExecutable(before) === isExecutable(after) || isExecutable(before) === isExecutable(now)) return undefined
  return isExecutable(before) ? now | ((now & 0o444) >> 2) : now & ~0o111
}

const modeBefore = ({ before, mode, was = mode }: Restorable) => (before === null ? undefined : was)

const isExecutable = (mode: number) => (mode & 0o100) !== 0

const tooLarge = (path: string) => `${path} had more than ${largestFile / 1024 / 1024} MB before, too much to restore.`

async function preImageOf(
  { before, preImage }: Restorable,
  blob: ToolContext["blob"],
): Promise<Uint8Array | null | undefined> {
  if (before === null) return null
  if (!preImage) return undefined
  try {
    return await blob(preImage.blob)
  } catch (error) {
    if (isHoldfastError(error) && error.code === "not-found") return undefined
    throw error
  }
}
