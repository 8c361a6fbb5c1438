/**
 * What hosted models take at least, by the beginning of their names, be it at their provider or at a gateway. Newer ones of
 * a line were never smaller.
 */
const table: readonly [RegExp, number][] = [
  [/^openai\/(gpt-[5-9]|codex)/, 400_000],
  [/^openai\/gpt-4\.1/, 1_047_576],
  [/^openai\/o[1-9]/, 200_000],
  [/^openai\/gpt-4/, 128_000],
  [/^anthropic\/claude-(opus|sonnet|haiku|fable)-5/, 1_000_000],
  [/^anthropic\/claude/, 200_000],
  [/^google\/gemini/, 1_048_576],
]

/** What gateways put before the name of a model. */
const gateway = /^openai-compatible\/(?:(?:openai|anthropic|google)\/)?/

/** Whose models begin so. */
const makers = [
  [/^(gpt-[4-9]|codex|o[1-9](-|$))/, "openai"],
  [/^claude-/, "anthropic"],
  [/^gemini-/, "google"],
] as const

export function knownContextWindow(name: string): number | null {
  const plain = name.replace(gateway, "")
  const maker = plain === name ? undefined : makers.find(([pattern]) => pattern.test(plain))?.[1]
  const known = maker === undefined ? name : `${maker}/${plain}`
  return table.find(([pattern]) => pattern.test(known))?.[1] ?? null
}
