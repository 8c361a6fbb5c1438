import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Locator, Page } from "playwright-core"
import { expect, it } from "vitest"
import { texts } from "../../web/texts.ts"
import { button, items, messageBox, send, stopCard } from "./acts.ts"
import { expectSameInNewTab } from "./shown.ts"
import { setSite } from "./site.ts"

const says = texts.inspector

async function openTab(page: Page, name: string): Promise<Locator> {
  const inspector = page.getByRole("complementary", { name: says.name })
  if (!(await inspector.isVisible())) await button(page, texts.shell.openInspector).click()
  await inspector.getByRole("tab", { name, exact: true }).click()
  return inspector.getByRole("tabpanel")
}

it("says why it stopped, what is done, what was changed and what the model sees", async () => {
  const site = await setSite()
  site.put("reef.txt", "a reef\n")
  site.put(".holdfast/permissions.json", JSON.stringify({ deny: [{ tool: "bash", command: "deploy" }] }))
  const reef = () => readFileSync(join(site.workspace, "reef.txt"), "utf8")
  const id = await site.open({
    steps: [
      {
        toolCalls: [
          { name: "todo", arguments: { items: [{ text: "Name the reef", state: "completed" }] } },
          { name: "read", arguments: { path: "reef.txt" } },
          { name: "edit", arguments: { path: "reef.txt", old: "a reef", new: "the great reef" } },
        ],
      },
      { text: "The reef has a name." },
    ],
  })
  const page = await site.page(`/sessions/${id}`)
  await send(page, "Name the reef in reef.txt")
  await stopCard(page)

  const why = await openTab(page, says.tabs.why)
  await why.getByRole("heading", { name: texts.cards.stop.words("completed-unverified").title }).waitFor()
  await why.getByText("reef.txt", { exact: true }).first().waitFor()
  await button(why, says.why.decisionLog).click()
  const decided = why.getByRole("region", { name: says.why.timeline })
  await decided.getByText(says.why.decided.completion_complete).first().waitFor()
  expect(await decided.getByText("policy-stage=").count()).toBe(0)
  await decided.getByRole("button", { name: /No check covers/ }).click()
  await decided.getByText("policy-stage=definition_of_done").waitFor()

  const done = await openTab(page, says.tabs.done)
  await done.getByText("Name the reef", { exact: true }).waitFor()

  const context = await openTab(page, says.tabs.context)
  for (const part of Object.values(says.context.parts)) await context.getByText(part, { exact: true }).first().waitFor()
  await context.getByRole("heading", { name: says.context.prompt }).waitFor()
  const rules = context.getByRole("region", { name: says.context.rules })
  await rules.getByText(`1 deny, from ${join(site.workspace, ".holdfast", "permissions.json")}`).waitFor()

  const changes = await openTab(page, says.tabs.changes)
  const turn = changes.getByRole("article", { name: "Name the reef in reef.txt" })
  await turn.getByText("the great reef").waitFor()
  await button(turn, says.changes.undoTurn("Name the reef in reef.txt")).click()
  await turn.getByText(says.changes.undone).waitFor()
  expect(reef()).toBe("a reef\n")
  await button(turn, says.changes.redo).click()
  await turn.getByText(says.changes.undone).waitFor({ state: "detached" })
  expect(reef()).toBe("the great reef\n")
  await expectSameInNewTab(site, page, id)
})

it("shows in every tab how things were then, and offers nothing that would act on now", async () => {
  const site = await setSite()
  const writing = (path: string) => ({ toolCalls: [{ name: "write", arguments: { path, content: "kelp\n" } }] })
  const steps = [writing("ebb.txt"), { text: "Ebb." }, writing("flood.txt"), { text: "Flood." }]
  const id = await site.open({ steps })
  const page = await site.page(`/sessions/${id}`)
  await send(page, "First")
  await stopCard(page)
  await send(page, "Second")
  await stopCard(page, 2)
  const header = page.getByRole("main").locator("header").first()
  await header.getByText(texts.shell.sessionStatus.unverified).waitFor()
  const context = await openTab(page, says.tabs.context)
  await context.getByText(says.context.calls(4)).waitFor()
  await button(context, says.context.compact).waitFor()

  // To where the second turn begins.
  await page.getByRole("slider", { name: says.time.slider }).focus()
  await page.keyboard.press("PageUp")
  await header.getByText(texts.shell.sessionStatus.working).waitFor()
  await context.getByText(says.context.calls(0)).waitFor()
  await context.getByText(says.context.calls(2)).waitFor()
  expect(await button(context, says.context.compact).count()).toBe(0)

  const changes = await openTab(page, says.tabs.changes)
  await changes.getByRole("article", { name: "First" }).waitFor()
  expect(await changes.getByRole("article").count()).toBe(1)
  expect(await button(changes, says.changes.undoTurn("First")).count()).toBe(0)
  const files = await openTab(page, says.tabs.files)
  await files.getByText(says.files.asOfNow).waitFor()

  // Before anything was asked.
  await page.getByRole("slider", { name: says.time.slider }).focus()
  await page.keyboard.press("Home")
  await header.getByText(texts.shell.sessionStatus.working).waitFor({ state: "detached" })
  await (await openTab(page, says.tabs.changes)).getByText(says.changes.empty).waitFor()
  const before = await openTab(page, says.tabs.context)
  await expect.poll(() => before.getByText(says.context.nothingSent).count()).toBe(2)

  await button(page, texts.transcript.backToNow).first().click()
  const now = await openTab(page, says.tabs.changes)
  await now.getByRole("article", { name: "Second" }).waitFor()
  await button(now, says.changes.undoTurn("First")).waitFor()
})

it("shows the session as it was at any event, and goes back to now", async () => {
  const site = await setSite()
  const id = await site.open({ steps: [{ text: "Ebb." }, { text: "Flood." }] })
  const page = await site.page(`/sessions/${id}`)
  await send(page, "First")
  await stopCard(page)
  await send(page, "Second")
  await stopCard(page, 2)
  await openTab(page, says.tabs.why)

  const slider = page.getByRole("slider", { name: says.time.slider })
  const head = Number(await slider.getAttribute("max"))
  await slider.focus()
  await page.keyboard.press("PageUp")
  await items(page, "answer").getByText("Flood.").waitFor({ state: "detached" })
  await items(page, "answer").getByText("Ebb.").waitFor()
  await page.getByRole("main").getByText(texts.composer.closed.at).waitFor()
  expect(await messageBox(page).isDisabled()).toBe(true)

  await page.keyboard.press("Home")
  await page.getByText(texts.transcript.asItWas(1)).waitFor()
  await expect.poll(() => items(page, "answer").count()).toBe(0)

  await button(page, texts.transcript.backToNow).first().click()
  await items(page, "answer").getByText("Flood.").waitFor()
  expect(await slider.inputValue()).toBe(String(head))
  expect(await messageBox(page).isEnabled()).toBe(true)
  await expectSameInNewTab(site, page, id)
})

it("calls nothing under way once the turn has ended unverified", async () => {
  const site = await setSite()
  site.put("package.json", '{ "name": "kelp", "type": "module", "scripts": { "test": "exit 1" } }\n')
  const claims = Array.from({ length: 12 }, () => ({ text: "It is mended." }))
  const id = await site.open({
    steps: [{ toolCalls: [{ name: "write", arguments: { path: "reef.js", content: "" } }] }, ...claims],
  })
  const page = await site.page(`/sessions/${id}`)
  await send(page, "Mend the reef")
  await stopCard(page)
  const done = await openTab(page, says.tabs.done)
  await done.getByText(texts.cards.stop.words("completed-unverified").title).waitFor()
  expect(await done.getByText(says.done.status.fixing).count()).toBe(0)
})
