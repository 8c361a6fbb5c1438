import type { Browser } from "playwright-core"
import { afterAll } from "vitest"
import { launchChromium } from "../../scripts/chromium.ts"

let launched: Promise<Browser> | undefined

afterAll(async () => {
  const browser = await launched
  launched = undefined
  await browser?.close()
})

/** The browser of the tests in this file. */
export function browser(): Promise<Browser> {
  launched ??= launchChromium()
  return launched
}
