import { describe, expect, it } from "vitest"
import { familyOf } from "./families.ts"

describe("a family of models", () => {
  it.each([
    ["qwen2.5-coder:14b", "native", "strict"],
    ["Qwen/Qwen2.5-7B-Instruct", "native", "strict"],
    ["qwen3-coder:30b", "native", "strict"],
    ["Qwen3.5-35B-A3B", "native", "strict"],
    ["qwen2:7b", "native", "standard"],
    ["qwen:4b", "tagged", "lax"],
    ["llama3.1", "native", "standard"],
    ["Meta-Llama-3.3-70B-Instruct", "native", "standard"],
    ["llama4:scout", "native", "standard"],
    ["llama2:13b", "tagged", "lax"],
    ["codellama:7b", "tagged", "lax"],
    ["tinyllama", "tagged", "lax"],
    ["mistral-small3.2:24b", "native", "standard"],
    ["mistralai/Mixtral-8x7B-Instruct-v0.1", "native", "standard"],
    ["ministral-3:8b", "native", "standard"],
    ["devstral-small-2507", "native", "strict"],
    ["codestral:22b", "tagged", "strict"],
    ["gpt-oss:20b", "native", "strict"],
    ["glm-4-9b-chat", "native", "standard"],
    ["zai-org/GLM-4.6", "native", "strict"],
    ["deepseek-v3.1:671b", "native", "strict"],
    ["deepseek-r1:8b", "tagged", "strict"],
    ["DeepSeek-R1-Distill-Qwen-7B", "tagged", "strict"],
    ["deepseek-coder-v2:16b", "tagged", "strict"],
    ["gemma4:12b", "native", "standard"],
    ["gemma3:4b", "tagged", "standard"],
    ["gemma-3n-e4b-it", "tagged", "standard"],
    ["gemma2:9b", "bracket", "lax"],
    ["codegemma", "bracket", "lax"],
    ["phi3", "bracket", "lax"],
    ["Phi-3.5-mini-instruct", "bracket", "lax"],
    ["phi-4", "tagged", "standard"],
    ["phi4-mini:3.8b", "native", "standard"],
    ["granite4:micro", "native", "standard"],
    ["granite-code:8b", "tagged", "lax"],
    ["command-r:35b", "native", "standard"],
    ["hermes3:8b", "native", "standard"],
    ["Hermes-4-Llama-3.1-70B", "native", "standard"],
    ["nous-hermes2", "tagged", "standard"],
    ["dolphin-mistral", "tagged", "lax"],
    ["smollm2:1.7b", "native", "lax"],
    ["smollm:135m", "tagged", "lax"],
    ["moonshotai/kimi-k2", "native", "strict"],
    ["anthropic/claude-sonnet-4", "native", "strict"],
    // As servers name architectures.
    ["qwen3moe", "native", "strict"],
    ["gptoss", "native", "strict"],
    ["glm4moe", "native", "strict"],
    ["gemma3", "tagged", "standard"],
  ])("is known by the name %s", (name, toolFormat, strictness) => {
    expect(familyOf([name])).toMatchObject({ toolFormat, strictness })
  })

  it.each(["llama", "small-coder", "my-qwendolin", "philosopher", "mistralish", "solaris", "m"])(
    "is not read into %s",
    (name) => {
      expect(familyOf([name])).toBeNull()
    },
  )

  it("has calls in text for those that cannot have them natively", () => {
    expect(familyOf(["llama3.1"])?.textFormat).toBe("tagged")
    expect(familyOf(["phi3"])?.textFormat).toBe("bracket")
  })
})
