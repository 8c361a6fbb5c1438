import { expect, it } from "vitest"
import { texts } from "../../web/texts.ts"
import { button, items, send, stopCard } from "./acts.ts"
import { expectSameInNewTab } from "./shown.ts"
import { setSite } from "./site.ts"

const said = texts.cards.stop

it("keeps the figures of each turn on its own stop card, whatever comes after it", async () => {
  const site = await setSite()
  const write = { name: "write", arguments: { path: "kelp.md", content: "# Kelp\n" } }
  const steps = [
    { toolCalls: [write], usage: { input: 1_000, output: 40 } },
    { text: "First.", usage: { input: 1_100, output: 3 } },
    {
      toolCalls: [{ name: "bash", arguments: { command: "until [ -e tide ]; do sleep 0.05; done" } }],
      usage: { input: 7, output: 2 },
    },
    { text: "Second.", usage: { input: 9, output: 1 } },
  ]
  const id = await site.open({ steps })
  const page = await site.page(`/sessions/${id}`)
  await send(page, "First")
  const first = await stopCard(page)
  const own = said.usage(2_100, 43)
  await first.getByText(own).waitFor()
  await button(first, said.undo).waitFor()
  await send(page, "Second")
  await items(page, "tool").filter({ hasText: "tide" }).first().waitFor()
  // While the next turn works, and has used something of its own.
  await first.getByText(own).waitFor()
  expect(await button(first, said.undo).isDisabled()).toBe(true)
  site.put("tide", "")
  const second = await stopCard(page, 2)
  await second.getByText(said.usage(16, 3)).waitFor()
  await first.getByText(own).waitFor()
  await button(first, said.changes).waitFor()
  expect(await button(first, said.undo).isEnabled()).toBe(true)
  await expectSameInNewTab(site, page, id)
})

it("names a write that failed, and shows nothing of it as done", async () => {
  const site = await setSite()
  site.put("greet.js", 'export const greet = () => "hello"\n')
  const steps = [
    {
      toolCalls: [
        { name: "write", arguments: { path: "notes.md", content: "Notes.\n" } },
        { name: "edit", arguments: { path: "greet.js", old: '"good morning"', new: '"good evening"' } },
      ],
    },
    { text: "Two files written." },
  ]
  const id = await site.open({ steps })
  const page = await site.page(`/sessions/${id}`)
  await send(page, "Greet in the evening")
  const stop = await stopCard(page)
  await expect.poll(() => stop.textContent()).toContain("The last write to greet.js failed")
  const row = items(page, "tool").filter({ hasText: "greet.js" })
  await row.getByRole("button").first().click()
  await row.getByText(texts.cards.diff.notWritten).waitFor()
  await row.getByRole("group", { name: texts.cards.diff.notWrittenName("greet.js") }).waitFor()
  const good = await row.locator(".bg-good-soft, .text-good").count()
  expect(good).toBe(0)
})

it("shows the retries of a failing server as one row that counts, and folds it when they are over", async () => {
  const site = await setSite()
  const error = { error: { status: 500, message: "kelp in the cables" } }
  const id = await site.open({ steps: [error, error, error, { text: "Here again." }] })
  const page = await site.page(`/sessions/${id}`)
  await send(page, "Hello")
  const row = items(page, "answer").filter({ hasText: "Server error 500" })
  await row.getByText(/Retrying (in \d+ s|now) \(3 of 5\)/).waitFor()
  expect(await row.count()).toBe(1)
  await items(page, "answer").getByText("Here again.").waitFor()
  await expectSameInNewTab(site, page, id)
  await button(row, "Server error 500, retried 3 times").click()
  expect(await row.getByRole("list", { name: texts.transcript.attempts }).getByRole("listitem").count()).toBe(3)
  expect(await row.count()).toBe(1)
})

it("offers to resume the newest turn only, and nothing in the trash", async () => {
  const site = await setSite()
  const endless = { text: `Long: ${"the tide comes and goes, ".repeat(800)}`, chunkChars: 4, chunkDelayMs: 20 }
  const id = await site.open({ steps: [endless] })
  const page = await site.page(`/sessions/${id}`)
  const stopTurn = () => button(page, texts.composer.stop).click()
  await send(page, "Talk")
  await items(page, "answer").getByText("Long: the tide").waitFor()
  await stopTurn()
  const first = await stopCard(page)
  const { meaning } = said.words("cancelled")
  await first.getByText(meaning).waitFor()
  await button(first, said.resume).click()
  await items(page, "push-back").getByText("Asked to continue: Talk").waitFor()
  await items(page, "answer").nth(1).getByText("Long: the tide").waitFor()
  await stopTurn()
  const second = await stopCard(page, 2)
  await second.getByText(meaning).waitFor()
  expect(await first.getByText(meaning).count()).toBe(0)
  await button(second, said.resume).waitFor()
  await site.client.call("PATCH /api/sessions/:id", { params: { id }, body: { trashed: true } })
  await button(second, said.resume).waitFor({ state: "detached" })
})
