import { expect, it } from "vitest"
import { texts } from "../../web/texts.ts"
import { fetchedParts, items, messageBox, send, stopCard } from "./acts.ts"
import { expectSame, expectSameInNewTab } from "./shown.ts"
import { setSite } from "./site.ts"

const words = Array.from({ length: 300 }, (_, n) => `wave-${n}`)
const story = { text: words.join(" "), chunkChars: 9, chunkDelayMs: 25 }

it("shows the same in two tabs, whichever of them something is said in", async () => {
  const site = await setSite()
  const id = await site.open({ steps: [{ text: "To both of you." }, { text: "And again." }] })
  const one = await site.page(`/sessions/${id}`)
  const two = await site.tab(one, `/sessions/${id}`)
  await send(one, "Hello")
  await items(two, "answer").getByText("To both of you.").waitFor()
  await stopCard(two)
  await send(two, "Once more")
  await items(one, "answer").getByText("And again.").waitFor()
  await stopCard(one, 2)
  await expectSame(one, two)
})

it("keeps what is typed and sent while it is offline, and sends it once", async () => {
  const site = await setSite()
  const id = await site.open({ steps: [{ text: "Welcome back." }] })
  const page = await site.page(`/sessions/${id}`)
  await messageBox(page).waitFor()
  await fetchedParts(page)
  await page.context().setOffline(true)
  // What was not drawn so far needs no server.
  await page.keyboard.press("Control+k")
  await page.getByRole("dialog", { name: texts.shell.palette.title }).waitFor()
  await page.keyboard.press("Escape")
  await send(page, "Are you there?")
  await page.getByRole("log").getByText("Are you there?").waitFor()
  await page.getByRole("log").getByText(texts.transcript.sending).waitFor()
  expect(await items(page, "answer").count()).toBe(0)
  await page.context().setOffline(false)
  await items(page, "answer").getByText("Welcome back.").waitFor()
  await stopCard(page)
  expect(await items(page, "input").count()).toBe(1)
  await expectSameInNewTab(site, page, id)
})

it("goes on by itself after kill -9 of the server in the middle of an answer, with nothing lost and nothing doubled", async () => {
  const site = await setSite()
  const id = await site.open({ steps: [story] })
  const page = await site.page(`/sessions/${id}`)
  await send(page, "Count the waves")
  await items(page, "answer").getByText("wave-20 ").waitFor()
  await site.kill()
  await page.getByText(texts.shell.connection.retrying).first().waitFor()
  await messageBox(page).fill("I was writing this")
  await messageBox(page).press("Enter")
  await site.start()
  await items(page, "answer").getByText("wave-299").waitFor({ timeout: 60_000 })
  await stopCard(page)
  const answers = await items(page, "answer").allTextContents()
  const whole = answers.filter((text) => text.includes("wave-299"))
  expect(whole).toHaveLength(1)
  expect(words.filter((word) => (whole[0]?.match(new RegExp(`${word}\\b`, "g")) ?? []).length !== 1)).toEqual([])
  await items(page, "answer").first().getByText(texts.transcript.cutOff.crashed).waitFor()
  await items(page, "input").getByText("I was writing this").waitFor()
  await stopCard(page, 2)
  expect(await items(page, "input").getByText("I was writing this").count()).toBe(1)
  await expectSameInNewTab(site, page, id)
})
