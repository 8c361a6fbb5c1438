import { expect, it } from "vitest"
import { ownerPath } from "./owner-path.ts"

// F007 of the Loader reference.
it.each([
  ["RuntimeHandle", "runtime-handle"],
  ["Agent", "public-agent"],
  ["FooBar", "foo-bar"],
  ["HTTPServer", "http-server"],
  ["Cli2", "cli2"],
  ["server", "server"],
])("the owner type %s goes by %s", (type, path) => {
  expect(ownerPath(type)).toBe(path)
})
