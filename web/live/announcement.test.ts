import { describe, expect, it } from "vitest"
import type { Event } from "../../src/session/event.ts"
import { announcementOf } from "./announcement.ts"

const announced = (type: string, data: object) =>
  announcementOf({ seq: 1, type, data, v: 1, id: "e", session: "s", at: "" } as unknown as Event)

describe("what is said to somebody who does not see the page", () => {
  it("is that an answer comes, and how it begins once it is there", () => {
    expect(announced("turn.started", { task: "x" })).toBe("Answering")
    expect(announced("model.answered", { text: "## Done\n\nThe `parser` is mended." })).toBe(
      "Answer: Done The parser is mended.",
    )
    expect(announced("model.answered", { text: "a".repeat(2000) })?.length).toBeLessThan(320)
  })

  it("is what it waits for, and why it stopped", () => {
    expect(announced("ask.opened", { question: "May it run?" })).toBe("Waiting for you: May it run?")
    expect(announced("turn.stopped", { code: "time-limit", summary: "The turn took 90 seconds." })).toBe(
      "Turn stopped: Time limit reached: The turn took 90 seconds",
    )
  })

  it("is nothing for the rest", () => {
    expect(announced("model.answered", { text: "  " })).toBeNull()
    expect(announced("prompt.built", {})).toBeNull()
    expect(announced("from-a-newer-version", {})).toBeNull()
  })
})
