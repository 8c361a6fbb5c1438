import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { availableParallelism, loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import type { Browser, Page } from "playwright-core"
import { launchChromium } from "../../scripts/chromium.ts"
import { buildWeb } from "../../scripts/web.ts"
import { openSqliteStore } from "../../src/store/sqlite/store.ts"
import { homeIn, type Served, serve } from "../server/served.ts"
import { blankFrames, longTasks } from "./frames.ts"
import { converse, fillList, markOf } from "./scenery.ts"
import { firstLoad } from "./sizes.ts"

// npm run bench:web [-- --messages 100000 --sessions 10000 --seconds 15]: the real server and a real browser.

const { values } = parseArgs({
  options: {
    messages: { type: "string", default: "100000" },
    sessions: { type: "string", default: "10000" },
    seconds: { type: "string", default: "15" },
  },
})
const [messages, listed, seconds] = [values.messages, values.sessions, values.seconds].map(Number) as [
  number,
  number,
  number,
]

const root = mkdtempSync(join(tmpdir(), "holdfast-bench-"))
let served: Served | undefined
let browser: Browser | undefined
try {
  console.log(`${availableParallelism()} processors; load before: ${loadavg()[0]?.toFixed(1)}`)
  await buildWeb()
  for (const { name, bytes } of firstLoad()) console.log(`${name}: ${(bytes / 1000).toFixed(0)} KB`)
  const store = openSqliteStore({ directory: homeIn(root) })
  await fillList(store, listed)
  const long = await converse(store, messages)
  await store.close()
  served = await serve({ root })
  browser = await launchChromium()

  const last = markOf(messages / 2 - 1)
  const opened = await ofThree(() => openTime(`/sessions/${long}`, last))
  console.log(`a session of ${messages} messages, from the address to readable text: ${opened} ms (goal: 1000)`)

  const page = await enter(`/sessions/${long}`)
  await page.getByText(last).first().waitFor()
  for (const direction of [-1, 1] as const) {
    const { frames, blank, longest } = await blankFrames(page, "log", { direction, seconds: seconds / 2 })
    const way = direction < 0 ? "back" : "forth"
    console.log(`scrolled ${way}: ${blank} blank of ${frames} frames; longest frame ${longest} ms`)
  }
  await page.goto(served.url)
  await page
    .getByRole("navigation")
    .getByRole("link", { name: /Session number/ })
    .first()
    .waitFor()
  const list = await blankFrames(page, "navigation", { direction: 1, seconds: seconds / 2 })
  console.log(`the list of ${listed}: ${list.blank} blank of ${list.frames} frames; longest frame ${list.longest} ms`)
  await page.close()
  await stream()
} finally {
  await browser?.close()
  await served?.stop()
  rmSync(root, { recursive: true, force: true })
}

/** An answer of 200 tokens a second, and what the page was busy with. */
async function stream(): Promise<void> {
  if (!served) return
  const workspace = join(root, "work")
  mkdirSync(workspace)
  const tokens = 200 * seconds
  const text = Array.from({ length: tokens }, (_, n) =>
    n % 40 === 39 ? "\n\n" : n % 7 === 0 ? "**wave**" : "word ",
  ).join("")
  const script = join(root, "stream.json")
  writeFileSync(script, JSON.stringify([{ text, chunkChars: Math.ceil(text.length / tokens), chunkDelayMs: 5 }]))
  const body = { workspace, model: `scripted:${script}`, mode: "execute" as const }
  const { id } = await served.client.call("POST /api/sessions", { body })
  const page = await enter(`/sessions/${id}`)
  await page.getByRole("textbox", { name: "Message" }).waitFor()
  const busy = longTasks(page, seconds)
  await served.client.call("POST /api/sessions/:id/inputs", { params: { id }, body: { text: "Count the waves." } })
  const { count, longest, typed } = await busy
  console.log(
    `200 tokens a second for ${seconds} s: ${count} long tasks, the longest ${longest} ms (goal: 100); a key took ${typed} ms at most`,
  )
  await page.close()
}

/** A page of a browser that was let in and has nothing in its cache. */
async function enter(path: string): Promise<Page> {
  if (!served || !browser) throw new Error("nothing is started")
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const { link } = await served.client.call("POST /api/links", {})
  const page = await context.newPage()
  await page.goto(link)
  await page.waitForURL((url) => url.pathname === "/")
  await page.goto(new URL(path, served.url).href)
  return page
}

/** From the beginning of the navigation until the frame in which the words are drawn, by the clock of the page. */
async function openTime(path: string, words: string): Promise<number> {
  const page = await enter("/")
  await page.goto("about:blank")
  await page.addInitScript((wanted) => {
    const drawn = new Promise<number>((resolve) => {
      const seen = new MutationObserver(() => {
        if (!document.querySelector("[role=log]")?.textContent?.includes(wanted)) return
        seen.disconnect()
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
      })
      seen.observe(document, { childList: true, subtree: true, characterData: true })
    })
    Object.assign(globalThis, { drawn })
  }, words)
  await page.goto(new URL(path, served?.url).href, { waitUntil: "commit" })
  const ms = await page.evaluate(() => (globalThis as unknown as { drawn: Promise<number> }).drawn)
  await page.getByText(words).first().waitFor()
  await page.context().close()
  return ms
}

async function ofThree(measure: () => Promise<number>): Promise<string> {
  const times = [await measure(), await measure(), await measure()]
  return times.map((ms) => ms.toFixed(0)).join(", ")
}
