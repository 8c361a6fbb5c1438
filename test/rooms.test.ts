import { existsSync, globSync, readFileSync } from "node:fs"
import { join, sep } from "node:path"
import { describe, expect, it } from "vitest"
import { importsOf, violations } from "./rooms.ts"

const root = join(import.meta.dirname, "..")
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
const dependencies = Object.keys(manifest.dependencies)

describe("the house", () => {
  it("has imports that go down only", () => {
    const patterns = ["src/**/*.ts", "web/**/*.{ts,tsx}"]
    const files = globSync(patterns, { cwd: root, exclude: ["**/node_modules/**", "**/dist/**"] })
      .map((file) => file.split(sep).join("/"))
      .filter((file) => existsSync(join(root, file)))
    expect(files).toContain("src/index.ts")
    const found = files.sort().flatMap((file) => violations(file, readFileSync(join(root, file), "utf8"), dependencies))
    expect(found).toEqual([])
  })
})

describe("a room", () => {
  const check = (file: string, source: string) => violations(file, source, ["zod", "hono"])

  it("may import itself and the rooms below", () => {
    expect(check("src/agent/perform/model.ts", `import { fold } from "../../session/fold.ts"`)).toEqual([])
    expect(check("src/agent/perform/model.ts", `import { decide } from "../decide.ts"`)).toEqual([])
    expect(check("src/index.ts", `export { openStore } from "./store/open.ts"`)).toEqual([])
  })

  it("may not import a room above or beside it, not even a type", () => {
    expect(check("src/store/sqlite/open-core.ts", `import type { Drive } from "../../agent/drive.ts"`)).toEqual([
      "src/store/sqlite/open-core.ts imports ../../agent/drive.ts: store may not import agent",
    ])
    expect(check("src/tools/edit.ts", `const { open } = await import("../store/open.ts")`)).toEqual([
      "src/tools/edit.ts imports ../store/open.ts: tools may not import store",
    ])
  })

  it("is kept from Node and packages where the browser shares it", () => {
    expect(check("src/session/fold.ts", `import { readFileSync } from "node:fs"\nimport { z } from "zod"`)).toEqual([
      "src/session/fold.ts imports node:fs: session may not import node:fs",
    ])
    expect(check("src/session/fold.test.ts", `import { readFileSync } from "node:fs"`)).toEqual([])
  })

  it("may use only what the product installs, unless it is a test", () => {
    expect(check("src/store/store.ts", `import { it } from "vitest"`)).toEqual([
      "src/store/store.ts imports vitest: it is no dependency of the product",
    ])
    expect(check("src/store/store.test.ts", `import { it } from "vitest"`)).toEqual([])
    expect(check("src/store/open.ts", `import { openTwice } from "./store.test.ts"`)).toEqual([
      "src/store/open.ts imports ./store.test.ts: that is for tests",
    ])
  })

  it("may use what tests share in its tests only", () => {
    const source = `import { storeConformance } from "../../test/support/store/conformance.ts"`
    expect(check("src/store/store.test.ts", source)).toEqual([])
    expect(check("src/store/open.ts", source)).toEqual([
      "src/store/open.ts imports ../../test/support/store/conformance.ts: store may not import test",
    ])
  })

  it("is a decision when it is new", () => {
    expect(check("src/helpers/text.ts", "")).toEqual(["src/helpers/text.ts is in no known room"])
    expect(check("src/agent/agent.ts", `import "../helpers/text.ts"`)).toEqual([
      "src/agent/agent.ts imports ../helpers/text.ts: agent may not import helpers",
    ])
  })

  it("of the browser takes the server's types and nothing more of it", () => {
    expect(check("web/src/api.ts", `import type { Session } from "../../src/server/api.ts"`)).toEqual([])
    expect(check("web/src/api.ts", `import { routes } from "../../src/server/api.ts"`)).toEqual([
      "web/src/api.ts imports ../../src/server/api.ts: web may not import server",
    ])
  })
})

describe("importsOf", () => {
  it("finds every form of import and nothing else", () => {
    const source = `
import a, {
  type B,
} from "./one.ts"
import type { C } from "./two.ts"
import * as d from './three.ts'
import "./four.ts"
export * from "./five.ts"
export type { E } from "./six.ts"
export const list = Array.from("abc") // not from "./seven.ts"
const late = () => import(
  "./eight.ts"
)
`
    expect(importsOf(source).sort((a, b) => a.specifier.localeCompare(b.specifier))).toEqual([
      { specifier: "./eight.ts", typeOnly: false },
      { specifier: "./five.ts", typeOnly: false },
      { specifier: "./four.ts", typeOnly: false },
      { specifier: "./one.ts", typeOnly: false },
      { specifier: "./six.ts", typeOnly: true },
      { specifier: "./three.ts", typeOnly: false },
      { specifier: "./two.ts", typeOnly: true },
    ])
  })
})
