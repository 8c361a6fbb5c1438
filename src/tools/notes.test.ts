import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { openTestWorkspace, type TestWorkspace } from "../../test/support/tools/test-workspace.ts"
import { memoryReadTool, memoryWriteTool } from "./memory.ts"
import { notepadReadTool, notepadWriteTool } from "./notepad.ts"

let shop: TestWorkspace

beforeEach(() => {
  shop = openTestWorkspace()
})
afterEach(() => shop.close())

const day = new Date().toISOString().slice(0, 10)
const token = `ghp_${"0123456789".repeat(4)}`
const file = (name: string) => join(shop.context.notes, name)

describe("memory", () => {
  it("keeps notes, directives and sections, and mirrors notes to the notepad", async () => {
    expect((await shop.look(memoryReadTool, {})).text).toBe("Nothing is remembered yet.")
    await shop.edit(memoryWriteTool, { content: "tests need redis", category: "build" })
    await shop.edit(memoryWriteTool, { action: "directive", content: "no new dependencies", priority: "high" })
    await shop.edit(memoryWriteTool, { action: "set", section: "techStack", content: '["zod"]' })
    expect(JSON.parse((await shop.look(memoryReadTool, {})).text)).toEqual({
      notes: [{ category: "build", content: "tests need redis", day }],
      directives: [{ directive: "no new dependencies", priority: "high", day }],
      techStack: ["zod"],
    })
    expect(JSON.parse((await shop.look(memoryReadTool, { section: "techStack" })).text)).toEqual(["zod"])
    expect((await shop.look(memoryReadTool, { section: "other" })).text).toContain(
      "There is notes, directives, techStack",
    )
    expect((await shop.look(notepadReadTool, {})).text).toBe(`## Working Memory\n- ${day}: [build] tests need redis`)
  })

  it("keeps no secret, and tells none that a person wrote down", async () => {
    const masked = "[redacted: GitHub token]"
    await shop.edit(memoryWriteTool, { content: `push with ${token}` })
    await shop.edit(memoryWriteTool, { action: "directive", content: "push", context: `by ${token}` })
    await shop.edit(memoryWriteTool, { action: "set", section: "ci", content: JSON.stringify({ by: [token] }) })
    await shop.edit(memoryWriteTool, { action: "set", section: "password", content: "hunter2" })
    expect(JSON.parse(readFileSync(file("memory.json"), "utf8"))).toMatchObject({
      notes: [{ content: `push with ${masked}` }],
      directives: [{ context: `by ${masked}` }],
      ci: { by: [masked] },
      password: "[redacted: secret]",
    })
    expect(readFileSync(file("notepad.md"), "utf8")).toContain(`push with ${masked}`)
    writeFileSync(file("memory.json"), JSON.stringify({ notes: [{ content: token }] }))
    expect(JSON.parse((await shop.look(memoryReadTool, {})).text)).toEqual({ notes: [{ content: masked }] })
  })

  it("never writes over a file that it cannot read", async () => {
    mkdirSync(shop.context.notes, { recursive: true })
    writeFileSync(file("memory.json"), "{ broken")
    expect((await shop.edit(memoryWriteTool, { content: "x" })).text).toContain("Tell the person to fix or remove it")
    expect(readFileSync(file("memory.json"), "utf8")).toBe("{ broken")
    expect((await shop.look(memoryReadTool, {})).status).toBe("error")
  })

  it("refuses what does not fit", async () => {
    expect((await shop.edit(memoryWriteTool, { action: "set", content: "x" })).text).toContain("Say which section")
    expect((await shop.edit(memoryWriteTool, { action: "set", section: "notes", content: "x" })).text).toContain(
      "a list",
    )
  })

  it("is a place of its own for permissions", async () => {
    expect(await memoryWriteTool.access({ content: "x" }, shop.context)).toEqual({
      kind: "write",
      places: ["memory.json", "notepad.md"].map((name) => ({ path: file(name), shown: file(name), where: "notes" })),
    })
  })
})

describe("notepad", () => {
  it("keeps no secret, and tells none that a person wrote down", async () => {
    await shop.edit(notepadWriteTool, { content: `first ${token}`, section: "priority" })
    await shop.edit(notepadWriteTool, { content: `then ${token}` })
    const written = readFileSync(file("notepad.md"), "utf8")
    expect(written).toMatch(/first \[redacted[\s\S]*then \[redacted/)
    expect(written).not.toContain(token)
    writeFileSync(file("notepad.md"), written.replace("then", `then ${token}`))
    expect((await shop.look(notepadReadTool, {})).text).not.toContain(token)
  })

  it("replaces the priority section, dates working notes and keeps what a person wrote", async () => {
    await shop.edit(notepadWriteTool, { content: "first", section: "priority" })
    await shop.edit(notepadWriteTool, { content: "ship it\n## not a section", section: "priority" })
    await shop.edit(notepadWriteTool, { content: "one\ntwo" })
    writeFileSync(file("notepad.md"), `${readFileSync(file("notepad.md"), "utf8")}\n## My own\n\nkeep me\n`)
    await shop.edit(notepadWriteTool, { content: "three" })
    await shop.edit(notepadWriteTool, { content: "by hand", section: "manual", action: "write" })
    expect(readFileSync(file("notepad.md"), "utf8")).toBe(
      [
        "# Notepad\n",
        "## Priority Context\n\nship it\n### not a section\n",
        `## Working Memory\n\n- ${day}: one\n  two\n- ${day}: three\n`,
        "## Manual Notes\n\nby hand\n",
        "## My own\n\nkeep me\n",
      ].join("\n"),
    )
    expect((await shop.look(notepadReadTool, { section: "manual" })).text).toBe("## Manual Notes\nby hand")
  })
})
