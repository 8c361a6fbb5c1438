import { describe, expect, it } from "vitest"
import { isSmallTalk } from "./small-talk.ts"

describe("small talk", () => {
  it.each(["hi", "Hello!", "  good   morning ", "Thanks!!", "thank you :)", "What can you do?", "OK."])(
    "is %j",
    (text) => {
      expect(isSmallTalk(text)).toBe(true)
    },
  )

  it.each([
    "help me refactor x.ts",
    "hi, please fix the test",
    "great, now commit it",
    "Write a short release-note style summary of what Loader does well.",
    "this",
    "",
    "helps",
  ])("is not %j", (text) => {
    expect(isSmallTalk(text)).toBe(false)
  })
})
