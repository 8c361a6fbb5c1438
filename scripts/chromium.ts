import { execFile } from "node:child_process"
import { randomUUID } from "node:crypto"
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { type Browser, chromium } from "playwright-core"

// As root, and in many containers, the sandbox of the browser cannot be made. It visits nothing but our own server.
const args = ["--no-sandbox", "--disable-dev-shm-usage", "--force-color-profile=srgb"]

const system = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]

type Candidate = { executablePath: string; env?: Record<string, string> }

/** Starts a Chromium without a window: `HOLDFAST_CHROMIUM`, else the one of the package, else that of the system. */
export async function launchChromium(): Promise<Browser> {
  const named = process.env.HOLDFAST_CHROMIUM
  const candidates: readonly Candidate[] = named
    ? [{ executablePath: named }]
    : [...ofPackage(await unpacked()), ...system.filter(existsSync).map((executablePath) => ({ executablePath }))]
  const failures: string[] = []
  for (const { executablePath, env } of candidates) {
    try {
      return await chromium.launch({ executablePath, args, headless: true, ...(env ? { env } : {}) })
    } catch (error) {
      failures.push(`${executablePath}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  throw new Error(
    `No browser starts. On Debian: apt-get install -y --no-install-recommends chromium\n${failures.join("\n")}`,
  )
}

/** With the libraries and fonts of this machine, and where some are missing with those that the package brings. */
function ofPackage(directory: string): readonly Candidate[] {
  const executablePath = join(directory, "chromium")
  const env = {
    ...(process.env as Record<string, string>),
    LD_LIBRARY_PATH: join(directory, "al2023", "lib"),
    FONTCONFIG_PATH: join(directory, "fonts"),
  }
  return [{ executablePath }, { executablePath, env }]
}

/**
 * The directory that the package was unpacked to. The package unpacks to the temporary directory, where another process
 * would take a half-written browser for a whole one: here it is put in its place when it is whole.
 */
async function unpacked(): Promise<string> {
  const place = fileURLToPath(new URL("../node_modules/.cache/chromium", import.meta.url))
  if (existsSync(place)) return place
  const made = `${place}-${randomUUID()}`
  mkdirSync(made, { recursive: true })
  try {
    const unpacking = fileURLToPath(new URL("unpack-chromium.ts", import.meta.url))
    await promisify(execFile)(process.execPath, [unpacking], { env: { ...process.env, TMPDIR: made } })
    if (!existsSync(place)) renameSync(made, place)
  } catch (error) {
    // Somebody else was quicker, with the same package.
    if (!existsSync(place)) throw error
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
  return place
}
