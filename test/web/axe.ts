import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { AxeResults } from "axe-core"
import type { Page } from "playwright-core"
import { expect } from "vitest"

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** axe finds nothing to object to on the page as it is. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  // By the debugger, not by a script element: the policy of the page lets none in.
  await page.evaluate(source)
  const { violations } = await page.evaluate(async () => {
    // Half way from one colour to another the contrast is that of neither.
    const moving = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(moving.map(({ finished }) => finished))
    const { axe } = globalThis as unknown as { axe: { run: () => Promise<AxeResults> } }
    return await axe.run()
  })
  const problems = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join("\n    ")}`,
  )
  expect(problems, what).toEqual([])
}
