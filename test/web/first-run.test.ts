import { expect, it } from "vitest"
import { texts } from "../../web/texts.ts"
import { button, items, stopCard } from "./acts.ts"
import { expectAccessible } from "./axe.ts"
import { expectSameInNewTab } from "./shown.ts"
import { setSite } from "./site.ts"

const none = { ANTHROPIC_API_KEY: "", OPENAI_API_KEY: "", GOOGLE_GENERATIVE_AI_API_KEY: "", GEMINI_API_KEY: "" }

it("says what it looked for, and lets its own demo be killed and carried on before one's eyes", {
  timeout: 180_000,
}, async () => {
  const site = await setSite({ env: none })
  const page = await site.page("/")
  await page.getByText(texts.shell.firstRun.noModel).waitFor()
  await page
    .getByText(/Ollama/)
    .first()
    .waitFor()
  await expectAccessible(page, "the first run")
  await page.emulateMedia({ colorScheme: "dark" })
  await expectAccessible(page, "the first run, dark")
  await button(page, texts.shell.firstRun.demo).click()
  await page.waitForURL((url) => url.pathname.startsWith("/sessions/"))
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? ""
  await items(page, "answer").first().getByText("This is the demo").waitFor()
  await button(page, texts.shell.demo.kill).click()
  await page.getByText(texts.transcript.cutOff.crashed).first().waitFor({ timeout: 20_000 })
  const stop = await stopCard(page)
  await expect.poll(() => stop.textContent()).toContain(texts.cards.stop.words("completed-verified").title)
  await page.getByText(texts.shell.demo.summary).waitFor()
  await page.getByText(texts.shell.demo.nothing).first().waitFor()
  await expectSameInNewTab(site, page, id)
})
