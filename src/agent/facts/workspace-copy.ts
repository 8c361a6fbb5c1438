import { constants } from "node:fs"
import { copyFile, lstat, mkdir, opendir, readlink, rm, symlink, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { isGenerated } from "../../session/generated.ts"

/** A larger workspace is not copied for a check. */
const bounds = { files: 5_000, bytes: 128 * 1024 * 1024 } as const

/** What tests need and never change: linked, not copied. */
const dependencies: ReadonlySet<string> = new Set(["node_modules", ".venv", "venv"])

/** A file as it was before the work; null where it did not exist. */
export type Original = { path: string; bytes: Uint8Array | null }

/**
 * Copies a workspace to an empty directory and puts some files in it back as they were. Returns why there is no copy, or
 * null. Generated files and the repository are left out.
 */
export async function copyWorkspace(
  workspace: string,
  to: string,
  originals: readonly Original[],
): Promise<string | null> {
  await rm(to, { recursive: true, force: true })
  await mkdir(to, { recursive: true, mode: 0o700 })
  const left = { files: bounds.files as number, bytes: bounds.bytes as number }
  const reason = !(await copyDirectory(workspace, to, "", left))
    ? "the workspace is too large to be copied"
    : (await anyBehindLink(to, originals))
      ? "a file as it was before the work is behind a link"
      : null
  if (reason !== null) {
    await rm(to, { recursive: true, force: true })
    return reason
  }
  for (const { path, bytes } of originals) {
    const target = join(to, path)
    await rm(target, { recursive: true, force: true })
    if (bytes === null) continue
    await mkdir(dirname(target), { recursive: true })
    const mode = await lstat(join(workspace, path)).then(
      (stats) => stats.mode & 0o777,
      () => 0o644,
    )
    await writeFile(target, bytes, { mode })
  }
  return null
}

/** What is written through a link of the copy would reach the workspace itself. */
async function anyBehindLink(to: string, originals: readonly Original[]): Promise<boolean> {
  const parents = new Set(originals.flatMap(({ path }) => parentsOf(path)))
  const looked = await Promise.all(
    [...parents].map((parent) =>
      lstat(join(to, parent)).then(
        (stats) => stats.isSymbolicLink(),
        () => false,
      ),
    ),
  )
  return looked.includes(true)
}

function parentsOf(path: string): string[] {
  const parent = dirname(path)
  return parent === "." ? [] : [...parentsOf(parent), parent]
}

async function copyDirectory(
  from: string,
  to: string,
  below: string,
  left: { files: number; bytes: number },
): Promise<boolean> {
  for await (const entry of await opendir(join(from, below))) {
    const path = below === "" ? entry.name : `${below}/${entry.name}`
    const [source, target] = [join(from, path), join(to, path)]
    if (entry.name === ".git") continue
    if (dependencies.has(entry.name) && entry.isDirectory()) {
      await symlink(source, target)
      continue
    }
    if (isGenerated(entry.isDirectory() ? `${path}/` : path)) continue
    if (entry.isDirectory()) {
      await mkdir(target)
      if (!(await copyDirectory(from, to, path, left))) return false
    } else if (entry.isSymbolicLink()) {
      await symlink(await readlink(source), target)
    } else if (entry.isFile()) {
      left.files -= 1
      left.bytes -= (await lstat(source)).size
      if (left.files < 0 || left.bytes < 0) return false
      await copyFile(source, target, constants.COPYFILE_FICLONE)
    }
  }
  return true
}
