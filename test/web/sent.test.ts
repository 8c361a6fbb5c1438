import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { texts } from "../../web/texts.ts"
import { button, fetchedParts, inList, items, messageBox, problem, send, stopCard } from "./acts.ts"
import { setSite } from "./site.ts"
import { fillStorage, held, heldBack, retryNow, saidTo } from "./words.ts"

const inputs = "**/api/sessions/*/inputs"

/** What was sent and has not arrived. */
const unsent = (page: Page) => page.getByRole("log").getByRole("region", { name: texts.transcript.sending })

it("takes back what is on its way once it is known where it is: the words come back, and arrive once", async () => {
  const site = await setSite()
  const id = await site.open({ steps: [held, { text: "First." }, { text: "Second." }] })
  const page = await site.page(`/sessions/${id}`)
  await send(page, "First")
  await items(page, "answer").getByText("I wait for the tide.").waitFor()
  const { asked, release } = await heldBack(page, inputs)
  await send(page, "Delete the branch")
  await asked
  await button(page.getByRole("log"), texts.transcript.takeBack).click()
  await unsent(page).getByText(texts.transcript.takingBack).waitFor()
  expect(await messageBox(page).inputValue()).toBe("")
  release()
  await expect.poll(() => messageBox(page).inputValue()).toBe("Delete the branch")
  await unsent(page).waitFor({ state: "detached" })
  expect(await saidTo(site, id)).toEqual(["First", "Delete the branch", "(taken back)"])
  await messageBox(page).press("Enter")
  site.put("tide", "")
  await stopCard(page, 2)
  expect(await saidTo(site, id)).toEqual(["First", "Delete the branch", "(taken back)", "Delete the branch"])
})

it("says that it was taken up where it was too late to take it back, and leaves the box alone", async () => {
  const site = await setSite()
  const id = await site.open({ steps: [{ text: "It is deleted." }] })
  const page = await site.page(`/sessions/${id}`)
  await messageBox(page).waitFor()
  const sending = await heldBack(page, inputs)
  const takingBack = await heldBack(page, `${inputs}/*`)
  await send(page, "Delete the branch")
  await sending.asked
  await button(page.getByRole("log"), texts.transcript.takeBack).click()
  sending.release()
  await stopCard(page)
  takingBack.release()
  await page.getByText(texts.transcript.tooLateToTakeBack).first().waitFor()
  expect([await messageBox(page).inputValue(), await saidTo(site, id)]).toEqual(["", ["Delete the branch"]])
})

it("gives back what was tried in vain without a connection, and never sends it", async () => {
  const site = await setSite()
  const id = await site.open({ steps: [{ text: "One." }] })
  const page = await site.page(`/sessions/${id}`)
  await messageBox(page).waitFor()
  await fetchedParts(page)
  await page.context().setOffline(true)
  await send(page, "Delete the branch")
  await button(page.getByRole("log"), texts.transcript.takeBack).click()
  await unsent(page).getByText(texts.transcript.takingBack).waitFor()
  await page.context().setOffline(false)
  await expect.poll(() => messageBox(page).inputValue()).toBe("Delete the branch")
  expect(await saidTo(site, id)).toEqual([])
})

it("sends once what is sent twice in a browser that keeps nothing", async () => {
  const site = await setSite()
  const id = await site.open({ steps: [{ text: "One." }, { text: "Two." }] })
  const page = await site.page(`/sessions/${id}`)
  await messageBox(page).waitFor()
  await fillStorage(page)
  const { asked, release } = await heldBack(page, inputs)
  await messageBox(page).fill("Say it once")
  await page.keyboard.press("Enter")
  await page.keyboard.press("Enter")
  await asked
  expect(await messageBox(page).inputValue()).toBe("")
  await unsent(page).getByText(texts.transcript.sending).waitFor()
  release()
  await stopCard(page)
  expect(await saidTo(site, id)).toEqual(["Say it once"])
})

it("gives back what was refused in a browser that keeps nothing", async () => {
  const site = await setSite()
  const id = await site.open({ steps: [{ text: "One." }] })
  const page = await site.page(`/sessions/${id}`)
  await messageBox(page).waitFor()
  await fillStorage(page)
  const refusal = { error: { code: "low-space", message: "The disk is full.", request: "r" } }
  await page.route(inputs, (route) => route.fulfill({ status: 507, json: refusal }))
  await send(page, "Careful words")
  await problem(page, "The disk is full.").waitFor()
  await expect.poll(() => messageBox(page).inputValue()).toBe("Careful words")
  await unsent(page).waitFor({ state: "detached" })
})

it("tries for as long as a proxy is without its server, and what arrived before is there once", async () => {
  const site = await setSite()
  const id = await site.open({ steps: [{ text: "Deployed." }] })
  const page = await site.page(`/sessions/${id}`)
  await messageBox(page).waitFor()
  await retryNow(page)
  let tries = 0
  const isBack = Promise.withResolvers<void>()
  await page.route(inputs, async (route) => {
    tries += 1
    if (tries > 13) return route.continue()
    if (tries === 13) {
      await isBack.promise
      await route.fetch()
    }
    await route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" })
  })
  await send(page, "Deploy it")
  await expect.poll(() => tries).toBeGreaterThan(12)
  expect(await button(page.getByRole("log"), texts.transcript.sendAgain).count()).toBe(0)
  await unsent(page).getByText("Deploy it").waitFor()
  isBack.resolve()
  await unsent(page).waitFor({ state: "detached" })
  expect(await saidTo(site, id)).toEqual(["Deploy it"])
})

it("sends again by the same key what failed without a word of the server", async () => {
  const site = await setSite()
  const id = await site.open({ steps: [{ text: "Deployed." }] })
  const page = await site.page(`/sessions/${id}`)
  await messageBox(page).waitFor()
  await retryNow(page)
  let isBroken = true
  const keys = new Set<string | undefined>()
  await page.route(inputs, (route) => {
    keys.add(route.request().headers()["idempotency-key"])
    return isBroken ? route.fulfill({ status: 500, body: "" }) : route.continue()
  })
  await send(page, "Deploy it")
  const again = button(page.getByRole("log"), texts.transcript.sendAgain)
  await again.waitFor()
  isBroken = false
  await again.click()
  await unsent(page).waitFor({ state: "detached" })
  expect([keys.size, await saidTo(site, id)]).toEqual([1, ["Deploy it"]])
})

it("shows the words that were sent to a session which another device erased, until they are discarded", async () => {
  const site = await setSite()
  const id = await site.open({ steps: [{ text: "One." }] })
  const page = await site.page(`/sessions/${id}`)
  await messageBox(page).waitFor()
  await fetchedParts(page)
  await page.context().setOffline(true)
  await send(page, "A page of words")
  await site.client.call("DELETE /api/sessions/:id", {
    params: { id },
    query: { erase: "true", forks: "refuse", force: "true" },
  })
  await page.context().setOffline(false)
  const left = page.getByRole("main").getByRole("list", { name: texts.shell.states.unsent })
  await left.getByText("A page of words").waitFor()
  await page.reload()
  await left.getByText("A page of words").waitFor()
  await button(left, texts.copy).waitFor()
  await button(left, texts.transcript.discard).click()
  await left.waitFor({ state: "detached" })
  await page.reload()
  await page.getByText(texts.shell.states.gone).waitFor()
  expect(await left.count()).toBe(0)
})

it("opens one session, and says the task once, for a form that is sent twice or whose answer is lost", async () => {
  const site = await setSite()
  await site.open({ title: "old", steps: [] })
  await site.client.call("PATCH /api/settings", { body: { model: site.script([]) } })
  const page = await site.page("/")
  const task = page.getByRole("textbox", { name: texts.shell.open.task })
  let tries = 0
  await page.route("**/api/sessions", async (route) => {
    if (route.request().method() !== "POST" || tries++ > 0) return route.continue()
    await route.fetch()
    await route.abort("connectionreset")
  })
  await task.fill("Build the reef")
  await page.keyboard.press("Enter")
  await page.keyboard.press("Enter")
  await problem(page, /cannot be reached/).waitFor()
  await task.press("Enter")
  await page.waitForURL(/sessions/)
  await items(page, "input").getByText("Build the reef").waitFor()
  const { items: rows } = await site.client.call("GET /api/sessions", { query: {} })
  const said = await Promise.all(rows.map(({ id }) => saidTo(site, id)))
  expect([rows.length, said.flat(), tries]).toEqual([2, ["Build the reef"], 2])
})

it("makes one fork for a double click", async () => {
  const site = await setSite()
  const id = await site.open({ title: "trunk", steps: [{ text: "Grown." }] })
  const page = await site.page(`/sessions/${id}`)
  await send(page, "Grow")
  await stopCard(page)
  await items(page, "answer").last().hover()
  await button(items(page, "answer").last(), texts.transcript.fork).dblclick()
  await page.waitForURL((url) => !url.href.includes(id))
  await inList(page, new RegExp(texts.sessions.row.forkedFrom("trunk")))
    .first()
    .waitFor()
  const { items: rows } = await site.client.call("GET /api/sessions", { query: {} })
  expect(rows).toHaveLength(2)
})

it("shows an edit that was sent without a connection until it has arrived", async () => {
  const site = await setSite()
  const id = await site.open({ steps: [{ text: "One." }, { text: "Two." }] })
  const page = await site.page(`/sessions/${id}`)
  await send(page, "Short")
  await stopCard(page)
  await fetchedParts(page)
  await page.context().setOffline(true)
  await items(page, "input").first().hover()
  await button(items(page, "input"), texts.transcript.edit).click()
  await page.getByRole("textbox", { name: texts.transcript.editName }).fill("Short, and clear")
  await button(items(page, "input"), texts.transcript.editSend).click()
  await unsent(page).getByText("Short, and clear").waitFor()
  await page.context().setOffline(false)
  await unsent(page).waitFor({ state: "detached" })
  await items(page, "input").getByText("Short, and clear").waitFor()
  expect(await saidTo(site, id)).toEqual(["Short", "Short, and clear"])
})
