import { expect, it } from "vitest"
import { texts } from "../../web/texts.ts"
import { routerPlan } from "../workflow/rows/task.ts"
import { button, items, send, stopCard } from "./acts.ts"
import { expectSameInNewTab } from "./shown.ts"
import { setSite } from "./site.ts"

const says = texts.cards.artifact
const asks = texts.cards.ask

it("shows the plan before the work, lets it be edited, and works by what a person made of it", async () => {
  const site = await setSite()
  const id = await site.open({
    mode: "plan",
    steps: [
      routerPlan,
      { text: "I write it.", toolCalls: [{ name: "write", arguments: { path: "router.md", content: "clarify\n" } }] },
      { text: "The router is written." },
    ],
  })
  const page = await site.page(`/sessions/${id}`)
  await send(page, "Implement the router of the workflow in router.md")
  const plan = page.getByRole("log").getByRole("article", { name: new RegExp(`^${says.names.plan}, version`, "i") })
  await plan.getByRole("heading", { name: "Execution Order" }).waitFor()
  await plan.getByText("List the artifacts in it").waitFor()
  const ask = page.getByRole("log").getByRole("article", { name: new RegExp(`^${asks.kinds.plan}`) })
  await button(ask, asks.plan.approve).waitFor()

  await button(plan, says.edit).click()
  const text = plan.getByRole("textbox", { name: says.content(says.names.plan) })
  await text.fill((await text.inputValue()).replace("List the artifacts in it", "List every mode in it"))
  await button(plan, says.save).click()
  const second = page.getByRole("log").getByRole("article", { name: `${says.names.plan}, version 2` })
  await second.getByText("List every mode in it").waitFor()
  await page.getByRole("log").getByText(says.superseded).waitFor()
  await button(ask, asks.plan.approve).click()
  await items(page, "answer").getByText("I write it.").waitFor()
  await stopCard(page)
  await ask.getByText(asks.plan.approved).first().waitFor()
  const { text: kept } = await site.client.call("GET /api/sessions/:id/artifacts/:kind", {
    params: { id, kind: "plan" },
    query: {},
  })
  expect(kept).toContain("List every mode in it")
  await expectSameInNewTab(site, page, id)
})

it("has the plan written again as the person says who rejects it, and stops where they say nothing", async () => {
  const site = await setSite()
  const other = { ...routerPlan, text: "## Execution Order\n1. Write modes.md" }
  const id = await site.open({ mode: "plan", steps: [routerPlan, other] })
  const page = await site.page(`/sessions/${id}`)
  await send(page, "Implement the router of the workflow in router.md")
  const log = page.getByRole("log")
  const waiting = log.getByRole("article", { name: new RegExp(`^${asks.kinds.plan}, ${asks.waits}`, "i") })
  await button(waiting, asks.plan.reject).click()
  await waiting.getByRole("textbox", { name: asks.plan.reason }).fill("Into modes.md")
  await button(waiting, asks.plan.reject).click()
  await log.getByText(asks.plan.rejectedWith("Into modes.md")).first().waitFor()
  await log
    .getByRole("article", { name: `${says.names.plan}, version 2` })
    .getByText("Write modes.md")
    .waitFor()
  await button(waiting, asks.plan.reject).click()
  await button(waiting, asks.plan.reject).click()
  await stopCard(page)
  const { stop } = (await site.client.call("GET /api/sessions/:id", { params: { id }, query: {} })).state.branch
  expect(stop).toMatchObject({ code: "cancelled", summary: "The plan was rejected" })
})
