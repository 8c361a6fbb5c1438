import type { Locator, Page } from "playwright-core"
import { expect, it } from "vitest"
import { texts } from "../../web/texts.ts"
import { button, inList, items, messageBox, send, stopCard } from "./acts.ts"
import { expectAccessible } from "./axe.ts"
import { type Site, setSite } from "./site.ts"

/** A session that has something of everything in it. */
async function busyScene(site: Site): Promise<string> {
  site.put("notes.md", "# Notes\n")
  return await site.open({
    title: "Everything at once",
    permissionMode: "workspace-write",
    steps: [
      {
        reasoning: "Let me see.",
        text: "A list:\n\n- one\n- two\n\n```ts\nconst kelp = 1\n```\n\n| a | b |\n| --- | --- |\n| 1 | 2 |",
        toolCalls: [
          { name: "todo", arguments: { items: [{ text: "Look", state: "active" }] } },
          { name: "edit", arguments: { path: "notes.md", old: "# Notes", new: "# Notes of the reef" } },
          { name: "bash", arguments: { command: "printf '\\033[31mred\\033[0m\\n'" } },
        ],
      },
      { toolCalls: [{ name: "bash", arguments: { command: "rm -rf old" } }] },
      { text: "Done." },
    ],
  })
}

async function inspect(page: Page): Promise<void> {
  if (!(await page.getByRole("complementary", { name: texts.shell.panes.inspector }).isVisible())) {
    await button(page, texts.shell.openInspector).first().click()
  }
  await page.getByRole("complementary", { name: texts.shell.panes.inspector }).waitFor()
}

for (const colorScheme of ["light", "dark"] as const) {
  it(`has nothing in its main views that keeps people out, in ${colorScheme} colours`, {
    timeout: 180_000,
  }, async () => {
    const site = await setSite()
    const id = await busyScene(site)
    const page = await site.page("/", { colorScheme })
    await page.getByRole("navigation", { name: texts.sessions.name }).getByRole("link").first().waitFor()
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(background).toBe(colorScheme === "dark" ? "rgb(19, 20, 18)" : "rgb(250, 249, 246)")
    await expectAccessible(page, "the start page")
    await page.goto(`${site.url}sessions/${id}`)
    await send(page, "Do everything")
    await items(page, "ask").waitFor()
    await expectAccessible(page, "a session that waits for an answer")
    await button(items(page, "ask"), texts.cards.ask.deny).click()
    await page.keyboard.press("Enter")
    await stopCard(page)
    await inspect(page)
    for (const tab of await page.getByRole("complementary").getByRole("tab").all()) {
      await tab.click()
      await page.getByRole("tabpanel").first().waitFor()
      await expectAccessible(page, `the inspector, ${await tab.textContent()}`)
    }
    await page.getByRole("slider", { name: texts.inspector.time.slider }).press("Home")
    await page.getByText(texts.transcript.asItWas(1)).waitFor()
    await expectAccessible(page, "the session as it was")
    await button(page, texts.transcript.backToNow).first().click()

    const dialogs = [
      [() => page.keyboard.press("Control+k"), texts.shell.palette.title],
      [() => button(page, texts.shell.commands.keyboard).click(), texts.shell.keyboard.title],
      [() => button(page, texts.shell.settings.title).click(), texts.shell.settings.title],
      [() => button(page, texts.sessions.newSession).click(), texts.shell.open.title],
    ] as const
    for (const [open, name] of dialogs) {
      await open()
      const dialog = page.getByRole("dialog", { name, exact: true })
      await dialog.waitFor()
      await expectAccessible(page, name)
      await page.keyboard.press("Escape")
      await dialog.waitFor({ state: "detached" })
    }
    await page.getByRole("searchbox", { name: texts.sessions.search.field }).fill("everything")
    await page.getByRole("navigation").locator("mark").first().waitFor()
    await expectAccessible(page, "the search")
  })
}

it("tells a screen reader what happens, and holds still for those who want that", async () => {
  const site = await setSite()
  const id = await site.open({
    steps: [
      {
        text: "I wait.",
        toolCalls: [{ name: "bash", arguments: { command: "until [ -e go ]; do sleep 0.05; done" } }],
      },
      { text: "The tide is in." },
    ],
  })
  const page = await site.page(`/sessions/${id}`)
  const still = await site.page(`/sessions/${id}`, { reducedMotion: "reduce" })
  await send(page, "Wait for the tide")
  const announcement = page.locator("[aria-live=polite].sr-only")
  await expect.poll(() => announcement.textContent()).toBe(texts.shell.announce.answered("I wait."))
  await items(still, "tool").getByText(texts.cards.tool.states.running).first().waitFor()
  expect(await longestMotion(page)).toBeGreaterThan(100)
  expect(await longestMotion(still)).toBeLessThan(1)
  site.put("go", "")
  await stopCard(page)
  await expect.poll(() => announcement.textContent()).toContain(texts.shell.announce.stopped(""))
})

/** How long the longest animation takes that is under way, in milliseconds. */
async function longestMotion(page: Page): Promise<number> {
  return await page.evaluate(() =>
    Math.max(0, ...document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0))),
  )
}

it("is whole on a phone: sessions in a drawer, nothing beside the screen, targets for fingers", async () => {
  const site = await setSite()
  const id = await busyScene(site)
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const page = await site.page(`/sessions/${id}`, phone)
  await send(page, "Do everything")
  await items(page, "ask").waitFor()
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(await overflow()).toBe(0)
  for (const target of await page.getByRole("main").getByRole("button").all()) {
    if (!(await target.isVisible())) continue
    const box = await target.boundingBox()
    expect(Math.max(box?.height ?? 0, box?.width ?? 0), (await target.textContent()) ?? "").toBeGreaterThanOrEqual(40)
  }
  await button(items(page, "ask"), texts.cards.ask.once).tap()
  await stopCard(page)
  await button(page, texts.shell.openSessions).tap()
  await page
    .getByRole("navigation", { name: texts.sessions.name })
    .getByRole("link", { name: /Everything at once/ })
    .tap()
  await messageBox(page).waitFor()
  expect(await overflow()).toBe(0)
  await expectAccessible(page, "the phone")
})

/** Works until the test lets it go on. */
const working = {
  text: "I wait.",
  toolCalls: [{ name: "bash", arguments: { command: "until [ -e go ]; do sleep 0.05; done" } }],
}

it("shows on the narrowest phone what may be lost without a question, and how full the context is", async () => {
  const site = await setSite()
  const id = await site.open({ permissionMode: "allow", steps: [working, { text: "Done." }] })
  const page = await site.page(`/sessions/${id}`, {
    viewport: { width: 320, height: 640 },
    hasTouch: true,
    isMobile: true,
  })
  await send(page, "Wait")
  await button(page, texts.composer.stop).waitFor()
  await messageBox(page).fill("and then")
  const settings = button(page, texts.composer.settingsAre(texts.composer.permissions.allow.name))
  const colour = (one: Locator) => one.evaluate((element) => getComputedStyle(element).color)
  expect(await colour(settings)).not.toBe(await colour(button(page, texts.composer.attach)))
  const composer = page.getByRole("region", { name: texts.composer.region })
  await composer.getByRole("button", { name: /context|tokens/i }).waitFor()
  for (const target of await composer.getByRole("button").all()) {
    const box = await target.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0), (await target.textContent()) ?? "").toBeLessThanOrEqual(320 - 12)
  }
  site.put("go", "")
  await stopCard(page)
})

it("keeps a row legible under many tags, and tells the rest of them", async () => {
  const site = await setSite()
  const id = await site.open({ title: "Tagged", steps: [] })
  const tags = ["a-very-long-tag-for-a-session", "frontend", "needs-review", "urgent", "release"]
  await site.client.call("PATCH /api/sessions/:id", { params: { id }, body: { tags } })
  const page = await site.page("/")
  const row = inList(page, /Tagged/)
  await row.getByText(texts.sessions.row.moreTags(3), { exact: true }).waitFor()
  const name = row.getByText("kelp", { exact: true })
  expect(await name.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
  expect(await row.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
  for (const tag of tags) expect(await row.textContent()).toContain(texts.sessions.row.tag(tag))
})

it("can be used by the keyboard alone", async () => {
  const site = await setSite()
  await site.open({ title: "By hand", steps: [{ text: "Typed, not clicked." }] })
  const page = await site.page("/")
  await page
    .getByRole("navigation")
    .getByRole("link", { name: /By hand/ })
    .waitFor()
  await page.keyboard.press("Control+k")
  await page.getByRole("dialog").getByRole("combobox").waitFor()
  await page.keyboard.type("By hand")
  await page
    .getByRole("option", { name: /By hand/ })
    .first()
    .waitFor()
  await page.keyboard.press("Enter")
  await page.waitForURL((url) => url.pathname.startsWith("/sessions/"))
  await messageBox(page).waitFor()
  await page.keyboard.press("Escape")
  await page.keyboard.press("/")
  expect(await messageBox(page).evaluate((box) => box === document.activeElement)).toBe(true)
  await page.keyboard.type("Go")
  await page.keyboard.press("Enter")
  await items(page, "answer").getByText("Typed, not clicked.").waitFor()
  await stopCard(page)
  await page.keyboard.press("Escape")
  await page.keyboard.press("?")
  await page.getByRole("dialog", { name: texts.shell.keyboard.title }).waitFor()
  await page.keyboard.press("Escape")
  await page.getByRole("dialog").waitFor({ state: "detached" })
})
