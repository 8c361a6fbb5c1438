import { createCssVariablesTheme, createHighlighterCore } from "shiki/core"
import { createJavaScriptRegexEngine } from "shiki/engine/javascript"
import { grammarOf } from "./code-grammars.ts"
import type { Language } from "./code-languages.ts"
import { type CodeLine, merged } from "./code-tokens.ts"

/** The worker's request and response; null if highlighting failed. */
export type CodeAsked = { id: number; code: string; language: Language }
export type CodeReply = { id: number; lines: readonly CodeLine[] | null; problem?: string }

const theme = "tokens"
const opened = createHighlighterCore({
  themes: [createCssVariablesTheme({ name: theme, variablePrefix: "--code-" })],
  langs: [],
  // The content security policy forbids WebAssembly.
  engine: createJavaScriptRegexEngine({ forgiving: true }),
})
const loading = new Map<Language, Promise<void>>()

addEventListener("message", ({ data }: MessageEvent<CodeAsked>) => void answer(data))

async function answer({ id, code, language }: CodeAsked): Promise<void> {
  try {
    postMessage({ id, lines: await lines(code, language) } satisfies CodeReply)
  } catch (error) {
    postMessage({ id, lines: null, problem: String(error) } satisfies CodeReply)
  }
}

async function lines(code: string, language: Language): Promise<CodeLine[]> {
  const one = await opened
  const loaded = loading.get(language) ?? grammarOf(language).then((grammar) => one.loadLanguage(grammar))
  loading.set(language, loaded)
  await loaded
  // No time limit: it would make the result depend on the machine's load.
  const tokens = one.codeToTokens(code, { lang: language, theme, tokenizeMaxLineLength: 1_000, tokenizeTimeLimit: 0 })
  return tokens.tokens.map((tokens, at) => ({ at, tokens: merged(tokens) }))
}
