import { expect, it } from "vitest"
import type { OutboxEntry } from "../live/outbox-entries.ts"
import { unsentOf } from "./input-unsent.ts"

const entry = (key: string, route: string, body: unknown, more: Partial<OutboxEntry> = {}): OutboxEntry => ({
  key,
  session: "s",
  at: "2026-01-01T00:00:00.000Z",
  order: 1,
  tab: "here",
  route,
  given: { body },
  ...more,
})

it("shows every word that is on its way, and those of an answer once they are refused", () => {
  const answer = "POST /api/sessions/:id/asks/:ask"
  const all = [
    entry("said", "POST /api/sessions/:id/inputs", { text: "hello" }),
    entry("edited", "POST /api/sessions/:id/rewind", { to: { input: "i", text: "hello again" }, head: 3 }),
    entry("regenerated", "POST /api/sessions/:id/rewind", { to: "regenerate", head: 3 }),
    entry("answered", answer, { answer: "text", text: "brown" }),
    entry("too late", answer, { answer: "text", text: "green" }, { refused: { code: "answered", message: "" } }),
    entry("elsewhere", "POST /api/sessions/:id/inputs", { text: "hello" }, { session: "t" }),
  ]
  expect(unsentOf(all, "s").map(({ key }) => key)).toEqual(["said", "edited", "too late"])
})
