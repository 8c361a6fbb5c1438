import { describe, expect, it } from "vitest"
import { everything, planOf, type Scene } from "../../../test/support/workflow/check-scene.ts"

const lines = (scene: Scene) =>
  planOf(scene).checks.map(({ source, strength, command }) => `${source} ${strength}: ${command}`)
const nodeProject = {
  "package.json": JSON.stringify({ scripts: { test: "vitest run", lint: "eslint .", build: "vite build" } }),
}

describe("a monorepo", () => {
  const script = (test: string) => JSON.stringify({ scripts: { test } })

  it("counts the nearest project of the file and the root's", () => {
    const files = {
      "package.json": script("vitest run"),
      "packages/a/package.json": script("jest"),
      "packages/b/package.json": script("ava"),
    }
    expect(lines({ files, touched: ["packages/a/src/x.ts"] })).toEqual([
      "project tests: cd packages/a && npm test",
      "project tests: npm test",
    ])
  })

  it("checks each language by its own project", () => {
    const files = { "pytest.ini": "", "web/package.json": script("jest") }
    expect(lines({ files, touched: ["web/a.ts", "api/b.py"] })).toEqual([
      "project tests: cd web && npm test",
      "project tests: pytest",
    ])
  })
})

describe("AGENTS.md", () => {
  it("wins over detection of the same kind only", () => {
    const files = { ...nodeProject, "AGENTS.md": "Test: `npx vitest run --coverage`" }
    expect(lines({ files, touched: ["a.ts"], available: [...everything, "npx"] })).toEqual([
      "project parses: npm run lint",
      "instructions tests: npx vitest run --coverage",
    ])
  })

  it("is left aside, and said so, where its program is missing", () => {
    const plan = planOf({ files: { ...nodeProject, "AGENTS.md": "Test: `just test`" }, touched: ["a.ts"] })
    expect(plan.checks.map(({ command }) => command)).toEqual(["npm run lint", "npm test"])
    expect(plan.reasons).toEqual(["`just test` cannot run here: just is not installed"])
  })

  it("does not speak for another language", () => {
    const files = { ...nodeProject, "pytest.ini": "", "AGENTS.md": "Test: `npm test`" }
    expect(lines({ files, touched: ["a.py"] })).toEqual(["project tests: pytest"])
  })

  it("counts where it is nearest, in its own directory", () => {
    const files = { "AGENTS.md": "Test: `make check`", "lib/AGENTS.md": "Test: `make test`" }
    expect(lines({ files, touched: ["lib/a.py"] })).toEqual(["instructions tests: cd lib && make test"])
  })
})

describe("what others propose", () => {
  it("leaves the model's placeholders out and says why", () => {
    const plan = planOf({
      files: { "package.json": "{}" },
      touched: ["a.txt"],
      planned: ["echo ok", "npm test || true", "cargo test"],
      available: ["npm"],
    })
    expect(plan.checks.map(({ command }) => command)).toEqual([])
    expect(plan.reasons).toEqual([
      "`echo ok` was left out: it always passes",
      "`npm test || true` was left out: it always passes",
      "`cargo test` cannot run here: cargo is not installed",
    ])
  })

  it("does not let the model decide what is needed", () => {
    expect(planOf({ touched: ["a.txt"], planned: ["pytest"] }).strongest).toBe("exists")
  })

  it("runs what a person names, whatever it is", () => {
    expect(lines({ touched: ["a.txt"], named: ["echo ok", "just test", " "] })).toEqual([
      "person exists: echo ok",
      "person tests: just test",
    ])
  })

  it("keeps each command once, by whoever has the most say", () => {
    expect(
      lines({ files: { "pytest.ini": "" }, touched: ["README.md", "a.py"], planned: ["pytest"], named: ["pytest"] }),
    ).toEqual(["person tests: pytest"])
  })
})
