import { expect, it } from "vitest"
import type { Item } from "../../src/session/view/transcript/item.ts"
import { listFactsOf } from "./list-facts.ts"

const restored = (as: "undo" | "redo", changed = 1): Item<"restore"> => ({
  kind: "restore",
  seq: 9,
  at: "2026-01-01T00:00:00.000Z",
  by: { kind: "person", name: "ada" },
  as,
  turns: ["t"],
  state: "done",
  files: ["a.txt"],
  changed: Array.from({ length: changed }, () => ({ path: "a.txt", before: null, after: null })),
  left: [],
})

it("knows which turns are undone: the last word counts, and one that changed nothing says nothing", () => {
  const undone = (...items: Item<"restore">[]) => [...listFactsOf(items).undone]
  expect(undone(restored("undo"))).toEqual(["t"])
  expect(undone(restored("undo"), restored("redo"))).toEqual([])
  expect(undone(restored("undo"), restored("redo"), restored("undo"))).toEqual(["t"])
  expect(undone(restored("undo", 0))).toEqual([])
})
