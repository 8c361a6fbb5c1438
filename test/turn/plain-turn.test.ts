import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { run, scene } from "../agent/scene.ts"

it("writes 14 events for a plain turn of two steps", async () => {
  const played = await scene({
    model: [
      { toolCalls: [{ id: "r", name: "read", arguments: { path: "README.md" } }] },
      { text: "The README says hello." },
    ],
  })
  writeFileSync(join(played.workspace, "README.md"), "hello\n")
  await run(played)
  const log = await Array.fromAsync(played.store.read(played.session))
  const types = log.map(({ type }) => type)
  expect(types.slice(types.indexOf("input.accepted"))).toEqual([
    "input.accepted",
    "session.owned",
    "turn.started",
    "input.consumed",
    "workflow.decided",
    "prompt.built",
    "model.asked",
    "model.answered",
    "tool.called",
    "tool.started",
    "tool.finished",
    "model.asked",
    "model.answered",
    "turn.stopped",
  ])
})
