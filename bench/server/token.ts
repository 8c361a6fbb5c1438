/** A token of the provider of the bench: when it was sent, of which answer it is, and the how manieth. */
export type Token = { at: number; answer: number; token: number }

/** The token as text; nothing in it looks like a call or a thought. */
export function spellToken({ at, answer, token }: Token): string {
  return `${at.toFixed(2)}x${answer}x${token} `
}

/** The tokens in a text, in their order. */
export function* tokensIn(text: string): Generator<Token> {
  for (const [, at, answer, token] of text.matchAll(/(\d{13}\.\d\d)x(\d+)x(\d+) /g)) {
    yield { at: Number(at), answer: Number(answer), token: Number(token) }
  }
}
