import { describe, expect, it } from "vitest"
import { attempt, scene, verdict, wrote } from "../arbitrary/completion-scene.ts"
import { planChecks } from "../checks/checks.ts"
import type { ProjectFacts } from "../project/project.ts"
import { complete } from "./completion.ts"

/** The decision with the checks that the project really offers, before and after they ran. */
function judged(task: string, path: string, facts: ProjectFacts): { offered: string[]; before: string; after: string } {
  const plan = planChecks({ facts, touched: [{ path, hash: "h" }], task, planned: [], named: [] })
  const input = { ...scene(task, "Done.", { actions: [wrote(5, path)] }), plan, facts }
  const proven = { ...input, done: input.done && { ...input.done, attempts: [attempt(9, "passed", plan.checks)] } }
  return {
    offered: plan.checks.map(({ command }) => command),
    before: verdict(complete(input)).step,
    after: verdict(complete(proven)).step,
  }
}

const facts = (files: Record<string, string>, ...available: string[]): ProjectFacts => ({
  files: new Set(Object.keys(files)),
  texts: new Map(Object.entries(files)),
  available: new Set(available),
})

describe("with the checks that a project offers", () => {
  it("a text file is verified by being there (F067)", () => {
    const { offered, ...steps } = judged(
      "Create hello.txt in the workspace root.",
      "hello.txt",
      facts({ "hello.txt": "" }),
    )
    expect(offered).toHaveLength(1)
    expect(steps).toEqual({ before: "verify", after: "completed-verified" })
  })

  it("code with tests is verified by the tests", () => {
    const project = facts({ "package.json": '{"scripts":{"test":"vitest run"}}', "src/a.ts": "" }, "npm", "node")
    const { offered, ...steps } = judged("Create src/a.ts.", "src/a.ts", project)
    expect(offered.some((command) => command.includes("test"))).toBe(true)
    expect(steps).toEqual({ before: "verify", after: "completed-verified" })
  })

  it("a script that was to run is verified by running (F068)", () => {
    const { offered, ...steps } = judged(
      "Create x.py and make sure it runs.",
      "x.py",
      facts({ "x.py": "" }, "python3", "python"),
    )
    expect(offered.some((command) => /python3? .*x\.py/.test(command))).toBe(true)
    expect(steps).toEqual({ before: "verify", after: "completed-verified" })
  })
})
