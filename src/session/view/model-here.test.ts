import { expect, it } from "vitest"
import { type Line, stateOf } from "../../../test/support/session/example.ts"
import { modelHere } from "./model-here.ts"

const named = (model: string | null): Line => ["session.configured", { model }]

it.each([
  ["anthropic/some-model", "anthropic/some-model"],
  ["demo", "demo"],
  ["scripted:/tmp/steps.json", null],
  ["openai-compatible/m", null],
])("asks in a log from elsewhere that names %s: %s", (model, here) => {
  const state = stateOf(named(model))
  expect(modelHere(state, 0)).toBe(model)
  expect(modelHere(state, state.seq)).toBe(here)
})

it("asks what a person named here after the import", () => {
  const state = stateOf(named("scripted:/far.json"), named("scripted:/here.json"))
  expect(modelHere(state, state.seq - 1)).toBe("scripted:/here.json")
})
