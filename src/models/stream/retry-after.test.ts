import { expect, it } from "vitest"
import { retryAfter } from "./retry-after.ts"

const now = Date.parse("2026-11-01T10:00:00Z")

it.each([
  [{ "retry-after": "7" }, "", 7000],
  [{ "retry-after": "0.5" }, "", 500],
  [{ "retry-after": "Sun, 01 Nov 2026 10:00:20 GMT" }, "", 20_000],
  [{ "retry-after": "Sun, 01 Nov 2026 09:00:00 GMT" }, "", 0],
  [{ "retry-after": "1m30s" }, "", 90_000],
  [{ "retry-after": "soon" }, "", undefined],
  [{ "retry-after-ms": "250", "retry-after": "7" }, "", 250],
  [{ "retry-after": "99999999999999" }, "", 366 * 86_400_000],
  [{ "retry-after-ms": "1e300" }, "", 366 * 86_400_000],
  [{ "retry-after": "Fri, 31 Dec 9999 23:59:59 GMT" }, "", 366 * 86_400_000],
  [{ "retry-after": "-5" }, "", 0],
  [{}, `try again in ${"9".repeat(400)}h`, 366 * 86_400_000],
  [{}, "Rate limit reached. Please try again in 6m0.5s. Visit the site", 360_500],
  [{}, "Please try again in 20ms.", 20],
  [{}, "Please retry in 34.07s.", 34_070],
  [{}, "Try again in 2 minutes", 120_000],
  [{}, 'details: [{"retryDelay": "34s"}]', 34_000],
  [{}, "Limit 3, Used 3", undefined],
] as [Record<string, string>, string, number | undefined][])("%j %s", (headers, words, expected) => {
  expect(retryAfter(headers, words, now)).toBe(expected)
})
