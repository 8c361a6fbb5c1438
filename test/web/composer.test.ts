import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { texts } from "../../web/texts.ts"
import { button, items, messageBox, send, stopCard } from "./acts.ts"
import { expectSameInNewTab } from "./shown.ts"
import { setSite } from "./site.ts"

const words = texts.composer

it("offers files after @, commands after /, and what was said before", async () => {
  const site = await setSite()
  site.put("reef/tides.md", "# Tides\n")
  const id = await site.open({ steps: [{ text: "I have read it." }] })
  const page = await site.page(`/sessions/${id}`)
  const box = messageBox(page)
  await box.pressSequentially("Read @tid")
  await page
    .getByRole("listbox", { name: words.files })
    .getByRole("option", { name: /tides\.md/ })
    .waitFor()
  await page.keyboard.press("Enter")
  await expect.poll(() => box.inputValue()).toBe("Read reef/tides.md ")
  await page.keyboard.press("Enter")
  await items(page, "input").getByText("reef/tides.md").waitFor()
  await stopCard(page)

  await box.press("ArrowUp")
  await expect.poll(async () => (await box.inputValue()).trim()).toBe("Read reef/tides.md")
  await box.fill("")
  await box.pressSequentially("/pla")
  await page
    .getByRole("listbox", { name: words.commands })
    .getByRole("option", { name: /\/plan/ })
    .waitFor()
  await page.keyboard.press("Tab")
  await expect.poll(() => box.inputValue()).toBe("/plan ")
  await page.keyboard.press("Enter")
  await button(page, words.modeIs(words.modes.plan.name)).waitFor()
  expect(await box.inputValue()).toBe("")
  expect(await items(page, "input").count()).toBe(1)
})

it("asks the model that was chosen, with the permissions that were chosen", async () => {
  const site = await setSite()
  const id = await site.open({ steps: [{ text: "The first model speaks." }] })
  const other = site.script([
    { text: "I write.", toolCalls: [{ name: "write", arguments: { path: "kelp.txt", content: "kelp" } }] },
    { text: "The other model speaks." },
  ])
  const page = await site.page(`/sessions/${id}`)
  await page.getByRole("button", { name: new RegExp(`^${words.modelIs("")}`) }).click()
  await page.getByRole("combobox", { name: words.findModel }).fill(other)
  await page.getByRole("option", { name: words.takeModel(other) }).click()
  await button(page, words.modelIs(other)).waitFor()
  await button(page, words.permissionIs(words.permissions.allow.name)).click()
  await page.getByRole("menuitemradio", { name: words.permissions["read-only"].name }).click()
  await button(page, words.permissionIs(words.permissions["read-only"].name)).waitFor()
  await send(page, "Write")
  await items(page, "tool").getByText(texts.cards.tool.states.denied).first().waitFor()
  await items(page, "answer").getByText("The other model speaks.").waitFor()
  await stopCard(page)
  await expectSameInNewTab(site, page, id)
})

it("takes pictures that are pasted and files that are dropped along with the message", async () => {
  const site = await setSite()
  const id = await site.open({ steps: [{ text: "I have seen both." }] })
  const page = await site.page(`/sessions/${id}`)
  await messageBox(page).waitFor()
  await giveFile(page, { how: "paste", name: "kelp.png", type: "image/png", base64: dot })
  const attached = page.getByRole("region", { name: words.region }).getByRole("list", { name: words.attachments })
  await attached.getByRole("listitem").filter({ hasText: "kelp.png" }).locator("img").waitFor()
  await giveFile(page, { how: "drop", name: "notes.txt", type: "text/plain", base64: btoa("A note.\n") })
  await giveFile(page, { how: "drop", name: "wrong.txt", type: "text/plain", base64: btoa("Wrong.\n") })
  await button(attached, words.removeAttachment("wrong.txt")).click()
  await button(attached, words.removeAttachment("notes.txt")).waitFor()
  await page.reload()
  await attached.getByText("notes.txt").waitFor()
  const kept = attached.getByRole("listitem").filter({ hasText: "kelp.png" }).locator("img")
  await expect.poll(() => kept.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1)
  await expect.poll(() => attached.getByRole("listitem").count()).toBe(2)

  await send(page, "Look at these")
  const sent = items(page, "input").getByRole("list", { name: texts.transcript.attachments })
  const picture = sent.getByRole("img", { name: "kelp.png" })
  await picture.waitFor()
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1)
  await sent.getByRole("link", { name: "notes.txt" }).waitFor()
  await attached.waitFor({ state: "detached" })
  await stopCard(page)
  await expectSameInNewTab(site, page, id)
})

/** The smallest picture there is. */
const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

type Given = { how: "paste" | "drop"; name: string; type: string; base64: string }

/** What a browser tells the page when a person pastes or drops a file. */
async function giveFile(page: Page, given: Given): Promise<void> {
  await messageBox(page).evaluate((box, { how, name, type, base64 }) => {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
    const data = new DataTransfer()
    data.items.add(new File([bytes], name, { type }))
    const about = { bubbles: true, cancelable: true }
    if (how === "paste") box.dispatchEvent(new ClipboardEvent("paste", { ...about, clipboardData: data }))
    else {
      box.dispatchEvent(new DragEvent("dragenter", { ...about, dataTransfer: data }))
      box.dispatchEvent(new DragEvent("drop", { ...about, dataTransfer: data }))
    }
  }, given)
}
