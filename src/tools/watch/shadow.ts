import { randomUUID } from "node:crypto"
import { mkdir, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { unless } from "../../base/system-error.ts"
import { type GitOutcome, runGit } from "../job/git-process.ts"
import { copyIndex, makeRepository, trackedThough } from "./repository.ts"
import { snapshotLimits } from "./watch-limits.ts"

/** A git directory of our own over the work tree of the user. */
export type Shadow = {
  /** The real path of the top of the work tree. */
  top: string
  git(args: readonly string[], input?: string, fine?: readonly number[]): Promise<GitOutcome>
  /** Stages the workspace as it is; the tree of it, or why there is none. */
  writeTree(): Promise<{ tree: string } | { tree: null; reason: string }>
  /** How many bytes the index has, by which it is known how long git takes to go through the workspace. */
  indexBytes(): Promise<number>
}

type More = { env?: Record<string, string>; input?: string | undefined; fine?: readonly number[] }

/** Opens, and makes at first, the shadow of a workspace. Everything is under `directory`. */
export async function openShadow(workspace: string, directory: string): Promise<Shadow | { reason: string }> {
  const given = await unless(["ENOENT"], readFile(join(directory, "given-up"), "utf8"))
  if (given) return { reason: given }
  const repository = join(directory, "git")
  const rooted = await makeRepository(workspace, repository)
  if ("reason" in rooted) {
    if (rooted.tooLarge) await giveUp(directory, rooted.reason)
    return rooted
  }
  const env = {
    GIT_DIR: repository,
    GIT_WORK_TREE: rooted.top,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_ATTR_NOSYSTEM: "1",
  }
  const run = (args: readonly string[], more: More = {}) =>
    runGit(args, {
      ...more,
      cwd: workspace,
      timeoutMs: snapshotLimits.timeoutMs,
      mostBytes: snapshotLimits.changedBytes,
      env: { ...env, ...more.env },
    })

  /** Brings an index up to date; one that is new gets everything, in one pack instead of a file for each content. */
  const stage = async (index: string, { isNew }: { isNew: boolean }): Promise<GitOutcome> => {
    const more = { env: { GIT_INDEX_FILE: index }, fine: [1] }
    const bulk = isNew ? ["-c", "core.bigFileThreshold=1"] : []
    const staged = await run([...bulk, "add", "--all", "--ignore-errors", "--", "."], more)
    const tracked = staged.ok && isNew ? await trackedThough(repository, rooted) : ""
    if (tracked === "") return staged
    // From the top: the paths are relative to it.
    return run(["-C", rooted.top, "update-index", "-z", "--add", "--remove", "--stdin"], { ...more, input: tracked })
  }

  const treeOf = async (index: string, { isNew }: { isNew: boolean }): Promise<{ tree: string } | GitFailure> => {
    const before = await unless(["ENOENT"], stat(index))
    const staged = await stage(index, { isNew })
    if (!staged.ok) return staged
    const known = await knownTree(repository, index)
    // Git replaces an index that it changes.
    if (known !== undefined && before?.ino === (await unless(["ENOENT"], stat(index)))?.ino) return { tree: known }
    const written = await run(["write-tree"], { env: { GIT_INDEX_FILE: index } })
    return written.ok ? { tree: written.output.toString("latin1").trim() } : written
  }

  return {
    top: rooted.top,
    git: (args, input, fine) => run(args, { input, ...(fine ? { fine } : {}) }),
    indexBytes: async () => (await unless(["ENOENT"], stat(join(repository, "index"))))?.size ?? 0,
    async writeTree() {
      // An index of its own for each run: git of a killed agent may still hold the lock of another.
      const own = join(repository, "index")
      const index = join(repository, `index.${randomUUID()}`)
      try {
        const known = await copyIndex(own, index)
        let found = await treeOf(index, { isNew: !known })
        if ("ok" in found && found.reason === "failed" && known) {
          await rm(index, { force: true })
          found = await treeOf(index, { isNew: true })
        }
        if ("ok" in found) {
          if (found.reason === "timeout") await giveUp(directory, tooSlow)
          return { tree: null, reason: found.reason === "timeout" ? tooSlow : found.message }
        }
        const checksum = await checksumOf(index)
        await unless(["ENOENT"], rename(index, own))
        await rememberTree(repository, `${checksum} ${found.tree}`)
        return found
      } finally {
        await Promise.all([index, `${index}.lock`].map((file) => rm(file, { force: true })))
      }
    },
  }
}

type GitFailure = Extract<GitOutcome, { ok: false }>

const tooSlow = `the workspace is too large: git took more than ${snapshotLimits.timeoutMs / 1000} seconds to record it`

/** For the rest of the session: each command would wait for it. */
async function giveUp(directory: string, reason: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await writeFile(join(directory, "given-up"), reason)
}

// An index ends with the checksum of its content: by it the tree that was written from it is known again.
async function checksumOf(index: string): Promise<string> {
  const handle = await unless(["ENOENT"], open(index))
  if (!handle) return "none"
  try {
    const { size } = await handle.stat()
    const { buffer } = await handle.read(Buffer.alloc(20), 0, 20, Math.max(0, size - 20))
    return buffer.toString("hex")
  } finally {
    await handle.close()
  }
}

async function knownTree(repository: string, index: string): Promise<string | undefined> {
  const kept = await unless(["ENOENT"], readFile(join(repository, "tree"), "latin1"))
  const [checksum, tree] = kept?.split(" ") ?? []
  return tree !== undefined && checksum === (await checksumOf(index)) ? tree : undefined
}

async function rememberTree(repository: string, line: string): Promise<void> {
  const kept = await unless(["ENOENT"], readFile(join(repository, "tree"), "latin1"))
  if (kept !== line) await writeFile(join(repository, "tree"), line)
}
