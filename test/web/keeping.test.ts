import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { texts } from "../../web/texts.ts"
import { button, fromMenu, inList, items, notice, send, stopCard } from "./acts.ts"
import { expectAccessible } from "./axe.ts"
import { setSite } from "./site.ts"

it("finds text in any session as it is typed, and goes to where it was said", async () => {
  const site = await setSite()
  const far = await site.open({ title: "The far one", steps: [{ text: "The anglerfish carries a lantern." }] })
  await site.open({ title: "The near one", steps: [] })
  await site.client.call("POST /api/sessions/:id/inputs", { params: { id: far }, body: { text: "Which fish glows?" } })
  const page = await site.page("/")
  await inList(page, new RegExp(`${texts.shell.sessionStatus.finished}.*The far one`)).waitFor()
  await page.getByRole("searchbox", { name: texts.sessions.search.field }).fill("anglerf")
  const results = page.getByRole("navigation").getByText("lantern")
  await results.first().waitFor()
  expect(await page.locator("mark").first().textContent()).toMatch(/anglerf/i)
  await results.first().click()
  await page.waitForURL((url) => url.pathname.endsWith(far))
  await items(page, "answer").getByText("lantern").waitFor()
  await page.keyboard.press("Escape")
})

it("renames, archives, deletes and takes back", async () => {
  const site = await setSite()
  const id = await site.open({ title: "Old name", steps: [] })
  const page = await site.page(`/sessions/${id}`)
  await fromMenu(page, texts.shell.menu.rename)
  await page.getByRole("textbox", { name: texts.shell.header.title }).fill("New name")
  await page.keyboard.press("Enter")
  await inList(page, /New name/).waitFor()

  await fromMenu(page, texts.shell.menu.archive)
  await inList(page, /New name/).waitFor({ state: "detached" })
  await fromMenu(page, texts.shell.menu.unarchive)
  await inList(page, /New name/).waitFor()

  await fromMenu(page, texts.shell.menu.delete)
  await inList(page, /New name/).waitFor({ state: "detached" })
  await button(notice(page, texts.sessions.trashed("New name")), texts.sessions.undo).click()
  await inList(page, /New name/).waitFor()
  const { row } = await site.client.call("GET /api/sessions/:id", { params: { id } })
  expect(row).toMatchObject({ title: "New name", archived: false, trashed: false })
})

it("exports what a person can read and what another Holdfast can take in", async () => {
  const site = await setSite()
  const id = await site.open({ title: "To go", steps: [{ text: "A line to keep." }] })
  const page = await site.page(`/sessions/${id}`)
  await send(page, "Say something to keep")
  await stopCard(page)
  for (const [name, pattern] of [
    [texts.shell.menu.exportAs.markdown, /\.md$/],
    [texts.shell.menu.exportAs.jsonl, /\.jsonl$/],
  ] as const) {
    const download = page.waitForEvent("download")
    await fromMenu(page, name)
    const file = await download
    expect(file.suggestedFilename()).toMatch(pattern)
    expect(readFileSync(await file.path(), "utf8")).toContain("A line to keep.")
  }
})

it("selects several and does the same with all of them", async () => {
  const site = await setSite()
  for (const title of ["Brown kelp", "Green kelp", "Red kelp"]) await site.open({ title, steps: [] })
  const page = await site.page("/")
  await inList(page, /Brown kelp/).waitFor()
  await button(page, texts.sessions.more).click()
  await page.getByRole("menuitem", { name: texts.sessions.select, exact: true }).click()
  for (const title of ["Brown kelp", "Red kelp"]) {
    await page.getByRole("checkbox", { name: texts.sessions.row.check(title) }).click()
  }
  const bar = page.getByRole("toolbar", { name: texts.sessions.batch.bar })
  await bar.getByText(texts.sessions.batch.count(2)).waitFor()
  await button(bar, texts.sessions.batch.archive).click()
  await inList(page, /Brown kelp/).waitFor({ state: "detached" })
  await inList(page, /Green kelp/).waitFor()
  await button(notice(page, texts.sessions.batch.archived(2)), texts.sessions.undo).click()
  await inList(page, /Red kelp/).waitFor()
})

it("shows in the list who waits, what is new, what it was forked from, and what it is filtered by", async () => {
  const site = await setSite()
  const asks = { toolCalls: [{ name: "ask", arguments: { question: "Which colour?", options: ["brown"] } }] }
  const waits = await site.open({ title: "The one that asks", steps: [asks, { text: "Brown." }] })
  const trunk = await site.open({ title: "The trunk", steps: [{ text: "Grown." }] })
  const page = await site.page(`/sessions/${trunk}`)
  // A session counts as read once it was looked at for a moment, and only one that was ever read can be unread.
  const readSeq = async () => (await site.client.call("GET /api/sessions/:id", { params: { id: trunk } })).row.readSeq
  await expect.poll(readSeq).not.toBeNull()
  await page.getByRole("link", { name: texts.shell.product, exact: true }).click()
  const say = (id: string) =>
    site.client.call("POST /api/sessions/:id/inputs", { params: { id }, body: { text: "Go" } })
  await say(waits)
  await say(trunk)
  await inList(page, new RegExp(`${texts.shell.sessionStatus.waits}.*The one that asks`)).waitFor()
  const unread = inList(page, new RegExp(`The trunk.*${texts.sessions.row.unread}`))
  await unread.waitFor()
  await unread.click()
  await stopCard(page)
  await unread.waitFor({ state: "detached" })

  await fromMenu(page, texts.shell.menu.fork)
  await inList(page, new RegExp(texts.sessions.row.forkedFrom("The trunk"))).waitFor()
  await expectAccessible(page, "the list with everything in it")

  await button(page, texts.sessions.filter.show).click()
  await page.getByRole("combobox", { name: texts.sessions.filter.status }).selectOption({
    label: texts.sessions.filter.statuses.waits,
  })
  await inList(page, /The trunk/)
    .first()
    .waitFor({ state: "detached" })
  await inList(page, /The one that asks/).click()
  await items(page, "ask").getByText("Which colour?").waitFor()
})

it("calls nothing unread that somebody looks at, not even for a moment", async () => {
  const site = await setSite()
  const id = await site.open({ title: "Looked at", steps: [{ text: "One." }, { text: "Two." }] })
  const page = await site.page(`/sessions/${id}`)
  await inList(page, /Looked at/).waitFor()
  const list = page.getByRole("navigation", { name: texts.sessions.name })
  const said = await list.evaluateHandle((nav) => {
    const received: string[] = []
    const receive = () => received.push(nav.textContent ?? "")
    new MutationObserver(receive).observe(nav, { subtree: true, childList: true, characterData: true })
    return received
  })
  const isRead = async () => (await site.client.call("GET /api/sessions/:id", { params: { id } })).row.readSeq ?? 0
  await send(page, "One")
  await stopCard(page)
  await expect.poll(isRead).toBeGreaterThan(0)
  const first = await isRead()
  await send(page, "Two")
  await stopCard(page, 2)
  await expect.poll(isRead).toBeGreaterThan(first)
  const received = await said.jsonValue()
  expect(received.length).toBeGreaterThan(0)
  expect(received.filter((text) => text.includes(texts.sessions.row.unread))).toEqual([])
})
