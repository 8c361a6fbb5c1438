import { expect, it } from "vitest"
import { texts } from "../../web/texts.ts"
import { button, fetchedParts, items, messageBox, problem, send, stopCard } from "./acts.ts"
import { expectSameInNewTab } from "./shown.ts"
import { setSite } from "./site.ts"

const phone = {
  viewport: { width: 390, height: 844 },
  userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604",
  hasTouch: true,
  isMobile: true,
}

it("takes the answer of the device that was first, and tells the other one who that was", async () => {
  const site = await setSite()
  const id = await site.open({
    permissionMode: "prompt",
    steps: [
      { text: "I clear the build.", toolCalls: [{ name: "bash", arguments: { command: "rm -rf build" } }] },
      { text: "It is cleared." },
    ],
  })
  const first = await site.page(`/sessions/${id}`)
  await send(first, "Clear the build")
  const second = await site.page(`/sessions/${id}`, phone)
  const late = items(second, "ask")
  await button(late, texts.cards.ask.always).waitFor()
  await fetchedParts(second)
  await second.context().setOffline(true)
  await button(late, texts.cards.ask.always).tap()
  await late.getByText(texts.cards.ask.sending).waitFor()
  await button(items(first, "ask"), texts.cards.ask.once).click()
  await items(first, "answer").getByText("It is cleared.").waitFor()

  await second.context().setOffline(false)
  await late.getByText(texts.cards.ask.approved.once).first().waitFor()
  await problem(second, /answered by .+ on Chrome on Linux/).waitFor()
  await late.getByRole("button").first().tap()
  await late.getByText("Chrome on Linux").waitFor()
  await stopCard(second)
  const { events } = await site.client.call("GET /api/sessions/:id/events", { params: { id }, query: { after: 0 } })
  expect(events.filter(({ type }) => type === "ask.answered")).toHaveLength(1)
  await expectSameInNewTab(site, first, id)
})

it("keeps what was begun to write, over a reload and on another device, until it is sent", async () => {
  const site = await setSite()
  const id = await site.open({ steps: [{ text: "Thank you." }] })
  const desk = await site.page(`/sessions/${id}`)
  await messageBox(desk).pressSequentially("A thought that is no")
  await desk.reload()
  await expect.poll(() => messageBox(desk).inputValue()).toBe("A thought that is no")

  const hand = await site.page(`/sessions/${id}`, phone)
  await expect.poll(() => messageBox(hand).inputValue()).toBe("A thought that is no")
  await messageBox(hand).fill("A thought that is now whole")
  await button(hand, texts.composer.send).tap()
  await items(hand, "answer").getByText("Thank you.").waitFor()
  expect(await messageBox(hand).inputValue()).toBe("")

  await items(desk, "input").getByText("A thought that is now whole").waitFor()
  await desk.reload()
  await items(desk, "answer").getByText("Thank you.").waitFor()
  await expect.poll(() => messageBox(desk).inputValue()).toBe("")
})
