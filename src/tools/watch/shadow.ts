import { randomUUID } from "node:crypto"
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { unless } from "../../base/system-error.ts"
import { type GitOutcome, runGit } from "../job/git-process.ts"
import { type FileList, keepList, parseList, readList } from "./file-list.ts"
import { readIndex } from "./git-index.ts"
import { copyIndex, makeRepository, trackedThough } from "./repository.ts"
import { snapshotLimits } from "./watch-limits.ts"

/** A git directory of our own over the work tree of the user. */
export type Shadow = {
  /** The real path of the top of the work tree. */
  top: string
  /** Where the contents are: its own, and those that it borrows. */
  objects: readonly string[]
  git(args: readonly string[], input?: string): Promise<GitOutcome>
  /** Stages the workspace as it is; the files of it, or why they are not known. */
  list(): Promise<FileList | { reason: string }>
  /** The files as they were listed under that name. */
  listed(name: string): Promise<FileList | { reason: string }>
  /** How many bytes the index has, by which it is known how long git takes to go through the workspace. */
  indexBytes(): Promise<number>
}

type More = { env?: Record<string, string>; input?: string | undefined; fine?: readonly number[] }

/** Opens, and makes at first, the shadow of a workspace. Everything is under `directory`. */
export async function openShadow(workspace: string, directory: string): Promise<Shadow | { reason: string }> {
  const given = await unless(["ENOENT"], readFile(join(directory, "given-up"), "utf8"))
  if (given) return { reason: given }
  const repository = join(directory, "git")
  const lists = join(directory, "lists")
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

  /** The files of an index that is brought up to date. */
  const listOf = async (index: string, { isNew }: { isNew: boolean }): Promise<FileList | GitFailure> => {
    const staged = await stage(index, { isNew })
    if (!staged.ok) return staged
    const bytes = (await unless(["ENOENT"], readFile(index))) ?? emptyIndex
    const checksum = bytes.toString("hex", Math.max(0, bytes.length - 20))
    const known = await knownList(checksum)
    if (known) return known
    const files = readIndex(bytes)
    if (!files) return { ok: false, reason: "failed", message: "the index that git wrote cannot be read" }
    const list = await keepList(files, lists)
    await writeFile(join(repository, "list"), `${checksum} ${list.name}`)
    return list
  }

  // An index ends with the checksum of its content: by it the list that was made from it is known again.
  const knownList = async (checksum: string): Promise<FileList | undefined> => {
    const kept = await unless(["ENOENT"], readFile(join(repository, "list"), "latin1"))
    const [of, name] = kept?.split(" ") ?? []
    return name !== undefined && of === checksum ? readList(name, lists) : undefined
  }

  return {
    top: rooted.top,
    objects: [join(repository, "objects"), ...(rooted.user ? [rooted.user.objects] : [])],
    git: (args, input) => run(args, { input }),
    indexBytes: async () => (await unless(["ENOENT"], stat(join(repository, "index"))))?.size ?? 0,
    async list() {
      // An index of its own for each run: git of a killed agent may still hold the lock of another.
      const own = join(repository, "index")
      const index = join(repository, `index.${randomUUID()}`)
      try {
        const known = await copyIndex(own, index)
        let found = await listOf(index, { isNew: !known })
        if ("ok" in found && found.reason === "failed" && known) {
          await rm(index, { force: true })
          found = await listOf(index, { isNew: true })
        }
        if ("ok" in found) {
          if (found.reason === "timeout") await giveUp(directory, tooSlow)
          return { reason: found.reason === "timeout" ? tooSlow : found.message }
        }
        await unless(["ENOENT"], rename(index, own))
        return found
      } finally {
        await Promise.all([index, `${index}.lock`].map((file) => rm(file, { force: true })))
      }
    },

    async listed(name) {
      const kept = await readList(name, lists)
      if (kept) return kept
      // An older version kept trees.
      const listed = await run(["ls-tree", "-r", "-z", name])
      return listed.ok ? { name, files: parseList(listed.output.toString("utf8")) } : { reason: listed.message }
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

/** What git takes an index for that is not there. */
const emptyIndex = Buffer.alloc(0)
