import { expect, it, onTestFinished } from "vitest"
import { texts } from "../../web/texts.ts"
import { finish, text } from "../models/chunks.ts"
import { events, sendJson, sendStream, startLoopback } from "../models/loopback.ts"
import { button, items, messageBox, notice, send, stopCard } from "./acts.ts"
import { expectAccessible } from "./axe.ts"
import { expectSameInNewTab } from "./shown.ts"
import { setSite } from "./site.ts"

/** Nothing listens on port 9. */
const noLocal = {
  OLLAMA_HOST: "127.0.0.1:9",
  LMSTUDIO_BASE_URL: "http://127.0.0.1:9/v1",
  LLAMACPP_BASE_URL: "http://127.0.0.1:9/v1",
}
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

it("works with no model until one is chosen, and says so where it is chosen", async () => {
  const models = await startLoopback((response, { path }) => {
    if (path.endsWith("/models")) return sendJson(response, 200, { data: [{ id: "kelp-1" }, { id: "kelp-2" }] })
    return sendStream(response, events(text("Here I am."), finish("stop")))
  })
  onTestFinished(() => models.close())
  const site = await setSite({ env: { ...none, ...noLocal, OPENAI_COMPATIBLE_BASE_URL: `${models.url}/v1` } })
  const page = await site.page("/")
  // There are models: the page asks for one, and does not say that there is none.
  const field = page.getByRole("combobox", { name: texts.shell.open.model, exact: true })
  await field.getByRole("option", { name: "kelp-2" }).waitFor({ state: "attached" })
  expect(await page.getByText(texts.shell.firstRun.noModel).count()).toBe(0)
  expect(await field.evaluate((select: HTMLSelectElement) => select.checkValidity())).toBe(false)

  const { id } = await site.client.call("POST /api/sessions", { body: { workspace: site.workspace } })
  await page.goto(`${site.url}sessions/${id}`)
  await page.getByText("2 models at").first().waitFor()
  await button(page, texts.composer.modelIs(texts.composer.noModel)).waitFor()
  await send(page, "Hello")
  await notice(page, texts.composer.chooseModelFirst).waitFor()
  expect(await messageBox(page).inputValue()).toBe("Hello")
  await button(page, texts.composer.chooseModel).click()
  await page.getByRole("dialog").getByRole("option", { name: "kelp-2" }).click()
  await button(page, texts.composer.modelIs("openai-compatible/kelp-2")).waitFor()
  await messageBox(page).press("Enter")
  await items(page, "answer").getByText("Here I am.").waitFor()
  expect(await page.getByText("--model").count()).toBe(0)
})

it("has a door in the colours of the page, which says one thing once, and a page where there is none", async () => {
  const site = await setSite()
  const page = await site.page("/", { colorScheme: "light" })
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await background()
  await page.emulateMedia({ colorScheme: "dark" })
  const dark = await background()

  await page.context().clearCookies()
  await page.goto(`${site.url}login`)
  await page.getByRole("heading", { name: "Sign in" }).waitFor()
  await page.getByText("holdfast serve").waitFor()
  await page.getByText("Holdfast", { exact: true }).waitFor()
  expect(await background()).toBe(dark)
  await expectAccessible(page, "the door, dark")
  await page.emulateMedia({ colorScheme: "light" })
  expect(await background()).toBe(light)
  await expectAccessible(page, "the door")

  await page.goto(`${site.url}login?code=used-before`)
  await page.getByRole("alert").waitFor()
  expect((await page.getByRole("main").textContent())?.match(/holdfast serve/g)).toHaveLength(1)

  const reply = await page.goto(`${site.url}nowhere`)
  expect(reply?.status()).toBe(404)
  await page.getByRole("heading", { name: "Nothing here" }).waitFor()
  await page.getByText("/nowhere").waitFor()
  await expectAccessible(page, "a page where there is none")
  const answer = await fetch(`${site.url}nowhere`, { headers: { accept: "application/json" } })
  expect([answer.status, await answer.json()]).toMatchObject([404, { error: { code: "no-such-route" } }])
})
