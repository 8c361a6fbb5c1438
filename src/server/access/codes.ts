import { hashOf, newSecret } from "./server-token.ts"

const codeRules = { forMs: 10 * 60_000, max: 100 } as const

/** The codes of sign-in links: each works once. They live in memory only, so a restart invalidates them. */
export type Codes = {
  make(): { code: string; until: string }
  /** True the first time, unless the code has expired. */
  spend(code: string): boolean
}

/** `clock` is monotonic and decides expiry; `now` is wall-clock time and only shown. */
export function createCodes(clock: () => number, now: () => number): Codes {
  const ends = new Map<string, number>()
  return {
    make() {
      const code = newSecret()
      ends.set(hashOf(code), clock() + codeRules.forMs)
      for (const oldest of ends.keys()) {
        if (ends.size <= codeRules.max) break
        ends.delete(oldest)
      }
      return { code, until: new Date(now() + codeRules.forMs).toISOString() }
    },
    spend(code) {
      const key = hashOf(code)
      const end = ends.get(key)
      ends.delete(key)
      return end !== undefined && clock() < end
    },
  }
}
