import { createCssVariablesTheme, createHighlighterCore } from "shiki/core"
import { createJavaScriptRegexEngine } from "shiki/engine/javascript"
import { grammarOf } from "./code-grammars.ts"
import type { Language } from "./code-languages.ts"
import { type CodeLine, merged } from "./code-tokens.ts"

/** What is asked of the worker, and what it says: null where the code could not be read. */
export type CodeAsked = { id: number; code: string; language: Language }
export type CodeTold = { id: number; lines: readonly CodeLine[] | null; problem?: string }

const theme = "tokens"
const opened = createHighlighterCore({
  themes: [createCssVariablesTheme({ name: theme, variablePrefix: "--code-" })],
  langs: [],
  // The policy of the page lets no WebAssembly in.
  engine: createJavaScriptRegexEngine({ forgiving: true }),
})
const loading = new Map<Language, Promise<void>>()

addEventListener("message", ({ data }: MessageEvent<CodeAsked>) => void answer(data))

async function answer({ id, code, language }: CodeAsked): Promise<void> {
  try {
    postMessage({ id, lines: await lines(code, language) } satisfies CodeTold)
  } catch (error) {
    postMessage({ id, lines: null, problem: String(error) } satisfies CodeTold)
  }
}

async function lines(code: string, language: Language): Promise<CodeLine[]> {
  const one = await opened
  const loaded = loading.get(language) ?? grammarOf(language).then((grammar) => one.loadLanguage(grammar))
  loading.set(language, loaded)
  await loaded
  // Without a limit: one in time would colour the same code in other ways when the machine is busy.
  const told = one.codeToTokens(code, { lang: language, theme, tokenizeMaxLineLength: 1_000, tokenizeTimeLimit: 0 })
  return told.tokens.map((tokens, at) => ({ at, tokens: merged(tokens) }))
}
