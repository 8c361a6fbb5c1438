import type { Browser } from "playwright-core"
import { launchChromium } from "../../scripts/chromium.ts"

let launched: Promise<Browser> | undefined

/** The browser of all tests in this process: it ends with the process. */
export function browser(): Promise<Browser> {
  launched ??= launchChromium()
  return launched
}
