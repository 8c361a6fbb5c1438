import type { Page } from "playwright-core"
import { expect } from "vitest"
import type { Site } from "./site.ts"

/** One thing in the transcript, as a person reads it. */
type Shown = { seq: number; kind: string; text: string }

/** The whole transcript of a page, from its first to its last item: it is scrolled through, since few are drawn at once. */
async function shownTranscript(page: Page): Promise<Shown[]> {
  return await page.getByRole("log").evaluate(async (log) => {
    const found = new Map<string, { seq: number; kind: string; text: string }>()
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const take = () => {
      for (const item of log.querySelectorAll<HTMLElement>("article[data-seq]")) {
        const copy = item.cloneNode(true) as HTMLElement
        // When it was is told relative to now, and what can be done depends on where the pointer is.
        for (const part of copy.querySelectorAll("time, [data-actions]")) part.remove()
        const { seq = "", kind = "" } = item.dataset
        found.set(`${seq} ${kind}`, { seq: Number(seq), kind, text: (copy.textContent ?? "").replace(/\s+/g, " ") })
      }
    }
    const before = log.scrollTop
    log.scrollTop = 0
    await drawn()
    for (let last = -1; log.scrollTop !== last; ) {
      take()
      last = log.scrollTop
      log.scrollTop = last + log.clientHeight / 2
      await drawn()
    }
    take()
    log.scrollTop = before
    return [...found.values()].sort((a, b) => a.seq - b.seq)
  })
}

/** What a page shows of a session is what one shows that was just opened. */
export async function expectSameInNewTab(site: Site, page: Page, id: string): Promise<void> {
  const fresh = await site.tab(page, `/sessions/${id}`)
  await fresh.getByRole("log").locator("article").first().waitFor()
  await expectSame(fresh, page)
  await fresh.close()
}

/** Two pages show the same session, once both of them have drawn all of it. */
export async function expectSame(one: Page, other: Page): Promise<void> {
  await expect
    .poll(async () => differences(await shownTranscript(one), await shownTranscript(other)))
    .toEqual({ one: [], other: [] })
}

function differences(one: readonly Shown[], other: readonly Shown[]) {
  const missingIn = (all: readonly Shown[]) => {
    const known = new Set(all.map((item) => JSON.stringify(item)))
    return (item: Shown) => !known.has(JSON.stringify(item))
  }
  return { one: one.filter(missingIn(other)), other: other.filter(missingIn(one)) }
}
