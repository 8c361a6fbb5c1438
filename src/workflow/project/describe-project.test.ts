import { describe, expect, it } from "vitest"
import { type ProjectLook, projectContext, projectTips } from "./describe-project.ts"

function look(more: Partial<ProjectLook> & { files?: Record<string, string>; available?: string[] }): ProjectLook {
  const { files = {}, available = [], ...rest } = more
  const facts = {
    files: new Set(Object.keys(files)),
    texts: new Map(Object.entries(files)),
    available: new Set(available),
  }
  return { facts, entries: [], readme: null, brief: false, ...rest }
}

const node = {
  files: { "package.json": '{"scripts":{"test":"vitest run","build":"tsc"}}', "pnpm-lock.yaml": "" },
  available: ["pnpm"],
}
const readme = { path: "README.md", text: `# Kelp\n\n${"It holds on. ".repeat(60)}` }

describe("what the model is told of a project", () => {
  it("is its sort, its package manager, its commands, what is at its top and how its README begins", () => {
    const entries = Array.from({ length: 22 }, (_, n) => `f${n}`)
    const text = projectContext(look({ ...node, entries, readme })) ?? ""
    expect(text.split("\n").slice(0, 7)).toEqual([
      "## Project",
      "",
      "Type: node",
      "Package manager: pnpm",
      "Build: pnpm run build",
      "Test: pnpm test",
      `At the top: ${entries.slice(0, 20).join(" ")} and 2 more`,
    ])
    const begins = /<file path="README.md">\n(.*)\n<\/file>$/s.exec(text)?.[1]
    expect([begins?.length, begins?.at(-1)]).toEqual([501, "…"])
  })

  it("is short for a weak model", () => {
    const text = projectContext(look({ ...node, entries: ["a"], readme, brief: true }))
    expect(text).toBe("## Project\n\nType: node\nPackage manager: pnpm\nBuild: pnpm run build\nTest: pnpm test")
  })

  it("is nothing where nothing is known", () => {
    expect([projectContext(look({})), projectTips(look({}))]).toEqual([null, null])
  })

  it("has tips for the work, and says which programs are not there", () => {
    expect(projectTips(look(node))).toBe(
      "## Project tips\n\n- After a change, run `pnpm test`.\n- Add and remove packages with pnpm, never by hand.",
    )
    expect(projectTips(look({ ...node, available: [] }))).toContain("- Not installed here: pnpm.")
  })
})
