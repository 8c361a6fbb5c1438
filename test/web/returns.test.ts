import { cpSync, renameSync, rmSync } from "node:fs"
import { expect, it } from "vitest"
import { converse, markOf } from "../../bench/web/scenery.ts"
import { openStore } from "../../src/index.ts"
import { texts } from "../../web/texts.ts"
import { button, fetchedParts, items, send, stopCard } from "./acts.ts"
import { expectSameInNewTab } from "./shown.ts"
import { setSite } from "./site.ts"

// A server that comes back: with other data, or after the page wanted something of it.

it("shows the log that was put back from a copy, and nothing that is no longer in it", async () => {
  const site = await setSite()
  const id = await site.open({ steps: [{ text: "First answer." }, { text: "Second answer." }] })
  const page = await site.page(`/sessions/${id}`)
  await send(page, "One")
  await stopCard(page)
  await site.kill()
  cpSync(site.home, `${site.home}-copy`, { recursive: true })
  await site.start()
  await send(page, "Two")
  await stopCard(page, 2)
  await site.kill()
  rmSync(site.home, { recursive: true })
  renameSync(`${site.home}-copy`, site.home)
  await site.start()
  await expect.poll(() => items(page, "answer").allTextContents()).toEqual([expect.stringContaining("First answer.")])
  await expectSameInNewTab(site, page, id)
})

it("goes to the moment that was wanted while the server was away", async () => {
  const site = await setSite()
  // Longer than what a page fetches at once.
  const store = openStore({ directory: site.home })
  const id = await converse(store, 400)
  await store.close()
  const page = await site.page(`/sessions/${id}`)
  await items(page, "answer").getByText(markOf(199)).waitFor()
  await button(page, texts.shell.openInspector).click()
  const slider = page.getByRole("slider", { name: texts.inspector.time.slider })
  await slider.waitFor()
  await fetchedParts(page)
  await site.kill()
  await slider.fill("6")
  await page.getByText(texts.transcript.notReached).waitFor()
  await site.start()
  await items(page, "input").getByText("Please look at item 0.").waitFor()
  expect(await items(page, "answer").getByText(markOf(199)).count()).toBe(0)
})
