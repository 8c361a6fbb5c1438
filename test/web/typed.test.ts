import { expect, it } from "vitest"
import { fetchedParts, messageBox, send, stopCard } from "./acts.ts"
import { setSite } from "./site.ts"
import { draftAt } from "./words.ts"

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
