import { randomUUID } from "node:crypto"
import { copyFile, mkdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises"
import { homedir } from "node:os"
import { join, resolve } from "node:path"
import { unless } from "./failure.ts"
import { type GitOutcome, runGit } from "./git-process.ts"

export const snapshotLimits = {
  /** A workspace that takes longer is not covered for the rest of the session: each command would wait for it. */
  timeoutMs: 15_000,
  changes: 5000,
  changedBytes: 256 * 1024 * 1024,
} as const

/** A git directory of our own over the work tree of the user. */
export type Shadow = {
  /** The real path of the top of the work tree. */
  top: string
  git(args: readonly string[], input?: string): Promise<GitOutcome>
  writeTree(): Promise<{ tree: string } | { tree: null; reason: string }>
}

/** Opens, and makes at first, the shadow of a workspace. Everything is under `directory`. */
export async function openShadow(workspace: string, directory: string): Promise<Shadow | { reason: string }> {
  const given = await unless(["ENOENT"], readFile(join(directory, "given-up"), "utf8"))
  if (given !== undefined) return { reason: given }
  const found = await findRepository(workspace)
  if ("reason" in found) return found
  const repository = join(directory, "git")
  const env = {
    GIT_DIR: repository,
    GIT_WORK_TREE: found.top,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_ATTR_NOSYSTEM: "1",
  }
  type More = { env?: Record<string, string>; input?: string | undefined; fine?: readonly number[] }
  const run = (args: readonly string[], more: More = {}) =>
    runGit(args, {
      ...more,
      cwd: workspace,
      timeoutMs: snapshotLimits.timeoutMs,
      mostBytes: snapshotLimits.changedBytes,
      env: { ...env, ...more.env },
    })
  await make(repository, found)
  return {
    top: found.top,
    git: (args, input) => run(args, { input }),
    async writeTree() {
      // An index of its own for each run: git of a killed agent may still hold the lock of another.
      const own = join(repository, "index")
      const index = join(repository, `index.${randomUUID()}`)
      const more = { env: { GIT_INDEX_FILE: index } }
      const stage = () => run(["add", "--all", "--ignore-errors", "--", "."], { ...more, fine: [1] })
      try {
        const known = await copyIndex(own, index)
        let staged = await stage()
        if (!staged.ok && staged.reason === "failed" && known) {
          await rm(index, { force: true })
          staged = await stage()
        }
        const written = staged.ok ? await run(["write-tree"], more) : staged
        if (!written.ok) return written.reason === "timeout" ? giveUp(directory) : nothing(written.message)
        await rename(index, own)
        return { tree: written.output.toString("latin1").trim() }
      } finally {
        await Promise.all([index, `${index}.lock`].map((file) => rm(file, { force: true })))
      }
    },
  }
}

/** Git reads again what changed in the same instant as the index, so that its copy must not look newer. */
async function copyIndex(from: string, to: string): Promise<boolean> {
  const known = await unless(["ENOENT"], stat(from))
  if (!known) return false
  await copyFile(from, to)
  await utimes(to, known.atime, new Date(Math.floor(known.mtimeMs)))
  return true
}

type Repository = { top: string; objects: string; index: string; common: string; config: ReadonlyMap<string, string> }

async function findRepository(workspace: string): Promise<Repository | { reason: string }> {
  const ask = (args: readonly string[]) => runGit(args, { cwd: workspace, timeoutMs: snapshotLimits.timeoutMs })
  const [places, config] = await Promise.all([
    ask(["rev-parse", "--show-toplevel", "--git-path", "objects", "--git-path", "index", "--git-common-dir"]),
    ask(["config", "--list", "--null"]),
  ])
  if (!places.ok) return { reason: places.reason === "missing" ? "git is not installed" : notInGit }
  const [top = "", ...rest] = places.output.toString("utf8").trimEnd().split("\n")
  const [objects = "", index = "", common = ""] = rest.map((path) => resolve(workspace, path))
  return { top, objects, index, common, config: parseConfig(config.ok ? config.output.toString("utf8") : "") }
}

const notInGit = "the workspace is in no git repository"

function parseConfig(listed: string): Map<string, string> {
  const settings = listed.split("\0").filter(Boolean)
  return new Map(settings.map((setting) => [setting.split("\n", 1)[0] ?? "", setting.slice(setting.indexOf("\n") + 1)]))
}

// How the file system is, as git found out when the user's repository was made.
const copied = ["core.filemode", "core.symlinks", "core.ignorecase", "core.precomposeunicode"]

async function make(repository: string, user: Repository): Promise<void> {
  const { config, objects, common, index } = user
  const info = join(repository, "info")
  const made = await unless(["ENOENT"], readFile(join(repository, "HEAD")))
  await Promise.all(
    [info, join(repository, "refs"), join(repository, "objects", "info")].map((path) =>
      mkdir(path, { recursive: true, mode: 0o700 }),
    ),
  )
  await writeFile(join(info, "exclude"), await ignored(config, common))
  if (made) return
  const format = config.get("extensions.objectformat")
  const settings = [
    `[core]\nrepositoryformatversion = ${format ? 1 : 0}\nbare = false\nlooseCompression = 1\nfsync = none\nuntrackedCache = false`,
    ...copied.flatMap((name) => (config.has(name) ? [`${name.slice("core.".length)} = ${config.get(name)}`] : [])),
    "[gc]\nauto = 0",
    "[diff]\nignoreSubmodules = all",
    "[advice]\naddEmbeddedRepo = false",
    ...(format ? [`[extensions]\nobjectformat = ${format}`] : []),
  ]
  await writeFile(join(repository, "config"), `${settings.join("\n")}\n`)
  // It wins over every other attribute: bytes are kept as they are, and no filter is run.
  await writeFile(join(info, "attributes"), "* -text !eol !crlf !ident !filter !working-tree-encoding\n")
  await writeFile(join(repository, "objects", "info", "alternates"), `${objects}\n`)
  if (await isPlain(user)) await copyIndex(index, join(repository, "index"))
  await writeFile(join(repository, "HEAD"), "ref: refs/heads/none\n")
}

/** Where git looks if nothing is configured. */
const usual = (name: string) => join(process.env.XDG_CONFIG_HOME || join(homedir(), ".config"), "git", name)

/** The user's own rules for what is not covered, beside those in the work tree. */
async function ignored(config: ReadonlyMap<string, string>, common: string): Promise<string> {
  const named = config.get("core.excludesfile")?.replace(/^~(?=\/)/, homedir())
  const files = [named ?? usual("ignore"), join(common, "info", "exclude")]
  const texts = await Promise.all(files.map((file) => unless(["ENOENT", "ENOTDIR"], readFile(file, "utf8"))))
  return texts.map((text) => `${text ?? ""}\n`).join("")
}

/**
 * The user's index knows which files did not change since git last saw them, which saves reading them all. But its
 * hashes are of what filters and line-end rules made of the bytes, and it may be told to overlook changes.
 */
async function isPlain({ top, common, config }: Repository): Promise<boolean> {
  if (changesIndex.some((name) => config.has(name))) return false
  const attributes = [usual("attributes"), join(common, "info", "attributes"), join(top, ".gitattributes")]
  const found = await Promise.all(attributes.map((file) => unless(["ENOENT", "ENOTDIR"], stat(file))))
  if (found.some((file) => file !== undefined)) return false
  const listed = await runGit(["ls-files", "-v", "-z"], { cwd: top, timeoutMs: snapshotLimits.timeoutMs })
  if (!listed.ok) return false
  const files = listed.output.toString("utf8").split("\0").filter(Boolean)
  return files.every((file) => file.startsWith("H ") && !file.endsWith(".gitattributes"))
}

const changesIndex = ["core.autocrlf", "core.attributesfile", "core.sparsecheckout", "core.splitindex", "index.sparse"]

async function giveUp(directory: string) {
  const text = `the workspace is too large: git took more than ${snapshotLimits.timeoutMs / 1000} seconds to record it`
  await writeFile(join(directory, "given-up"), text)
  return nothing(text)
}

const nothing = (reason: string) => ({ tree: null, reason })
