import { expect, it } from "vitest"
import { texts } from "../../web/texts.ts"
import { routerPlan } from "../workflow/rows/task.ts"
import { button, items, send, stopCard } from "./acts.ts"
import { expectSameInNewTab } from "./shown.ts"
import { setSite } from "./site.ts"

const says = texts.cards.artifact

it("shows the plan before the work, lets it be edited, and works by what a person made of it", async () => {
  const site = await setSite()
  const id = await site.open({
    mode: "plan",
    steps: [
      routerPlan,
      {
        text: "I wait for you to read it.",
        toolCalls: [{ name: "bash", arguments: { command: "until [ -e go ]; do sleep 0.05; done" } }],
      },
      { text: "The router is written." },
    ],
  })
  const page = await site.page(`/sessions/${id}`)
  await send(page, "Implement the router of the workflow in router.md")
  const plan = page.getByRole("log").getByRole("article", { name: new RegExp(`^${says.names.plan}, version`, "i") })
  await plan.getByRole("heading", { name: "Execution Order" }).waitFor()
  await plan.getByText("List the artifacts in it").waitFor()
  await items(page, "answer").getByText("I wait for you to read it.").waitFor()

  await button(plan, says.edit).click()
  const text = plan.getByRole("textbox", { name: says.content(says.names.plan) })
  await text.fill((await text.inputValue()).replace("List the artifacts in it", "List every mode in it"))
  await button(plan, says.save).click()
  const second = page.getByRole("log").getByRole("article", { name: `${says.names.plan}, version 2` })
  await second.getByText("List every mode in it").waitFor()
  await page.getByRole("log").getByText(says.superseded).waitFor()
  site.put("go", "")
  await stopCard(page)
  const { text: kept } = await site.client.call("GET /api/sessions/:id/artifacts/:kind", {
    params: { id, kind: "plan" },
    query: {},
  })
  expect(kept).toContain("List every mode in it")
  await expectSameInNewTab(site, page, id)
})
