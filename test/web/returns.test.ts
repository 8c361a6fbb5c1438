import { cpSync, renameSync, rmSync } from "node:fs"
import { expect, it } from "vitest"
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
  const look = (n: number) => ({ text: `Wave ${n}.`, toolCalls: [{ name: "glob", arguments: { pattern: `${n}*` } }] })
  const id = await site.open({ steps: [...Array.from({ length: 95 }, (_, n) => look(n)), { text: "That was all." }] })
  const page = await site.page(`/sessions/${id}`)
  await send(page, "Look at every wave")
  await stopCard(page)
  await page.reload()
  await items(page, "answer").getByText("That was all.").waitFor()
  await button(page, texts.shell.openInspector).click()
  const slider = page.getByRole("slider", { name: texts.inspector.time.slider })
  await slider.waitFor()
  await fetchedParts(page)
  await site.kill()
  await slider.fill("6")
  await page.getByText(texts.transcript.notReached).waitFor()
  await site.start()
  await items(page, "input").getByText("Look at every wave").waitFor()
  expect(await items(page, "answer").getByText("Wave 40.").count()).toBe(0)
})
