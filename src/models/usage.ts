import type { LanguageModelV4Usage } from "@ai-sdk/provider"
import type { Usage } from "../session/event/common.ts"

/** The tokens of a call in our terms; undefined where the server did not count them. */
export function usageOf(reported: LanguageModelV4Usage): Usage | undefined {
  const { inputTokens, outputTokens } = reported
  if (inputTokens.total === undefined && outputTokens.total === undefined) return undefined
  return {
    input: whole(inputTokens.total),
    output: whole(outputTokens.total),
    ...positive("cacheRead", inputTokens.cacheRead),
    ...positive("cacheWrite", inputTokens.cacheWrite),
    ...positive("reasoning", outputTokens.reasoning),
  }
}

function positive<Name extends string>(name: Name, value: number | undefined): { [key in Name]?: number } {
  const count = whole(value)
  return count > 0 ? ({ [name]: count } as { [key in Name]: number }) : {}
}

function whole(value: number | undefined): number {
  return Number.isFinite(value) ? Math.max(0, Math.round(value ?? 0)) : 0
}
