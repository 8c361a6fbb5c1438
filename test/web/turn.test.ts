import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { texts } from "../../web/texts.ts"
import { button, items, send, stopCard, untilArmed } from "./acts.ts"
import { expectSameInNewTab } from "./shown.ts"
import { setSite } from "./site.ts"

const tested = {
  "package.json": '{ "name": "kelp", "type": "module", "scripts": { "test": "node --test" } }\n',
  "sum.js": "export const sum = (a, b) => a - b\n",
  "sum.test.js":
    'import assert from "node:assert/strict"\nimport { test } from "node:test"\nimport { sum } from "./sum.js"\ntest("adds", () => assert.equal(sum(1, 2), 3))\n',
}

it("streams an answer, asks before a command, shows what it changed, verifies it and says why it stopped", async () => {
  const site = await setSite()
  for (const [path, content] of Object.entries(tested)) site.put(path, content)
  const id = await site.open({
    title: "Mend the sum",
    permissionMode: "workspace-write",
    steps: [
      {
        reasoning: "It subtracts.",
        text: "I look at the **sum** first, and write this slowly.",
        chunkChars: 6,
        chunkDelayMs: 20,
        toolCalls: [{ name: "read", arguments: { path: "sum.js" } }],
      },
      { toolCalls: [{ name: "edit", arguments: { path: "sum.js", old: "a - b", new: "a + b" } }] },
      { toolCalls: [{ name: "bash", arguments: { command: "rm -rf build" } }] },
      { text: "The sum adds now." },
    ],
  })
  const page = await site.page(`/sessions/${id}`)
  await send(page, "Mend the sum")

  const [first] = await items(page, "answer").all()
  await first?.getByText("I look at the").waitFor()
  await items(page, "tool").filter({ hasText: "sum.js" }).first().waitFor()

  const ask = items(page, "ask")
  await ask.getByText("rm -rf build").first().waitFor()
  await button(ask, texts.cards.ask.once).click()
  await ask.getByText(texts.cards.ask.approved.once).waitFor()

  await items(page, "check").filter({ hasText: "npm test" }).filter({ hasText: "passed" }).first().waitFor()
  // That the checks have not run yet is no news above one that passed.
  expect(await items(page, "mode").last().textContent()).toBe(texts.transcript.modes.verify)
  const stop = await stopCard(page)
  await expect.poll(() => stop.textContent()).toContain(texts.cards.stop.words("completed-verified").title)
  expect(readFileSync(join(site.workspace, "sum.js"), "utf8")).toContain("a + b")

  await expectSameInNewTab(site, page, id)

  const edit = items(page, "tool").filter({ hasText: texts.cards.tool.verbs.edit ?? "" })
  if ((await edit.getByText("a + b").count()) === 0) await edit.getByRole("button").first().click()
  await edit.getByText("a + b").first().waitFor()
})

it("takes the answer to a question, by the keyboard, and goes on with it", async () => {
  const site = await setSite()
  const id = await site.open({
    steps: [
      {
        text: "One thing first.",
        toolCalls: [
          { name: "ask", arguments: { question: "Which colour shall the kelp have?", options: ["brown", "green"] } },
        ],
      },
      { text: "Green it is." },
    ],
  })
  const page = await site.page(`/sessions/${id}`)
  await send(page, "Paint the kelp")
  const ask = items(page, "ask")
  await ask.getByText("Which colour shall the kelp have?").waitFor()
  await page.getByRole("log").focus()
  await untilArmed(ask)
  await page.keyboard.press("2")
  await ask.getByText(texts.cards.ask.chosen("green")).waitFor()
  // The card says what the call of the tool would say again.
  expect(await items(page, "tool").count()).toBe(0)
  await items(page, "answer").getByText("Green it is.").waitFor()
  await stopCard(page)
  await expectSameInNewTab(site, page, id)
})

it("denies with a reason that the model is told", async () => {
  const site = await setSite()
  const id = await site.open({
    permissionMode: "prompt",
    steps: [
      { text: "I clear the build.", toolCalls: [{ name: "bash", arguments: { command: "rm -rf build" } }] },
      { text: "Then I leave it." },
    ],
  })
  const page = await site.page(`/sessions/${id}`)
  await send(page, "Clear up")
  const ask = items(page, "ask")
  await button(ask, texts.cards.ask.deny).click()
  await ask.getByRole("textbox").fill("It is needed")
  await ask.getByRole("textbox").press("Enter")
  await ask.getByText(texts.cards.ask.deniedWith("It is needed")).waitFor()
  await items(page, "answer").getByText("Then I leave it.").waitFor()
  const { events } = await site.client.call("GET /api/sessions/:id/events", { params: { id }, query: { after: 0 } })
  expect(JSON.stringify(events)).toContain("It is needed")
})

it("says what an approval covers without saying a long command again, and opens to the same facts when it is answered", async () => {
  const site = await setSite()
  const command = `rm -rf ${Array.from({ length: 80 }, (_, at) => `build-${at}`).join(" ")}`
  const id = await site.open({
    permissionMode: "workspace-write",
    steps: [{ text: "I clear up.", toolCalls: [{ name: "bash", arguments: { command } }] }, { text: "Cleared." }],
  })
  const page = await site.page(`/sessions/${id}`, { viewport: { width: 390, height: 700 } })
  await send(page, "Clear up")
  const ask = items(page, "ask")
  await ask.getByText("Run this command? Deletes build-0, build-1, build-2, 77 more with all that is in it.").waitFor()
  await ask.getByText("exactly this command, in this directory", { exact: true }).waitFor()
  await ask.getByText("exactly this command, in this directory, in every session", { exact: true }).waitFor()
  expect(await ask.getByText(command, { exact: true }).count()).toBe(1)
  // The answer is in reach where the question is read.
  await page.getByRole("log").evaluate((log) => log.scrollTo(0, 0))
  await expect.poll(() => button(ask, texts.cards.ask.once).evaluate(isInSight)).toBe(true)
  await button(ask, texts.cards.ask.once).click()
  await ask.getByText(texts.cards.ask.approved.once).waitFor()
  await ask.getByRole("button").first().click()
  await ask.getByText("Run this command? Deletes build-0, build-1, build-2, 77 more with all that is in it.").waitFor()
  await ask.getByText("off for this command").waitFor()
  expect(await ask.getByText("active_mode=").count()).toBe(0)
})

function isInSight(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}
