import type { Profile, ToolFormat } from "../contract.ts"

/** What is known of a line of models. */
export type Family = {
  toolFormat: ToolFormat
  /** How it writes calls best where they cannot be native. */
  textFormat: Exclude<ToolFormat, "native">
  strictness: Profile["strictness"]
  /** Billions of parameters of the usual one, where its names do not say. */
  billions: number | null
}

/** The first family that one of the names tells of. Words count, never parts of words. */
export function familyOf(names: readonly string[]): Family | null {
  const given = names.map((name) => name.toLowerCase())
  for (const { words, family } of families) if (given.some((name) => words.test(name))) return family
  return null
}

type Row = readonly [words: string, toolFormat: ToolFormat, strictness: Profile["strictness"], billions?: number]

// What was derived from another model goes before what it was derived from; within a line, the newer or more special first.
const rows: readonly Row[] = [
  // Hosted ones, as aggregators name them.
  ["gpt-?oss", "native", "strict", 20],
  ["(chat)?gpt-?[4-9]\\w?(\\.\\d+)?|o[1-9]|claude|gemini|grok", "native", "strict", 200],

  ["deepseek-?(r1|coder)", "tagged", "strict"],
  ["deepseek-?(v[3-9](\\.\\d+)?|chat|reasoner)", "native", "strict", 671],
  ["(nous|open)-?hermes-?\\d?(\\.\\d+)?", "tagged", "standard"],
  ["hermes-?([3-9](\\.\\d+)?|2-?pro)", "native", "standard"],
  ["dolphin-?\\d?(\\.\\d+)?|zephyr|vicuna|wizardlm-?\\d?|orca-?\\d?|starling|neural-chat", "tagged", "lax"],
  ["cogito|xlam|watt-?tool|functionary|firefunction|athene", "native", "standard"],
  ["nemotron", "native", "standard"],

  ["qwen-?2\\.5(vl)?|qwen-?25(vl)?", "native", "strict"],
  ["qwen-?[3-9](\\.\\d+)?(moe|next|vl|vlmoe)?", "native", "strict"],
  ["qwen-?2(moe)?|qwq", "native", "standard"],
  ["(code)?qwen-?(1(\\.5)?)?", "tagged", "lax"],

  ["code-?llama|llama-?2", "tagged", "lax"],
  ["tiny-?llama", "tagged", "lax", 1.1],
  ["llama-?4", "native", "standard", 109],
  ["llama-?3(\\.[1-3])?", "native", "standard"],

  ["codestral", "tagged", "strict", 22],
  ["devstral", "native", "strict", 24],
  ["mistral-7b-instruct-v0\\.[12]", "tagged", "lax", 7],
  ["mistral-large", "native", "standard", 123],
  ["mistral-(small|medium)-?\\d*(\\.\\d+)?|magistral", "native", "standard", 24],
  ["mistral-?3?|mixtral|ministral-?\\d?|mistral-?nemo", "native", "standard"],

  ["(code)?glm-?(4(\\.[0-4])?)", "native", "standard"],
  ["glm-?4moe|glm-?(4\\.[5-9]|[5-9](\\.\\d+)?)", "native", "strict", 106],
  ["chatglm-?\\d?", "tagged", "lax"],
  ["kimi(-?(k\\d(\\.\\d+)?|vl|dev|linear))?|minimax(-?m\\d(\\.\\d+)?)?|mimo(-?v\\d)?", "native", "strict", 200],
  ["ernie-?[4-9](\\.\\d+)?|seed-oss|hunyuan|longcat|step-?3(\\.\\d+)?|jamba", "native", "standard"],

  ["functiongemma", "native", "standard", 0.27],
  ["gemma-?[4-9]", "native", "standard"],
  ["gemma-?3n?", "tagged", "standard"],
  ["(code|shield)?gemma-?2?", "bracket", "lax"],
  ["phi-?4-mini", "native", "standard", 3.8],
  ["phi-?4", "tagged", "standard", 14],
  ["phi-?3(\\.5)?", "bracket", "lax", 3.8],
  ["phi-?[12]?(\\.5)?", "bracket", "lax", 2.7],

  ["granite-?(code|34b|20b)", "tagged", "lax"],
  ["granite-?\\d?(\\.\\d+)?(moe|hybrid)?", "native", "standard"],
  ["command-?(r7b)", "native", "standard", 7],
  ["command-?(r-?plus|a)", "native", "standard", 104],
  ["command-?r|cohere2?|aya", "native", "standard", 35],
  ["smollm-?3", "native", "standard", 3],
  ["smollm-?2", "native", "lax", 1.7],
  ["smollm", "tagged", "lax", 1.7],
  ["exaone-?4(\\.\\d+)?|lfm-?2(\\.\\d+)?(moe)?|apertus|olmo-?3(\\.\\d+)?", "native", "standard"],
  ["exaone|lfm|olmo-?2?|falcon-?\\d?|yi|internlm-?\\d?(\\.\\d+)?|solar|stablelm-?\\d?|starcoder-?2?", "tagged", "lax"],
]

const families = rows.map(([words, toolFormat, strictness, billions]) => ({
  words: new RegExp(`(?<![a-z0-9])(?:${words})(?![a-z0-9]|\\.\\d)`),
  family: {
    toolFormat,
    textFormat: toolFormat === "bracket" ? toolFormat : "tagged",
    strictness,
    billions: billions ?? null,
  } satisfies Family,
}))
