import { existsSync } from "node:fs"
import sparticuz from "@sparticuz/chromium"
import { type Browser, chromium } from "playwright-core"

// As root, and in many containers, the sandbox of the browser cannot be made. It visits nothing but our own server.
const args = ["--no-sandbox", "--disable-dev-shm-usage", "--force-color-profile=srgb"]

const system = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]

/** Starts a Chromium without a window: `HOLDFAST_CHROMIUM`, else the one of the package, else that of the system. */
export async function launchChromium(): Promise<Browser> {
  const named = process.env.HOLDFAST_CHROMIUM
  const paths = named ? [named] : [await sparticuz.executablePath(), ...system.filter((path) => existsSync(path))]
  const failures: string[] = []
  for (const executablePath of paths) {
    try {
      return await chromium.launch({ executablePath, args, headless: true })
    } catch (error) {
      failures.push(`${executablePath}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  throw new Error(
    `No browser starts. On Debian: apt-get install -y --no-install-recommends chromium\n${failures.join("\n")}`,
  )
}
