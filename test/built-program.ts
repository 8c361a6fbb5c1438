import { execFile } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"

const root = join(import.meta.dirname, "..")

/**
 * Builds the program for `npm test`, which sets `HOLDFAST_BUILT`. The tests start thousands of processes, and from a few
 * large files each takes half the time that it takes from hundreds of sources.
 */
export async function setup(): Promise<(() => void) | undefined> {
  if (!process.env.HOLDFAST_BUILT) return undefined
  const place = mkdtempSync(join(tmpdir(), "holdfast-program-"))
  const tsdown = join(root, "node_modules", ".bin", "tsdown")
  await promisify(execFile)(tsdown, ["--filter", "program", "--out-dir", join(place, "dist")], { cwd: root })
  for (const name of ["bin", "package.json"]) cpSync(join(root, name), join(place, name), { recursive: true })
  symlinkSync(join(root, "node_modules"), join(place, "node_modules"))
  // The tests of the web app build it when they need it.
  mkdirSync(join(root, "dist", "web"), { recursive: true })
  symlinkSync(join(root, "dist", "web"), join(place, "dist", "web"))
  process.env.HOLDFAST_TEST_PROGRAM = join(place, "bin", "holdfast")
  return () => rmSync(place, { recursive: true, force: true })
}
