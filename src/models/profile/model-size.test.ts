import { expect, it } from "vitest"
import { billionsIn } from "./model-size.ts"

it.each([
  ["qwen3:8b", 8],
  ["Qwen2.5-0.5B-Instruct", 0.5],
  ["qwen3-30b-a3b", 30],
  ["mixtral:8x7b", 56],
  ["smollm2:360m", 0.36],
  ["gemma3n:e4b", 4],
  ["gpt-oss:120b", 120],
  ["qwen2.5-coder-7b-instruct-q5_k_m.gguf", 7],
  ["phi-4", null],
  ["llama3.1:latest", null],
  ["qwen2.5-1m", null],
  ["a7bc", null],
])("the name %s tells of %s billions of parameters", (name, billions) => {
  expect(billionsIn(name)).toBe(billions)
})
