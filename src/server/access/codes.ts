import { hashOf, newSecret } from "./token.ts"

/** How long the code of a link counts, and how many there are at a time. */
const codeRules = { forMs: 10 * 60_000, most: 100 } as const

/** The codes of links: each works once. They live in memory only: a restart ends them. */
export type Codes = {
  make(): { code: string; until: string }
  /** True the first time, if it is not too late. */
  spend(code: string): boolean
}

export function createCodes(now: () => number): Codes {
  const until = new Map<string, number>()
  return {
    make() {
      const code = newSecret()
      const end = now() + codeRules.forMs
      until.set(hashOf(code), end)
      for (const oldest of until.keys()) {
        if (until.size <= codeRules.most) break
        until.delete(oldest)
      }
      return { code, until: new Date(end).toISOString() }
    },
    spend(code) {
      const key = hashOf(code)
      const end = until.get(key)
      until.delete(key)
      return end !== undefined && now() < end
    },
  }
}
