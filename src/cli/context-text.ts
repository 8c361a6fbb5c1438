import type { ContextSize } from "../session/view/context-size.ts"

/** How full the context is, in a line; none before the model was asked. */
export function contextText(size: ContextSize | null): string[] {
  if (!size) return []
  const number = (value: number) => value.toLocaleString("en-US")
  if (size.window === null || size.free === null) return [`${number(size.used)} tokens; the window is not known`]
  return [`${number(size.used)} of ${number(size.window)} tokens, ${number(size.free)} free`]
}
