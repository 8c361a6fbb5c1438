import { describe, expect, it } from "vitest"
import type { ProjectFacts } from "../project/project.ts"
import { isPlaceholder } from "./placeholder.ts"

const npmPlaceholder = 'echo "Error: no test specified" && exit 1'

function factsOf(texts: Record<string, string>): ProjectFacts {
  return { files: new Set(Object.keys(texts)), texts: new Map(Object.entries(texts)), available: new Set() }
}
const packageWith = (scripts: Record<string, string>) => factsOf({ "package.json": JSON.stringify({ scripts }) })

describe("a script behind a command", () => {
  it.each([
    ["npm test", packageWith({ test: npmPlaceholder }), true],
    ["npm test", packageWith({ test: "echo ok" }), true],
    ["npm test", packageWith({ test: "exit 0" }), true],
    ["npm test", packageWith({ test: "vitest run || true" }), true],
    ["npm test", packageWith({ test: "npm run unit", unit: "true" }), true],
    ["npm test", packageWith({ test: "npm test" }), false],
    ["npm run lint --if-present", packageWith({ test: "vitest" }), true],
    ["npm run nothing-here", packageWith({ test: "vitest" }), true],
    ["pnpm test", packageWith({ test: npmPlaceholder }), true],
    ["cd web && npm test", factsOf({ "web/package.json": JSON.stringify({ scripts: { test: "true" } }) }), true],
    ["npm --prefix web test", factsOf({ "web/package.json": JSON.stringify({ scripts: { test: "true" } }) }), true],
    ["npm test", packageWith({ test: "vitest run" }), false],
    ["npm test", packageWith({ test: "npm run unit", unit: "vitest run" }), false],
    ["npm test", packageWith({ test: "tsx scripts/all-tests.ts" }), false],
    ["npm test", factsOf({ "package.json": "{ half" }), false],
    ["bun test", packageWith({ test: "true" }), false],
    ["make test", factsOf({ Makefile: "test:\n\t@echo no tests yet\n" }), true],
    ["make test", factsOf({ Makefile: "test:\n\t-pytest\n" }), true],
    ["make test", factsOf({ Makefile: "test:\n\t@pytest -q\n" }), false],
    ["make test", factsOf({ Makefile: "test: unit\nunit:\n\tpytest\n" }), false],
    ["composer test", factsOf({ "composer.json": JSON.stringify({ scripts: { test: ["echo ok"] } }) }), true],
  ])("%s with %j", (command, facts, expected) => {
    expect(isPlaceholder(command, facts)).toBe(expected)
  })
})
