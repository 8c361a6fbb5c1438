import { describe, expect, it } from "vitest"
import { isLoop } from "./tool-loop.ts"

describe("a loop of calls", () => {
  const loops: [string, string, number][] = [
    ["one call", "aaaa", 4],
    ["one call, after others", "xyzaaaa", 4],
    ["a round of two", "abababab", 4],
    ["a round of four", "abcdabcdabcdabcd", 4],
    ["fewer times, if fewer are allowed", "aa", 2],
  ]
  it.each(loops)("is %s", (_, calls, repeats) => {
    expect(isLoop([...calls], repeats)).toBe(true)
  })

  const others: [string, string, number][] = [
    ["nothing", "", 4],
    ["one call, not often enough", "aaa", 4],
    ["one that ended", "aaaab", 4],
    ["a round that is not whole", "abababa", 4],
    ["a round longer than four", "abcdeabcdeabcdeabcde", 4],
    ["calls that differ", "abcdefghijklmnop", 4],
  ]
  it.each(others)("is not %s", (_, calls, repeats) => {
    expect(isLoop([...calls], repeats)).toBe(false)
  })
})
