import { expect, it } from "vitest"
import { logOf } from "../../test/support/session/example.ts"
import * as say from "../../test/support/session/say.ts"
import { itemsOf, keyOf } from "./list-items.ts"
import { itemAt } from "./list-place.ts"

const log = logOf(
  say.opened,
  say.send("a", "hello"),
  say.started(),
  say.consumed("a"),
  say.asked(),
  say.answered(5, "let me look", "c"),
  say.called("c"),
  say.called("d"),
  say.startedTool("c"),
  say.finished("c", "text"),
)

const placeOf = (seq: number, from = 0) => {
  const events = log.slice(from)
  const item = itemAt(itemsOf(events), events, seq)
  return item && keyOf(item)
}

it("finds the item that shows an event: an outcome at its beginning, though others began since", () => {
  expect(placeOf(2)).toBe("input:a")
  expect(placeOf(4)).toBe("input:a")
  expect(placeOf(6)).toBe("answer:5")
  expect(placeOf(10)).toBe("tool:7")
})

it("finds the item before an event that none shows, and the first one where there is none before", () => {
  expect(placeOf(3)).toBe("input:a")
  expect(placeOf(6, 5)).toBe("tool:7")
})
