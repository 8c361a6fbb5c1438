import { expect, it } from "vitest"
import { inWorkspace } from "./relative-path.ts"

it("knows a path of the workspace however it was written", () => {
  expect(inWorkspace("/home/ada/kelp/src/a.ts", "/home/ada/kelp")).toBe("src/a.ts")
  expect(inWorkspace("./src/a.ts", "/home/ada/kelp")).toBe("src/a.ts")
})

it("knows what lies outside of it", () => {
  expect(inWorkspace("/home/ada/kelpie/a.ts", "/home/ada/kelp")).toBeNull()
  expect(inWorkspace("../a.ts", "/home/ada/kelp")).toBeNull()
  expect(inWorkspace("~/a.ts", "/home/ada/kelp")).toBeNull()
})
