import { describe, expect, it } from "vitest"
import { announcesExample } from "./announced-example.ts"

describe("a call is announced as an example", () => {
  it.each([
    "Here is an example only, do not run it:",
    "Example:\n\n",
    "This must not be executed:",
    "Please don't call this:\n",
    "Por ejemplo:",
    "Вот пример:",
  ])("by %j", (before) => {
    expect(announcesExample(before)).toBe(true)
  })

  it.each([
    "",
    "I read the file:",
    "I create example.txt:",
    "I look into docs/example and example-app:",
    "That was an example.\nNow I read it:",
    "The file is not there yet, so I write it:",
  ])("and not by %j", (before) => {
    expect(announcesExample(before)).toBe(false)
  })
})
