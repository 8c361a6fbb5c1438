import type { LanguageModelV4Usage } from "@ai-sdk/provider"
import type { Usage } from "../../session/event/common.ts"

/** The tokens of a call in our terms; undefined where the server did not count them. */
export function usageOf(reported: LanguageModelV4Usage): Usage | undefined {
  const { inputTokens, outputTokens } = reported
  if (inputTokens.total === undefined && outputTokens.total === undefined) return undefined
  return {
    input: wholeNumber(inputTokens.total),
    output: wholeNumber(outputTokens.total),
    ...positive("cacheRead", inputTokens.cacheRead),
    ...positive("cacheWrite", inputTokens.cacheWrite),
    ...positive("reasoning", outputTokens.reasoning),
  }
}

/** The count under that name, where there is something to count. */
export function positive<Name extends string>(
  name: Name,
  value: number | null | undefined,
): { [key in Name]?: number } {
  const count = wholeNumber(value)
  return count > 0 ? ({ [name]: count } as { [key in Name]: number }) : {}
}

/** What a server counted; 0 where it did not. */
export function wholeNumber(value: number | null | undefined): number {
  return Number.isFinite(value) ? Math.max(0, Math.round(value ?? 0)) : 0
}
