import { expect, it } from "vitest"
import { patchedPaths, todosOf, toolLine } from "./tool-line.ts"

const line = (name: string, args: Record<string, unknown>) => toolLine({ name, arguments: args, changed: [] })

it("says what a call does and to what", () => {
  expect(line("bash", { command: "npm test\n  --silent" })).toEqual({ verb: "Run", target: "npm test --silent" })
  expect(line("read", { path: "src/kelp.ts", offset: 3 })).toEqual({ verb: "Read", target: "src/kelp.ts" })
  expect(line("grep", { pattern: "tide", include: "*.ts" })).toEqual({ verb: "Search", target: "tide · *.ts" })
})

it("names a tool that it does not know by its own name", () => {
  expect(line("weather", { place: "Brest" })).toEqual({ verb: "weather", target: "Brest" })
})

it("counts what is done of a list", () => {
  const items = [{ text: "a", state: "completed" }, { text: "b" }, "broken"]
  expect(line("todo", { items }).target).toBe("1 of 2 done")
  expect(todosOf({ items: "broken" })).toEqual([])
})

it("finds the files of a patch", () => {
  expect(patchedPaths("--- a/x.ts\n+++ b/x.ts\t2026\n@@ -1 +1 @@\n--- a/y.ts\n+++ /dev/null\n")).toEqual(["x.ts"])
})
