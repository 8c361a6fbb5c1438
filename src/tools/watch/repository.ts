import { randomUUID } from "node:crypto"
import { copyFile, lstat, mkdir, readFile, rename, stat, utimes, writeFile } from "node:fs/promises"
import { homedir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { z } from "zod"
import { systemCode, unless } from "../../base/system-error.ts"
import { generatedExcludes } from "../../session/generated.ts"
import { runGit } from "../job/git-process.ts"
import { isTooLarge } from "./extent.ts"
import { readIndex } from "./git-index.ts"
import { snapshotLimits } from "./watch-limits.ts"

/** Where the shadow of a workspace is rooted, and the user's own repository, if it is in one. */
export type Rooted = z.infer<typeof rooted>

const rooted = z.object({
  /** The real path of the top of the work tree. */
  top: z.string(),
  user: z
    .object({ objects: z.string(), index: z.string(), common: z.string(), excludesFile: z.string().optional() })
    .nullable(),
})

/**
 * Makes the repository of a shadow, or finds the one that was made: its top stays the same one, even if the user makes a
 * repository of the workspace meanwhile.
 */
export async function makeRepository(
  workspace: string,
  repository: string,
): Promise<Rooted | { reason: string; tooLarge?: true }> {
  const known = await unless(["ENOENT"], readFile(join(repository, placeFile), "utf8"))
  if (known !== undefined) {
    const place = rooted.parse(JSON.parse(known))
    await writeExcludes(repository, place)
    return place
  }
  const found = await findRepository(workspace)
  if ("reason" in found) return found
  if (!found.user) {
    const reason = await isTooLarge(workspace)
    if (reason !== undefined) return { reason, tooLarge: true }
  }
  await make(repository, found)
  return found
}

/** Git reads again what changed in the same instant as the index, so that its copy must not look newer. */
export async function copyIndex(from: string, to: string): Promise<boolean> {
  const known = await unless(["ENOENT"], stat(from))
  if (!known) return false
  await copyFile(from, to)
  await utimes(to, known.atime, new Date(Math.floor(known.mtimeMs)))
  return true
}

/** What the user's git tracks though the rules of the shadow leave it out: it is the user's own all the same. */
export async function trackedThough(repository: string, { top, user }: Rooted): Promise<string> {
  if (!user) return ""
  const rules = ["--exclude-standard", `--exclude-from=${join(repository, "info", "exclude")}`]
  const listed = await runGit(["ls-files", "-z", "--cached", "--ignored", ...rules], { cwd: top, ...patience })
  return listed.ok ? listed.output.toString("utf8") : ""
}

const patience = { timeoutMs: snapshotLimits.timeoutMs } as const
const placeFile = "holdfast.json"
const headText = "ref: refs/heads/none\n"

type Repository = Rooted & { config: ReadonlyMap<string, string> }

/** Where a repository may be: to see that there is none takes a few looks instead of two processes. */
async function maybeRepository(workspace: string): Promise<string | undefined> {
  for (let directory = workspace; ; directory = dirname(directory)) {
    try {
      await stat(join(directory, ".git"))
      return directory
    } catch (error) {
      // What cannot be looked at is left to git.
      if (systemCode(error) !== "ENOENT") return directory
    }
    if (dirname(directory) === directory) return undefined
  }
}

/**
 * The places of a repository of the usual form; undefined where git has to tell: a work tree elsewhere, more than one of
 * them, or a repository that git might not trust or find from here.
 */
async function usualPlaces(top: string, workspace: string, config: Repository["config"]): Promise<Rooted | undefined> {
  const common = join(top, ".git")
  const unusual = ["core.worktree", "extensions.worktreeconfig"].some((name) => config.has(name))
  if (unusual || config.get("core.bare") === "true" || config.get("core.repositoryformatversion") === undefined) return
  const [objects, index] = [join(common, "objects"), join(common, "index")]
  const needed = [common, top, workspace, objects, join(common, "refs"), join(common, "HEAD")]
  const found = await Promise.all(needed.map((path) => unless(["ENOENT", "ENOTDIR"], lstat(path))))
  const own = process.getuid?.()
  const [git] = found
  const isUsual =
    own !== undefined &&
    git?.isDirectory() &&
    found.every((each) => each?.dev === git.dev && each.uid === own) &&
    (await unless(["ENOENT"], lstat(join(common, "commondir")))) === undefined
  return isUsual ? { top, user: { objects, index, common } } : undefined
}

async function findRepository(workspace: string): Promise<Repository | { reason: string }> {
  const directory = await maybeRepository(workspace)
  if (directory === undefined) return { top: workspace, user: null, config: new Map() }
  const ask = (args: readonly string[]) => runGit(args, { cwd: workspace, ...patience })
  const listed = await ask(["config", "--list", "--null"])
  if (!listed.ok && listed.reason === "missing") return { reason: "git is not installed" }
  const config = parseConfig(listed.ok ? listed.output.toString("utf8") : "")
  const found = (await usualPlaces(directory, workspace, config)) ?? (await placesByGit(workspace, ask))
  if (!found.user) return { ...found, config }
  const named = config.get("core.excludesfile")?.replace(/^~(?=\/)/, homedir())
  return { ...found, user: { ...found.user, ...(named === undefined ? {} : { excludesFile: named }) }, config }
}

async function placesByGit(
  workspace: string,
  ask: (args: readonly string[]) => ReturnType<typeof runGit>,
): Promise<Rooted> {
  const options = ["rev-parse", "--show-toplevel", "--git-path", "objects", "--git-path", "index", "--git-common-dir"]
  const places = await ask(options)
  if (!places.ok) return { top: workspace, user: null }
  const [top = "", ...rest] = places.output.toString("utf8").trimEnd().split("\n")
  const [objects = "", index = "", common = ""] = rest.map((path) => resolve(workspace, path))
  return { top, user: { objects, index, common } }
}

function parseConfig(listed: string): Map<string, string> {
  const settings = listed.split("\0").filter(Boolean)
  return new Map(settings.map((setting) => [setting.split("\n", 1)[0] ?? "", setting.slice(setting.indexOf("\n") + 1)]))
}

// How the file system is, as git found out when the user's repository was made.
const copied = ["core.filemode", "core.symlinks", "core.ignorecase", "core.precomposeunicode"]

async function make(repository: string, found: Repository): Promise<void> {
  const { config, user, top } = found
  const info = join(repository, "info")
  await Promise.all(
    [info, join(repository, "refs"), join(repository, "objects", "info")].map((path) =>
      mkdir(path, { recursive: true, mode: 0o700 }),
    ),
  )
  await writeExcludes(repository, found)
  const head = join(repository, "HEAD")
  // It is written last. A process that was killed while it wrote leaves it empty, and git takes that for no repository.
  if ((await unless(["ENOENT"], readFile(head, "utf8"))) !== headText) {
    const format = user ? config.get("extensions.objectformat") : undefined
    const settings = [
      `[core]\nrepositoryformatversion = ${format ? 1 : 0}\nbare = false\nlooseCompression = 1\ncompression = 1`,
      "fsync = none\nuntrackedCache = false\npreloadIndex = true",
      ...(user ? copied : []).flatMap((name) =>
        config.has(name) ? [`${name.slice("core.".length)} = ${config.get(name)}`] : [],
      ),
      "[gc]\nauto = 0",
      "[diff]\nignoreSubmodules = all",
      "[advice]\naddEmbeddedRepo = false",
      ...(format ? [`[extensions]\nobjectformat = ${format}`] : []),
    ]
    await writeFile(join(repository, "config"), `${settings.join("\n")}\n`)
    // It wins over every other attribute: bytes are kept as they are, and no filter is run.
    await writeFile(join(info, "attributes"), "* -text !eol !crlf !ident !filter !working-tree-encoding\n")
    if (user) {
      await writeFile(join(repository, "objects", "info", "alternates"), `${user.objects}\n`)
      if (await isPlain(found)) await copyIndex(user.index, join(repository, "index"))
    }
    await writeFile(head, headText)
  }
  await replaceFile(join(repository, placeFile), JSON.stringify({ top, user }))
}

/** Where git looks if nothing is configured. */
const usual = (name: string) => join(process.env.XDG_CONFIG_HOME || join(homedir(), ".config"), "git", name)

/** What is left out: generated files, and the user's own rules beside those in the work tree, which win. */
async function writeExcludes(repository: string, { user }: Rooted): Promise<void> {
  const files = [user?.excludesFile ?? usual("ignore"), ...(user ? [join(user.common, "info", "exclude")] : [])]
  const texts = await Promise.all(files.map((file) => unless(["ENOENT", "ENOTDIR"], readFile(file, "utf8"))))
  const rules = [...generatedExcludes, ...texts.map((text) => text ?? "")].map((text) => `${text}\n`).join("")
  const target = join(repository, "info", "exclude")
  if ((await unless(["ENOENT"], readFile(target, "utf8"))) !== rules) await replaceFile(target, rules)
}

async function replaceFile(path: string, text: string): Promise<void> {
  const temp = `${path}.${randomUUID()}`
  await writeFile(temp, text)
  await rename(temp, path)
}

/**
 * The user's index knows which files did not change since git last saw them, which saves reading them all. But its
 * hashes are of what filters and line-end rules made of the bytes, and it may be configured to ignore changes.
 */
async function isPlain({ top, user, config }: Repository): Promise<boolean> {
  if (!user || changesIndex.some((name) => config.has(name))) return false
  const attributes = [usual("attributes"), join(user.common, "info", "attributes"), join(top, ".gitattributes")]
  const found = await Promise.all(attributes.map((file) => unless(["ENOENT", "ENOTDIR"], stat(file))))
  if (found.some((file) => file !== undefined)) return false
  const index = await unless(["ENOENT"], readFile(user.index))
  const entries = index && readIndex(index)
  return entries?.every(({ path, isOverlooked }) => !isOverlooked && !path.endsWith(".gitattributes")) ?? false
}

const changesIndex = ["core.autocrlf", "core.attributesfile", "core.sparsecheckout", "core.splitindex", "index.sparse"]
