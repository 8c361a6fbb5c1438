import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { texts } from "../../web/texts.ts"
import { button, fetchedParts, inList, items, messageBox, send, stopCard } from "./acts.ts"
import { expectSameInNewTab } from "./shown.ts"
import { setSite } from "./site.ts"

// What a person wrote, and what a model said, whatever it looks like.

it("sends a message that begins with the name of a command, and takes no draft for one", async () => {
  const site = await setSite()
  const id = await site.open({ steps: [{ text: "Which helper?" }], title: "Kelp" })
  const page = await site.page(`/sessions/${id}`)
  const message = "/delete the unused helper in src/reef.ts, then run the tests"
  await send(page, message)
  await items(page, "input").getByText(message).waitFor()
  await stopCard(page)
  await inList(page, /Kelp/).waitFor()

  const draft = "A draft that took a while to write"
  await messageBox(page).fill(draft)
  await messageBox(page).press("Home")
  await messageBox(page).pressSequentially("/export ")
  expect(await page.getByRole("listbox", { name: texts.composer.commands }).count()).toBe(0)
  await messageBox(page).press("Enter")
  await items(page, "input").getByText(`/export ${draft}`).waitFor()
  await expectSameInNewTab(site, page, id)
})

it("keeps a long paste in the message until the file that it becomes is there", async () => {
  const site = await setSite()
  const id = await site.open({ steps: [{ text: "I have read it." }] })
  const page = await site.page(`/sessions/${id}`)
  await messageBox(page).waitFor()
  await fetchedParts(page)
  await site.kill()
  await messageBox(page).focus()
  await paste(page, Array.from({ length: 300 }, (_, n) => `line ${n}`).join("\n"))
  await button(page, texts.composer.attachPaste).click()
  await page.getByRole("alert").getByText(texts.composer.unreachable).waitFor()
  // What did not get there holds up what was written with it.
  await messageBox(page).press("Enter")
  await page.getByText(texts.composer.notUploaded).first().waitFor()
  await site.start()
  await page.reload()
  await expect.poll(() => messageBox(page).inputValue()).toContain("line 299")

  await paste(page, Array.from({ length: 300 }, (_, n) => `wave ${n}`).join("\n"))
  await button(page, texts.composer.attachPaste).click()
  await expect.poll(() => messageBox(page).inputValue()).not.toContain("wave")
  await messageBox(page).press("Enter")
  await items(page, "input").getByText("line 12").waitFor()
  await items(page, "input")
    .getByText(/^pasted-/)
    .waitFor()
  await stopCard(page)
})

it("shows the words of a model that no drawing can hold, and a tool of any name", async () => {
  const site = await setSite()
  const id = await site.open({
    steps: [
      { text: "Before.", toolCalls: [{ name: "constructor", arguments: { path: "toString" } }] },
      { text: `${">".repeat(4_000)} deep words` },
      { text: "After all that." },
    ],
  })
  const page = await site.page(`/sessions/${id}`)
  await send(page, "Go as deep as you can")
  await items(page, "answer").getByText("deep words").waitFor()
  await stopCard(page)
  await items(page, "answer").getByText("Before.").waitFor()
  await items(page, "tool").getByText("constructor").first().waitFor()
  await messageBox(page).waitFor()
  await expectSameInNewTab(site, page, id)
})

/** As the clipboard does it: an event, and then the text at the caret. */
async function paste(page: Page, text: string): Promise<void> {
  await messageBox(page).press("End")
  await messageBox(page).evaluate((box, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData("text/plain", pasted)
    box.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData }))
    document.execCommand("insertText", false, pasted)
  }, text)
}
