import { createHash, randomUUID } from "node:crypto"
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { isInRoots } from "../../agent/configuration/roots.ts"
import { writeDemoProject } from "../../present/demo-project.ts"
import { storageFailure } from "../../store/sqlite/commit/failure.ts"
import type { ServerContext } from "../server-context.ts"

/** The directory that a demo runs in. */
export type DemoPlace = {
  path: string
  /** Whether the same request has created it before. */
  isThere(): boolean
  /** Creates the sample project. An existing one belongs to the same request and is kept. */
  make(): void
}

/**
 * Beside the data directory, which tools must not touch, or in the first root. The same request gets the same
 * directory.
 */
export async function demoPlace(
  { directory, roots }: Pick<ServerContext, "directory" | "roots">,
  key: string | undefined,
): Promise<DemoPlace> {
  const name = createHash("sha256")
    .update(key ?? randomUUID())
    .digest("hex")
    .slice(0, 8)
  const beside = join(`${directory}-demo`, `till-${name}`)
  const [root] = roots
  const path = root === undefined || (await isInRoots(roots, beside)) ? beside : join(root, `holdfast-demo-${name}`)
  const isThere = () => existsSync(path)
  return { path, isThere, make: () => void (isThere() || make(path)) }
}

/** Written under another name and renamed, so that it exists completely or not at all. */
function make(path: string): void {
  const part = `${path}.${randomUUID()}.part`
  try {
    mkdirSync(part, { recursive: true, mode: 0o700 })
    writeDemoProject(part)
    renameSync(part, path)
  } catch (error) {
    if (existsSync(part)) rmSync(part, { recursive: true, force: true })
    throw storageFailure(error, "make the sample project in", path) ?? error
  }
}
