import type { Locator, Page } from "playwright-core"
import { expect, it } from "vitest"
import { texts } from "../../web/texts.ts"
import { button, inList, items, messageBox, send, stopCard, untilArmed } from "./acts.ts"
import { expectSameInNewTab } from "./shown.ts"
import { setSite } from "./site.ts"

/** A story that does not end by itself within a test. */
const endless = { text: `Long: ${"the tide comes and goes, ".repeat(800)}`, chunkChars: 4, chunkDelayMs: 20 }

/** Works until the test lets it go on. */
const held = {
  text: "I wait for the tide.",
  toolCalls: [{ name: "bash", arguments: { command: "until [ -e tide ]; do sleep 0.05; done" } }],
}

const heldAgain = {
  text: "I wait for the ebb.",
  toolCalls: [{ name: "bash", arguments: { command: "until [ -e ebb ]; do sleep 0.05; done" } }],
}

/** Chooses what Enter does while a turn is open. */
async function whileBusy(page: Page, kind: "queue" | "steer" | "interrupt"): Promise<void> {
  const { whileBusy: what, sendAs } = texts.composer
  await page.getByRole("button", { name: new RegExp(`^${what}`) }).click()
  await page.getByRole("menuitemradio", { name: sendAs[kind] }).click()
}

it("queues what is sent meanwhile, lets it be edited and taken back, and does it afterwards", async () => {
  const site = await setSite()
  const id = await site.open({
    steps: [held, { text: "First." }, { text: "Second." }],
  })
  const page = await site.page(`/sessions/${id}`)
  await send(page, "First")
  await items(page, "answer").getByText("I wait for the tide.").waitFor()
  await whileBusy(page, "queue")
  await send(page, "Second, wrong")
  await send(page, "Never")
  const queue = page.getByRole("list", { name: texts.composer.queue })
  await queue.getByText("Never").waitFor()
  const row = (text: string) => queue.getByRole("listitem").filter({ hasText: text })
  await button(row("Never"), texts.composer.takeBack).click()
  await row("Never").waitFor({ state: "detached" })
  await expect.poll(() => messageBox(page).inputValue()).toBe("Never")
  await messageBox(page).fill("")
  await button(row("Second, wrong"), texts.composer.editWaiting).click()
  await queue.getByRole("textbox").fill("Second, right")
  await button(queue, texts.composer.saveEdit).click()
  await row("Second, right").waitFor()
  site.put("tide", "")
  await stopCard(page, 2)
  await items(page, "answer").getByText("Second.", { exact: true }).waitFor()
  await items(page, "input").getByText("Second, right").waitFor()
  expect(await page.getByText("Never").count()).toBe(0)
  await expectSameInNewTab(site, page, id)
})

it("shows a queued message when it is taken up, however much happened since it was sent", async () => {
  const site = await setSite()
  const look = (step: number) => ({
    toolCalls: Array.from({ length: 15 }, (_, at) => ({ name: "glob", arguments: { pattern: `${step}-${at}*` } })),
  })
  const steps = [held, look(1), look(2), look(3), look(4), heldAgain, { text: "First." }, { text: "Second." }]
  const id = await site.open({ steps })
  const page = await site.page(`/sessions/${id}`)
  await send(page, "First")
  await items(page, "answer").getByText("I wait for the tide.").waitFor()
  await whileBusy(page, "queue")
  await send(page, "And then the second")
  await page.getByRole("list", { name: texts.composer.queue }).getByText("And then the second").waitFor()
  site.put("tide", "")
  await items(page, "answer").getByText("I wait for the ebb.").waitFor()
  // This one loads the newest events only: the message was accepted long before them.
  const late = await site.tab(page, `/sessions/${id}`)
  await items(late, "answer").getByText("I wait for the ebb.").waitFor()
  await late.getByRole("list", { name: texts.composer.queue }).getByText("And then the second").waitFor()
  site.put("ebb", "")
  for (const each of [page, late]) {
    await items(each, "answer").getByText("Second.", { exact: true }).waitFor()
    await items(each, "input").getByText("And then the second").waitFor()
  }
  await late.reload()
  await items(late, "input").getByText("And then the second").waitFor()
  await items(late, "answer").getByText("Second.", { exact: true }).waitFor()
  // Earlier pages come above: the end stays in sight.
  await expect.poll(() => fromEnd(late)).toBeLessThan(48)
  expect(await button(late, texts.transcript.toLatest).count()).toBe(0)
  await expectSameInNewTab(site, page, id)
})

/** How far the transcript is scrolled from its end, in pixels. */
const fromEnd = (page: Page) =>
  page.getByRole("log").evaluate((log) => log.scrollHeight - log.clientHeight - log.scrollTop)

it("steers the open turn without ending it", async () => {
  const site = await setSite()
  const id = await site.open({
    steps: [held, { text: "I mind the rocks." }],
  })
  const page = await site.page(`/sessions/${id}`)
  await send(page, "Swim")
  await items(page, "answer").getByText("I wait for the tide.").waitFor()
  await whileBusy(page, "steer")
  await send(page, "Mind the rocks")
  await page.getByRole("main").getByText("Mind the rocks").first().waitFor()
  site.put("tide", "")
  await items(page, "answer").getByText("I mind the rocks.").waitFor()
  await stopCard(page)
  expect(await items(page, "stop").count()).toBe(1)
  await expectSameInNewTab(site, page, id)
})

it("interrupts the open turn with something else, and keeps what was said", async () => {
  const site = await setSite()
  const id = await site.open({ steps: [endless] })
  const page = await site.page(`/sessions/${id}`)
  await send(page, "Talk")
  await items(page, "answer").getByText("Long: the tide").waitFor()
  await whileBusy(page, "interrupt")
  await send(page, "Do something else")
  // What was cut off does not count for a script: it begins again.
  await items(page, "answer").nth(1).getByText("Long: the tide").waitFor()
  await items(page, "answer").first().getByText(texts.transcript.cutOff.superseded).waitFor()
  await items(page, "answer").first().getByText("Long: the tide").waitFor()
  await button(page, texts.composer.stop).click()
  await stopCard(page, 2)
  await expectSameInNewTab(site, page, id)
})

it("goes on with what waits, without the turn that was stopped, where a person skips it", async () => {
  const site = await setSite()
  const id = await site.open({ steps: [endless] })
  const page = await site.page(`/sessions/${id}`)
  await send(page, "Talk")
  await items(page, "answer").getByText("Long: the tide").waitFor()
  await whileBusy(page, "queue")
  await send(page, "And then this")
  await page.getByRole("list", { name: texts.composer.queue }).getByText("And then this").waitFor()
  await button(page, texts.composer.stop).click()
  const stop = await stopCard(page)
  await button(page.getByRole("region", { name: texts.composer.region }), texts.composer.skip).waitFor()
  await button(stop, texts.cards.stop.skip).click()
  await items(page, "input").getByText("And then this").waitFor()
  await items(page, "answer").nth(1).getByText("Long: the tide").waitFor()
  expect(await page.getByRole("list", { name: texts.composer.queue }).count()).toBe(0)
  await button(page, texts.composer.stop).click()
  await stopCard(page, 2)
  await expectSameInNewTab(site, page, id)
})

it("is answered by the keys of an ask, written to and stopped, all without leaving the keyboard", async () => {
  const site = await setSite()
  const risky = (n: number) => ({ toolCalls: [{ name: "bash", arguments: { command: `rm -rf rocks-${n}` } }] })
  const choice = { toolCalls: [{ name: "ask", arguments: { question: "Which tide?", options: ["Ebb", "Flood"] } }] }
  const steps = [risky(1), choice, risky(2), { text: "Never said." }]
  const id = await site.open({ permissionMode: "workspace-write", steps })
  const page = await site.page(`/sessions/${id}`)
  const isFocused = (one: Locator) => one.evaluate((element) => element === document.activeElement)
  await messageBox(page).waitFor()
  await page.keyboard.type("Clear the rocks")
  await page.keyboard.press("Enter")
  await expect.poll(() => isFocused(items(page, "ask").first())).toBe(true)
  await untilArmed(items(page, "ask").first())
  await page.keyboard.press("y")
  await expect.poll(() => isFocused(items(page, "ask").nth(1))).toBe(true)
  await untilArmed(items(page, "ask").nth(1))
  await page.keyboard.press("2")
  await items(page, "ask").nth(1).getByText(texts.cards.ask.chosen("Flood")).waitFor()
  await expect.poll(() => isFocused(items(page, "ask").nth(2))).toBe(true)

  // Where somebody writes, Escape leaves the field, and stops nothing.
  await page.keyboard.press("/")
  await page.keyboard.type("yes")
  expect(await messageBox(page).inputValue()).toBe("yes")
  await page.keyboard.press("Escape")
  expect(await isFocused(messageBox(page))).toBe(false)
  expect(await page.getByText(texts.composer.escapeAgain).count()).toBe(0)
  await page.keyboard.press("Escape")
  await page.getByText(texts.composer.escapeAgain).waitFor()
  await page.keyboard.press("Escape")
  await expect
    .poll(async () => (await stopCard(page)).textContent())
    .toContain(texts.cards.stop.words("cancelled").title)
})

it("gives the focus to the next approval when another device answered the one before", async () => {
  const site = await setSite()
  const risky = (n: number) => ({ toolCalls: [{ name: "bash", arguments: { command: `rm -rf rocks-${n}` } }] })
  const id = await site.open({
    permissionMode: "workspace-write",
    steps: [risky(1), risky(2), { text: "Left alone." }],
  })
  const desk = await site.page(`/sessions/${id}`)
  await send(desk, "Clear the rocks")
  const isFocused = (one: Locator) => one.evaluate((element) => element === document.activeElement)
  await expect.poll(() => isFocused(items(desk, "ask").first())).toBe(true)
  // A click on the card is a look at it: the focus is then where nothing is written.
  await items(desk, "ask").first().getByText("rocks-1").first().click()
  const phone = await site.page(`/sessions/${id}`, { viewport: { width: 390, height: 844 }, hasTouch: true })
  await button(items(phone, "ask").first(), texts.cards.ask.once).click()
  await button(items(desk, "ask").nth(1), texts.cards.ask.deny).waitFor()
  await expect.poll(() => isFocused(items(desk, "ask").nth(1))).toBe(true)
  await untilArmed(items(desk, "ask").nth(1))
  await desk.keyboard.press("d")
  await desk.keyboard.press("Enter")
  await items(desk, "ask").nth(1).getByText(texts.cards.ask.denied).first().waitFor()
  await stopCard(desk)
  expect(await items(desk, "input").count()).toBe(1)
})

it("writes into the message of a session that was opened in the dialog", async () => {
  const site = await setSite()
  await site.open({ steps: [], title: "Before" })
  const page = await site.page("/")
  await button(page.getByRole("navigation", { name: texts.sessions.name }), texts.shell.newSession).click()
  const dialog = page.getByRole("dialog", { name: texts.shell.open.title })
  await dialog
    .getByRole("combobox", { name: texts.shell.open.directory })
    .or(dialog.getByRole("textbox", { name: texts.shell.open.directory }))
    .fill(site.workspace)
  await button(dialog, texts.shell.open.begin).click()
  await messageBox(page).waitFor()
  await dialog.waitFor({ state: "detached" })
  await expect.poll(() => messageBox(page).evaluate((box) => box === document.activeElement)).toBe(true)
})

it("retries a call of the model now instead of waiting", async () => {
  const site = await setSite()
  const error = { status: 429, message: "Please try again in 500s" }
  const id = await site.open({ steps: [{ error }, { text: "Here." }] })
  const page = await site.page(`/sessions/${id}`)
  await send(page, "What is in the README?")
  await button(page.getByRole("log"), texts.transcript.retryNow).click()
  await items(page, "answer").getByText("Here.").waitFor()
  await stopCard(page)
})

it("leaves the focus with whoever writes when an ask comes, and with the page that is opened on one", async () => {
  const site = await setSite()
  const risky = { toolCalls: [{ name: "bash", arguments: { command: "rm -rf rocks" } }] }
  const id = await site.open({ permissionMode: "workspace-write", steps: [held, risky, { text: "Cleared." }] })
  const page = await site.page(`/sessions/${id}`)
  await send(page, "Clear the rocks")
  await items(page, "answer").getByText("I wait for the tide.").waitFor()
  await messageBox(page).fill("and then")
  site.put("tide", "")
  await items(page, "ask").first().waitFor()
  await page.keyboard.type(" say so")
  expect(await messageBox(page).inputValue()).toBe("and then say so")
  await messageBox(page).fill("")

  const other = await site.page(`/sessions/${id}`)
  await button(items(other, "ask").first(), texts.cards.ask.once).waitFor()
  await expect.poll(() => messageBox(other).evaluate((box) => box === document.activeElement)).toBe(false)
  await untilArmed(items(other, "ask").first())
  await other.keyboard.press("y")
  await items(page, "answer").getByText("Cleared.").waitFor()
})

it("stops, says that it was stopped and by whom, and goes on when asked to", async () => {
  const site = await setSite()
  const id = await site.open({ steps: [endless] })
  const page = await site.page(`/sessions/${id}`)
  await send(page, "Talk")
  await items(page, "answer").getByText("Long: the tide").waitFor()
  await button(page, texts.composer.stop).click()
  const stop = await stopCard(page)
  await expect.poll(() => stop.textContent()).toContain(texts.cards.stop.words("cancelled").title)
  await expectSameInNewTab(site, page, id)
  await button(stop, texts.cards.stop.resume).click()
  await items(page, "answer").nth(1).getByText("Long: the tide").waitFor()
  await button(page, texts.composer.stop).click()
  await stopCard(page, 2)
  expect(await messageBox(page).isEnabled()).toBe(true)
})

it("steers in the session in which that was chosen, and queues in another one", async () => {
  const site = await setSite()
  const [one, other] = [
    await site.open({ title: "One", steps: [endless] }),
    await site.open({ title: "Other", steps: [endless] }),
  ]
  const page = await site.page(`/sessions/${one}`)
  await send(page, "Talk")
  await items(page, "answer").getByText("Long: the tide").waitFor()
  await whileBusy(page, "steer")
  await inList(page, /Other/).click()
  await page.waitForURL(new RegExp(other))
  await send(page, "Talk here")
  await items(page, "answer").getByText("Long: the tide").waitFor()
  await send(page, "And then this")
  await page.getByRole("list", { name: texts.composer.queue }).getByText("And then this").waitFor()
  const { state } = await site.client.call("GET /api/sessions/:id", { params: { id: other } })
  expect(state.log.inputs.waiting).toMatchObject([{ kind: "queue" }])
  for (const id of [one, other]) await site.client.call("POST /api/sessions/:id/cancel", { params: { id }, body: {} })
})
