import { expect, it } from "vitest"
import { sends } from "./send-key.ts"

const none = { key: "Enter", shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }

it("sends by Enter, and makes a line by Shift+Enter", () => {
  expect([sends(none, "enter"), sends({ ...none, shiftKey: true }, "enter")]).toEqual([true, false])
})

it("sends by Control or Command with Enter only, where that was chosen", () => {
  const presses = [none, { ...none, ctrlKey: true }, { ...none, metaKey: true }, { ...none, key: "a", ctrlKey: true }]
  expect(presses.map((press) => sends(press, "mod-enter"))).toEqual([false, true, true, false])
})
