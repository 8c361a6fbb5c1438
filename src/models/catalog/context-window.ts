/** What hosted models take at least, by the beginning of their names. Newer ones of a line were never smaller. */
const table: readonly [RegExp, number][] = [
  [/^openai\/(gpt-[5-9]|codex)/, 400_000],
  [/^openai\/gpt-4\.1/, 1_047_576],
  [/^openai\/o[1-9]/, 200_000],
  [/^openai\/gpt-4/, 128_000],
  [/^anthropic\/claude-(opus|sonnet|haiku|fable)-5/, 1_000_000],
  [/^anthropic\/claude/, 200_000],
  [/^google\/gemini/, 1_048_576],
]

export function knownContextWindow(name: string): number | null {
  return table.find(([pattern]) => pattern.test(name))?.[1] ?? null
}
