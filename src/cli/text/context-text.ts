import { withCommas } from "../../base/amount-text.ts"
import type { ContextSize } from "../../session/view/context-size.ts"

/** How full the context is, on one line; none before the first model call. */
export function contextText(size: ContextSize | null): string[] {
  if (!size) return []
  if (size.window === null || size.free === null) return [`${withCommas(size.used)} tokens; the window is not known`]
  return [`${withCommas(size.used)} of ${withCommas(size.window)} tokens, ${withCommas(size.free)} free`]
}
