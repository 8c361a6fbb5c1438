import type { Browser } from "playwright-core"
import { afterAll, vi } from "vitest"
import { launchChromium } from "../../scripts/chromium.ts"

// What a person sees is waited for, however busy the machine is.
vi.setConfig({ testTimeout: 180_000, expect: { poll: { timeout: 30_000 } } })

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
