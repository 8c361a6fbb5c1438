import type { Environment } from "./start.ts"

/** Keys that the agent reads for itself. Commands have no need of them, and what they print goes to a model. */
const secrets = new Set([
  "AI_GATEWAY_API_KEY",
  "ANTHROPIC_API_KEY",
  "ANTHROPIC_AUTH_TOKEN",
  "AZURE_API_KEY",
  "AZURE_OPENAI_API_KEY",
  "CEREBRAS_API_KEY",
  "COHERE_API_KEY",
  "DEEPSEEK_API_KEY",
  "FIREWORKS_API_KEY",
  "GEMINI_API_KEY",
  "GOOGLE_API_KEY",
  "GOOGLE_GENERATIVE_AI_API_KEY",
  "GROQ_API_KEY",
  "LLAMACPP_API_KEY",
  "LMSTUDIO_API_KEY",
  "MISTRAL_API_KEY",
  "MOONSHOT_API_KEY",
  "OLLAMA_API_KEY",
  "OPENAI_ADMIN_KEY",
  "OPENAI_API_KEY",
  "OPENAI_COMPATIBLE_API_KEY",
  "OPENROUTER_API_KEY",
  "PERPLEXITY_API_KEY",
  "TOGETHER_API_KEY",
  "TOGETHER_AI_API_KEY",
  "XAI_API_KEY",
  "ZAI_API_KEY",
])

/** No terminal is there: nothing may page, prompt or draw. */
const headless = { PAGER: "cat", GIT_PAGER: "cat", GIT_TERMINAL_PROMPT: "0", TERM: "dumb" } as const

/** What a command gets of the agent's own environment; `also` are the keys of providers that a person configured. */
export function commandEnvironment(env: Environment, also: readonly string[] = []): Environment {
  const isOurs = (name: string) => secrets.has(name) || also.includes(name) || name.startsWith("HOLDFAST_")
  const kept = Object.entries(env).filter(([name]) => !isOurs(name))
  return { ...Object.fromEntries(kept), ...headless }
}
