import { lstat, readdir, readlink } from "node:fs/promises"
import { homedir } from "node:os"
import { dirname, join, relative } from "node:path"
import { z } from "zod"
import { isWithin } from "../../base/path-within.ts"
import { unless } from "../../base/system-error.ts"
import { isSystemPath } from "../../base/system-path.ts"
import type { AccessedPath } from "../../session/accessed-path.ts"
import { HoldfastError } from "../../session/error.ts"
import type { AccessContext } from "../contract.ts"

type PathContext = Omit<AccessContext, "jobs">

/** A path as a tool takes it from the model. */
export const pathArgument = z
  .string()
  .min(1)
  .refine((path) => !path.includes("\0"), "a path cannot hold a NUL character: leave it out")

/**
 * Where a path really leads: relative to the workspace, `~`, `..` and symbolic links at every position resolved, the
 * last and dangling ones too. Law: privilege. Writing is held to more than reading: hooks and policy can be read.
 */
export async function placeOf(
  path: string,
  context: PathContext,
  use: "read" | "write" = "write",
): Promise<AccessedPath> {
  if (path.includes("\0")) {
    throw new HoldfastError("invalid", `The path ${JSON.stringify(path)} holds a NUL character: leave it out.`)
  }
  const real = await realPath(absolute(path, context.workspace))
  const inWorkspace = isWithin(real, context.workspace)
  const shown = inWorkspace ? relative(context.workspace, real) || "." : real
  return { path: real, shown, where: await whereIs(real, context, use) }
}

/** The place of a path that a tool may touch at all. Law: privilege. No mode and no approval opens a protected one. */
export async function touchablePlace(path: string, context: PathContext, use: "read" | "write"): Promise<AccessedPath> {
  const place = await placeOf(path, context, use)
  if (place.where === "protected") {
    const what = "it belongs to Holdfast, git or the system, and no file tool may"
    throw new HoldfastError("invalid", `${place.shown} is protected: ${what} ${use} it. Leave it, or ask the person.`)
  }
  return place
}

async function whereIs(real: string, context: PathContext, use: "read" | "write"): Promise<AccessedPath["where"]> {
  const [notes = context.notes, ...guarded] = await Promise.all([context.notes, ...context.protected].map(realPath))
  if (await isHardLinkInto(real, guarded, notes)) return "protected"
  if (isWithin(real, notes)) return "notes"
  const name = folded(real)
  if ([...context.protected, ...guarded].some((path) => isWithin(name, folded(path)))) return "protected"
  const inWorkspace = isWithin(real, context.workspace)
  const own = inWorkspace ? relative(context.workspace, real) : real
  if (use === "write" && (isSystemPath(real) || own.split("/").some(isGuardedName))) return "protected"
  if (processFiles.test(real)) return "protected"
  return inWorkspace ? "workspace" : "outside"
}

/** The environment of a process holds its keys, and its memory everything else. */
const processFiles = /^\/proc\/\d+(\/|$)/

/** Git runs hooks and what its config names; `.holdfast` holds the rules of a project. */
const isGuardedName = (name: string) => [".git", ".holdfast"].includes(folded(name))

/**
 * Names are compared as the most forgiving file system would: without case, in one Unicode form, and without the
 * characters that some of them ignore.
 */
function folded(path: string): string {
  return path
    .normalize("NFKC")
    .replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, "")
    .toLowerCase()
}

// Joined, not normalised: what `..` leads to depends on the links before it.
function absolute(path: string, workspace: string): string {
  if (path === "~" || path.startsWith("~/")) return homedir() + path.slice(1)
  return path.startsWith("/") ? path : `${workspace}/${path}`
}

/** Follows links as the kernel does, each before the `..` after it. What does not exist is taken by its name. */
export async function realPath(path: string): Promise<string> {
  const rest = path.split("/").reverse()
  let real = "/"
  let links = 0
  for (let name = rest.pop(); name !== undefined; name = rest.pop()) {
    if (name === "" || name === ".") continue
    if (name === "..") {
      real = dirname(real)
      continue
    }
    const next = join(real, name)
    const target = await unless(["EINVAL", "ENOENT", "ENOTDIR"], readlink(next))
    if (target === undefined) {
      real = next
      continue
    }
    if (++links > 40) {
      throw new HoldfastError("invalid", `${path} goes round in symbolic links. Use another path.`)
    }
    if (target.startsWith("/")) real = "/"
    rest.push(...target.split("/").reverse())
  }
  return real
}

/** Another name of a protected file is that file. */
async function isHardLinkInto(path: string, guarded: readonly string[], notes: string): Promise<boolean> {
  const file = await statOf(path)
  if (!file?.isFile() || file.nlink < 2n) return false
  for (const root of guarded) {
    for (const candidate of await filesIn(root)) {
      if (isWithin(candidate, notes)) continue
      const other = await statOf(candidate)
      if (other?.dev === file.dev && other.ino === file.ino) return true
    }
  }
  return false
}

async function filesIn(root: string): Promise<string[]> {
  const entries = await unless(["ENOENT", "ENOTDIR", "EACCES"], readdir(root, { recursive: true, withFileTypes: true }))
  if (!entries) return [root]
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

const statOf = (path: string) => unless(["ENOENT", "ENOTDIR", "EACCES"], lstat(path, { bigint: true }))
