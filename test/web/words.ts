import type { Page } from "playwright-core"
import type { Site } from "./site.ts"

/** What a person said to a session, in the order of its log; with what was taken back. */
export async function saidTo(site: Site, id: string): Promise<string[]> {
  const { events } = await site.client.call("GET /api/sessions/:id/events", { params: { id }, query: { after: 0 } })
  return events.flatMap(({ type, data }) =>
    type === "input.accepted" ? [(data as { text: string }).text] : type === "input.withdrawn" ? ["(taken back)"] : [],
  )
}

/** What the server keeps of what is being written in a session. */
export async function draftAt(site: Site, id: string): Promise<string> {
  return (await site.client.call("GET /api/sessions/:id/draft", { params: { id } })).text
}

/** Fills what the browser keeps for the page, to the last byte. */
export async function fillStorage(page: Page): Promise<void> {
  await page.evaluate(() => {
    let piece = "x".repeat(1024 * 1024)
    for (let n = 0; piece.length > 0; ) {
      try {
        localStorage.setItem(`fill.${n}`, piece)
        n += 1
      } catch {
        piece = piece.slice(0, Math.floor(piece.length / 2))
      }
    }
  })
}

/** Holds back what the page asks for until it is let go; then it goes on its way. */
export async function heldBack(page: Page, pattern: string): Promise<{ asked: Promise<void>; release: () => void }> {
  const asked = Promise.withResolvers<void>()
  const gone = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    asked.resolve()
    await gone.promise
    await route.continue()
  })
  return { asked: asked.promise, release: () => gone.resolve() }
}

/** Lets nobody wait between two tries: each waits longer than the one before. What the stream waits for is left alone. */
export async function retryNow(page: Page): Promise<void> {
  await page.evaluate(() => {
    const wait = window.setTimeout.bind(window)
    const isOfStream = (ms: number) => ms === 5_000 || ms > 16_000
    window.setTimeout = ((work: () => void, ms = 0, ...rest: unknown[]) =>
      wait(work, isOfStream(ms) ? ms : Math.min(ms, 20), ...rest)) as typeof window.setTimeout
  })
}

/** Works until the test writes the file `tide`. */
export const held = {
  text: "I wait for the tide.",
  toolCalls: [{ name: "bash", arguments: { command: "until [ -e tide ]; do sleep 0.05; done" } }],
}
