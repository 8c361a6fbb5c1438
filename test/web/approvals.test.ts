import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { texts } from "../../web/texts.ts"
import { button, items, send, stopCard, untilArmed } from "./acts.ts"
import { setSite } from "./site.ts"
import { held } from "./words.ts"

const says = texts.inspector

/** Types a letter over and over in the page, from before the ask appears until a second after. */
async function typeAhead(page: Page, key: string): Promise<{ done(): Promise<void> }> {
  await page.evaluate((key) => {
    const state = window as unknown as { typed?: Promise<void> }
    state.typed = new Promise((resolve) => {
      let left = 20
      const press = () => {
        window.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))
        if (document.querySelector("article[data-kind=ask] button")) left -= 1
        if (left > 0) setTimeout(press, 50)
        else resolve()
      }
      press()
    })
  }, key)
  return { done: () => page.evaluate(() => (window as unknown as { typed?: Promise<void> }).typed) }
}

it("takes nothing that was typed ahead for an answer, and nothing typed runs in a shell", async () => {
  const site = await setSite()
  site.put("rocks/one", "a rock\n")
  const risky = { toolCalls: [{ name: "bash", arguments: { command: "rm -rf rocks" } }] }
  const id = await site.open({ permissionMode: "workspace-write", steps: [held, risky, { text: "Cleared." }] })
  const page = await site.page(`/sessions/${id}`)
  await send(page, "Clear the rocks")
  await items(page, "answer").getByText("I wait for the tide.").waitFor()
  await send(page, "touch typed")
  await page.getByRole("log").focus()
  const ahead = await typeAhead(page, "y")
  site.put("tide", "")
  const ask = items(page, "ask")
  await button(ask, texts.cards.ask.once).waitFor()
  await ahead.done()
  expect(await button(ask, texts.cards.ask.once).isVisible()).toBe(true)
  expect(existsSync(join(site.workspace, "rocks", "one"))).toBe(true)
  await untilArmed(ask)
  await page.keyboard.press("y")
  await ask.getByText(texts.cards.ask.approved.once).waitFor()
  await items(page, "answer").getByText("Cleared.").waitFor()
  expect(["rocks", "typed"].filter((name) => existsSync(join(site.workspace, name)))).toEqual([])
})

it("says what always would allow before it is given, and revokes it in the inspector", async () => {
  const site = await setSite()
  const test = { toolCalls: [{ name: "bash", arguments: { command: "npm test -- --watch=false" } }] }
  const id = await site.open({ permissionMode: "prompt", steps: [test, { text: "Tested." }] })
  const page = await site.page(`/sessions/${id}`)
  await send(page, "Test it")
  const ask = items(page, "ask")
  await ask.getByText("commands that start with npm test, in this directory, in every session").waitFor()
  await button(ask, texts.cards.ask.always).click()
  await stopCard(page)
  const rules = () => JSON.parse(readFileSync(join(site.home, "..", "config", "permissions.json"), "utf8")).allow
  expect(rules()).toMatchObject([{ tool: "bash", starts_with: "npm test" }])
  const inspector = page.getByRole("complementary", { name: says.name })
  if (!(await inspector.isVisible())) await button(page, texts.shell.openInspector).click()
  await inspector.getByRole("tab", { name: says.tabs.context, exact: true }).click()
  const own = inspector.getByRole("region", { name: says.context.ownRules })
  await own.getByRole("button").click()
  await own.waitFor({ state: "detached" })
  expect(rules()).toEqual([])
})
