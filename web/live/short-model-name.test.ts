import { expect, it } from "vitest"
import { modelName } from "./short-model-name.ts"

it("says of a model what tells most", () => {
  const models = ["anthropic/opus", "openrouter/meta/llama-4", "scripted:/a/b.json", "demo"]
  expect(models.map(modelName)).toEqual(["opus", "llama-4", "b.json", "demo"])
})
