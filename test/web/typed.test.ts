import { renameSync } from "node:fs"
import { expect, it } from "vitest"
import { texts } from "../../web/texts.ts"
import { routerPlan } from "../workflow/rows/task.ts"
import { button, fetchedParts, inList, items, messageBox, send, stopCard } from "./acts.ts"
import { setSite } from "./site.ts"
import { draftAt, fillStorage, held } from "./words.ts"

it("keeps what another device wrote since, whatever this one sends or empties late", async () => {
  const site = await setSite()
  const id = await site.open({ steps: [{ text: "One." }] })
  const desk = await site.page(`/sessions/${id}`)
  await messageBox(desk).waitFor()
  await fetchedParts(desk)
  const hand = await site.page(`/sessions/${id}`)
  await messageBox(hand).waitFor()
  await desk.context().setOffline(true)
  await send(desk, "Said at the desk")
  const careful = "Twenty minutes of careful words, written by hand"
  await messageBox(hand).fill(careful)
  await expect.poll(() => draftAt(site, id)).toBe(careful)
  await desk.context().setOffline(false)
  await stopCard(desk)
  await expect.poll(() => messageBox(desk).inputValue()).toBe(careful)
  expect([await draftAt(site, id), await messageBox(hand).inputValue()]).toEqual([careful, careful])
})

it("keeps both where two devices wrote without knowing of each other", async () => {
  const site = await setSite()
  const id = await site.open({ steps: [] })
  const desk = await site.page(`/sessions/${id}`)
  await messageBox(desk).waitFor()
  await fetchedParts(desk)
  const hand = await site.page(`/sessions/${id}`)
  await messageBox(hand).waitFor()
  await desk.context().setOffline(true)
  await messageBox(desk).fill("From the desk")
  await messageBox(hand).fill("By hand")
  await expect.poll(() => draftAt(site, id)).toBe("By hand")
  await desk.context().setOffline(false)
  await expect.poll(() => draftAt(site, id)).toBe("By hand\n\nFrom the desk")
  expect(await messageBox(desk).inputValue()).toBe("By hand\n\nFrom the desk")
})

it("puts into the box what was made of a waiting input that is taken up meanwhile", async () => {
  const site = await setSite()
  const id = await site.open({ steps: [held, { text: "First." }, { text: "Second." }] })
  const page = await site.page(`/sessions/${id}`)
  await send(page, "First")
  await items(page, "answer").getByText("I wait for the tide.").waitFor()
  await send(page, "Second")
  const queue = page.getByRole("list", { name: texts.composer.queue })
  await button(queue, texts.composer.editWaiting).click()
  await queue.getByRole("textbox").fill("Second, with careful words")
  await page.reload()
  await expect.poll(() => queue.getByRole("textbox").inputValue()).toBe("Second, with careful words")
  site.put("tide", "")
  await stopCard(page, 2)
  await expect.poll(() => messageBox(page).inputValue()).toBe("Second, with careful words")
})

it("keeps an edit, an answer and the reason of a denial while somebody looks elsewhere, until they are sent", async () => {
  const site = await setSite()
  const asks = { toolCalls: [{ name: "ask", arguments: { question: "Which colour?", options: ["brown"] } }] }
  const clears = { text: "I clear.", toolCalls: [{ name: "bash", arguments: { command: "rm -rf build" } }] }
  const mine = await site.open({ title: "mine", steps: [{ text: "One." }] })
  const waits = await site.open({ title: "waits", steps: [asks, { text: "Brown." }] })
  await site.open({ title: "denied", permissionMode: "prompt", steps: [clears, { text: "Not cleared." }] })
  const page = await site.page(`/sessions/${mine}`)
  await send(page, "Short")
  await stopCard(page)
  await items(page, "input").first().hover()
  await button(items(page, "input"), texts.transcript.edit).click()
  const edit = page.getByRole("textbox", { name: texts.transcript.editName })
  await edit.fill("Short, with careful words")

  await inList(page, /waits/).click()
  await send(page, "Go")
  const answer = page.getByRole("textbox", { name: texts.cards.ask.answerName })
  await answer.fill("None of these")

  await inList(page, /denied/).click()
  await send(page, "Clear")
  await button(items(page, "ask"), texts.cards.ask.deny).click()
  const reason = page.getByRole("textbox", { name: texts.cards.ask.reason })
  await reason.fill("Too early")

  await inList(page, /mine/).click()
  await expect.poll(() => edit.inputValue()).toBe("Short, with careful words")
  await page.reload()
  await expect.poll(() => edit.inputValue()).toBe("Short, with careful words")
  await inList(page, /denied/).click()
  await expect.poll(() => reason.inputValue()).toBe("Too early")
  await inList(page, /waits/).click()
  await expect.poll(() => answer.inputValue()).toBe("None of these")
  await answer.press("Enter")
  await items(page, "answer").getByText("Brown.").waitFor()
  const { events } = await site.client.call("GET /api/sessions/:id/events", {
    params: { id: waits },
    query: { after: 0 },
  })
  expect(events.find(({ type }) => type === "ask.answered")?.data).toMatchObject({ text: "None of these" })
})

it("keeps a plan that is being edited over a reload", async () => {
  const site = await setSite()
  const id = await site.open({ mode: "plan", steps: [routerPlan, held, { text: "It is written." }] })
  const page = await site.page(`/sessions/${id}`)
  await send(page, "Implement the router of the workflow in router.md")
  const says = texts.cards.artifact
  const plan = page.getByRole("log").getByRole("article", { name: new RegExp(`^${says.names.plan}, version`, "i") })
  await button(plan, says.edit).click()
  const text = plan.getByRole("textbox", { name: says.content(says.names.plan) })
  await text.fill("List every mode in it")
  await page.reload()
  await expect.poll(() => text.inputValue()).toBe("List every mode in it")
})

it("keeps the task on the start page until it is sent", async () => {
  const site = await setSite()
  await site.open({ title: "old", steps: [] })
  await site.client.call("PATCH /api/settings", { body: { model: site.script([]) } })
  const page = await site.page("/")
  const task = page.getByRole("textbox", { name: texts.shell.open.task })
  await task.fill("A long task")
  await inList(page, /old/).click()
  await messageBox(page).waitFor()
  await page.goBack()
  await expect.poll(() => task.inputValue()).toBe("A long task")
  await page.reload()
  await expect.poll(() => task.inputValue()).toBe("A long task")
  await task.press("Enter")
  await items(page, "input").getByText("A long task").waitFor()
  await page.goto(site.url)
  await task.waitFor()
  expect(await task.inputValue()).toBe("")
})

it("keeps a draft while the server has other data, and finds the session when it is back", async () => {
  const site = await setSite()
  const id = await site.open({ title: "mine", steps: [] })
  const page = await site.page(`/sessions/${id}`)
  await messageBox(page).waitFor()
  await fetchedParts(page)
  const letIn = async () => {
    await site.start()
    const tab = await page.context().newPage()
    const { link } = await site.client.call("POST /api/links", {})
    await tab.goto(link)
    await tab.waitForURL(site.url)
    await tab.close()
  }
  await site.kill()
  await messageBox(page).fill("Words that only this browser has")
  renameSync(site.home, `${site.home}-own`)
  await letIn()
  await page.getByText(texts.shell.states.gone).waitFor()
  await site.kill()
  renameSync(site.home, `${site.home}-other`)
  renameSync(`${site.home}-own`, site.home)
  await letIn()
  await expect.poll(() => messageBox(page).inputValue()).toBe("Words that only this browser has")
  await expect.poll(() => draftAt(site, id)).toBe("Words that only this browser has")
})

it("opens and closes its panes in a browser that keeps nothing", async () => {
  const site = await setSite()
  const id = await site.open({ steps: [] })
  const page = await site.page(`/sessions/${id}`)
  await messageBox(page).waitFor()
  await fillStorage(page)
  await button(page.getByRole("main"), texts.shell.openInspector).click()
  await page.getByRole("complementary").waitFor()
  await page.keyboard.press("Control+b")
  await page.getByRole("navigation", { name: texts.sessions.name }).waitFor({ state: "hidden" })
})
