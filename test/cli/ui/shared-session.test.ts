import { describe, expect, it } from "vitest"
import { apiClient } from "../../../src/client/client.ts"
import { keys, release, serverOf, uiScene, untilReleased } from "./ui-scene.ts"

describe("one session on two terminals and a page", () => {
  it("is the same on all of them, and takes what each of them says", async () => {
    const scene = uiScene()
    const { url, token } = await serverOf(scene)
    const page = apiClient({ base: url, token })
    const model = scene.script(untilReleased(scene), { text: "Heard all three." })
    const owner = scene.inTerminal(["--model", model, "Do the thing"])
    await owner.until(/^ {2}begun$/m)
    const other = scene.inTerminal(["-c"], { columns: 60 })
    await other.until(/Running in process \d+/)
    const [session] = (await page.call("GET /api/sessions", { query: {} })).items
    const params = { id: session?.id ?? "" }
    await page.call("POST /api/sessions/:id/inputs", { params, body: { text: "from the page", kind: "steer" } })
    await owner.until("↳ next step: from the page")
    other.type(`from the other${keys.enter}`)
    await owner.until("↳ next step: from the other")
    owner.type(`from the owner${keys.enter}`)
    await other.until("↳ next step: from the owner")
    release(scene)
    const said = /^› from the page$[\s\S]*^› from the other$[\s\S]*^› from the owner$[\s\S]*^Heard all three\.$/m
    await Promise.all([owner.until(said), other.until(said)])
    await expect
      .poll(async () => JSON.stringify(await page.call("GET /api/sessions/:id/events", { params, query: {} })))
      .toContain("Heard all three.")
  })

  it("stops for all where one of them stops it", async () => {
    const scene = uiScene()
    const owner = scene.inTerminal(["--model", scene.script(untilReleased(scene)), "Do the thing"])
    await owner.until(/^ {2}begun$/m)
    const other = scene.inTerminal(["-c"])
    await other.until(/Running in process \d+/)
    other.type(keys.escape)
    await Promise.all([owner.until(/^■ Stopped by you/m), other.until(/^■ Stopped by you/m)])
  })
})
