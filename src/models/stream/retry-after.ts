type Headers = Readonly<Record<string, string>>

/** How long a server asks to wait, in milliseconds, from its headers or else its words; undefined where it does not say. */
export function retryAfter(headers: Headers, words: string, now: number): number | undefined {
  const milliseconds = Number(headers["retry-after-ms"])
  if (headers["retry-after-ms"] && Number.isFinite(milliseconds)) return sensible(milliseconds)
  return fromHeader(headers["retry-after"], now) ?? fromWords(words)
}

function fromHeader(value: string | undefined, now: number): number | undefined {
  if (!value?.trim()) return undefined
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return sensible(seconds * 1000)
  const date = Date.parse(value)
  return Number.isNaN(date) ? fromDuration(value) : sensible(date - now)
}

// "Please try again in 6m0.5s", "Please retry in 34.07s", and Google's `"retryDelay": "34s"`.
function fromWords(words: string): number | undefined {
  const match =
    /(?:try again|retry|wait)\b[^.\d]{0,30}?\b(?:in|for|after)\s+((?:[\d.]+\s?(?:hours?|minutes?|seconds?|ms|[hms])\s?)+)/i.exec(
      words,
    ) ?? /"retryDelay"\s*:\s*"([\d.]+s)"/.exec(words)
  return match?.[1] ? fromDuration(match[1]) : undefined
}

const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const

function fromDuration(text: string): number | undefined {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)\s?(ms|h|m|s)/gi)]
  if (parts.length === 0) return undefined
  const total = parts.reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * unitMs[unit?.toLowerCase() as keyof typeof unitMs],
    0,
  )
  return sensible(total)
}

/** What is longer is nonsense, and might be no time at all: a date has an end. */
const longestMs = 366 * 24 * unitMs.h

function sensible(value: number): number {
  return Math.min(longestMs, Math.max(0, Math.round(value)))
}
