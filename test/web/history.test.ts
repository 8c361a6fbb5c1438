import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { texts } from "../../web/texts.ts"
import { button, fromMenu, inList, items, send, stopCard } from "./acts.ts"
import { expectSameInNewTab } from "./shown.ts"
import { setSite } from "./site.ts"

it("says a message again in other words, and answers again", async () => {
  const site = await setSite()
  const id = await site.open({
    steps: [{ text: "About whales." }, { text: "About seals." }, { text: "More of seals." }],
  })
  const page = await site.page(`/sessions/${id}`)
  await send(page, "Tell me of whales")
  await stopCard(page)
  const input = items(page, "input")
  await input.focus()
  await button(input, texts.transcript.edit).click()
  await input.getByRole("textbox").fill("Tell me of seals")
  await button(input, texts.transcript.editSend).click()
  await items(page, "answer").getByText("About seals.").waitFor()
  await expect.poll(() => items(page, "answer").count()).toBe(1)
  await stopCard(page)
  await expectSameInNewTab(site, page, id)

  const answer = items(page, "answer")
  await answer.focus()
  await button(answer, texts.transcript.regenerate).click()
  await items(page, "answer").getByText("More of seals.").waitFor()
  await expect.poll(() => items(page, "answer").count()).toBe(1)
  await stopCard(page)
  await expectSameInNewTab(site, page, id)
})

it("forks from an answer, says where from, and leaves the first session as it was", async () => {
  const site = await setSite()
  const id = await site.open({ title: "The trunk", steps: [{ text: "One." }, { text: "Two." }] })
  const page = await site.page(`/sessions/${id}`)
  await send(page, "Count")
  await stopCard(page)
  await fromMenu(page, texts.shell.menu.fork)
  await page.waitForURL((url) => url.pathname.startsWith("/sessions/") && !url.pathname.endsWith(id))
  const trunk = page.getByRole("main").getByRole("link", { name: /Forked from The trunk/ })
  await trunk.waitFor()
  await items(page, "answer").getByText("One.").waitFor()
  await send(page, "Go on")
  await items(page, "answer").getByText("Two.").waitFor()
  await trunk.click()
  await page.waitForURL((url) => url.pathname.endsWith(id))
  await expect.poll(() => items(page, "answer").allTextContents()).toHaveLength(1)
  await expectSameInNewTab(site, page, id)
})

it("rewinds to before a message, and undoes what a turn changed", async () => {
  const site = await setSite()
  const id = await site.open({
    steps: [
      { text: "I write it.", toolCalls: [{ name: "write", arguments: { path: "reef.txt", content: "a reef\n" } }] },
      { text: "It is written." },
      { text: "And more." },
    ],
  })
  const page = await site.page(`/sessions/${id}`)
  await send(page, "Write of the reef")
  const stop = await stopCard(page)
  await send(page, "More")
  await stopCard(page, 2)
  await fromMenu(page, texts.shell.menu.rewind)
  const dialog = page.getByRole("dialog")
  await dialog.getByRole("combobox").selectOption({ label: "More" })
  await button(dialog, texts.shell.rewind.do).click()
  await expect.poll(() => items(page, "stop").count()).toBe(1)
  await items(page, "answer").getByText("And more.").waitFor({ state: "detached" })
  await expectSameInNewTab(site, page, id)

  expect(readFileSync(join(site.workspace, "reef.txt"), "utf8")).toBe("a reef\n")
  await button(stop, texts.cards.stop.undo).click()
  await items(page, "restore").getByText(texts.transcript.undone(1)).waitFor()
  expect(existsSync(join(site.workspace, "reef.txt"))).toBe(false)
  await stop.getByText(texts.inspector.why.undone).waitFor()
  expect(await stop.getByText("1 file changed").count()).toBe(0)
  await button(stop, texts.cards.stop.redo).click()
  await expect.poll(() => existsSync(join(site.workspace, "reef.txt"))).toBe(true)
  await stop.getByText(texts.inspector.why.undone).waitFor({ state: "detached" })
  await expectSameInNewTab(site, page, id)
  await inList(page, /Write of the reef/).waitFor()
})
