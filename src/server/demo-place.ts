import { createHash, randomUUID } from "node:crypto"
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { writeDemoProject } from "../agent/demo.ts"
import { isInRoots } from "../agent/roots.ts"
import { storageFailure } from "../store/sqlite/failure.ts"
import type { House } from "./house.ts"

/** The directory that a demonstration is played in. */
export type DemoPlace = {
  path: string
  /** Whether the same intent has made it before. */
  isThere(): boolean
  /** Puts the sample project there. What is there already is the work of the same intent: it is not undone. */
  make(): void
}

/** Beside the data directory, which no tool may touch, or where work is confined to. The same intent has the same one. */
export async function demoPlace(
  { directory, roots }: Pick<House, "directory" | "roots">,
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

/** It is there whole, or not at all. */
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
