import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { readFrontMatter } from "./front-matter.ts"
import { findSkills, readSkill } from "./skills.ts"
import { skillsText } from "./skills-text.ts"

function openDirectories() {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-")))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const places = { workspace: join(home, "top", "web"), configuration: join(home, "config") }
  mkdirSync(places.workspace, { recursive: true })
  mkdirSync(join(home, "top", ".git"))
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), text)
  }
  return { home, places, put }
}

const skill = (name: string, description: string, body = "Do it.") =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}\n`

describe("skills", () => {
  it("are those of the workspace, the project and the person; the nearest of one name counts", async () => {
    const { home, places, put } = openDirectories()
    put("top/.agents/skills/pdf/SKILL.md", skill("pdf", "Of the project.", "Project way."))
    put("top/web/.agents/skills/pdf/SKILL.md", skill("pdf", "Of the workspace.", "Workspace way."))
    put("config/skills/mail/SKILL.md", skill("mail", "Of the person."))
    put("top/.claude/skills/draw/SKILL.md", skill("draw", "For any agent."))
    expect(await findSkills(places)).toEqual([
      { name: "draw", source: ".claude/skills/draw/SKILL.md", description: "For any agent.", wrong: null },
      {
        name: "mail",
        source: join(home, "config/skills/mail/SKILL.md"),
        description: "Of the person.",
        wrong: null,
      },
      { name: "pdf", source: "web/.agents/skills/pdf/SKILL.md", description: "Of the workspace.", wrong: null },
    ])
    expect(await readSkill(places, "pdf")).toEqual({
      status: "ok",
      text: "The skill pdf, from web/.agents/skills/pdf/SKILL.md:\n\nWorkspace way.",
    })
  })

  it("that are written wrongly are named with what is wrong, and the others stay", async () => {
    const { places, put } = openDirectories()
    put("top/.agents/skills/good/SKILL.md", skill("good", "Good."))
    put("top/.agents/skills/plain/SKILL.md", "Just text.")
    put("top/.agents/skills/mute/SKILL.md", "---\nname: mute\n---\nText.")
    put("top/.agents/skills/open/SKILL.md", "---\nname: open\ndescription: Never closed.\n")
    put("top/.agents/skills/empty/other.md", "")
    const found = await findSkills(places)
    expect(found.map(({ name, wrong }) => [name, wrong])).toEqual([
      ["good", null],
      ["mute", "it has no description"],
      ["open", expect.stringContaining("does not start")],
      ["plain", expect.stringContaining("does not start")],
    ])
    expect(await readSkill(places, "mute")).toMatchObject({
      status: "error",
      text: expect.stringContaining("it has no description"),
    })
    expect(skillsText(found, { brief: false })).toMatch(/^- mute: cannot be used: it has no description \(/m)
  })

  it("do not lead out of the project by a link", async () => {
    const { home, places, put } = openDirectories()
    put("elsewhere/SKILL.md", skill("far", "Far away."))
    mkdirSync(join(home, "top/.agents/skills"), { recursive: true })
    symlinkSync(join(home, "elsewhere"), join(home, "top/.agents/skills/far"))
    expect(await findSkills(places)).toEqual([])
  })

  it("that nobody wrote are answered with those that there are", async () => {
    const { places, put } = openDirectories()
    expect(await readSkill(places, "pdf")).toMatchObject({
      status: "error",
      text: expect.stringContaining("no skills"),
    })
    put("config/skills/mail/SKILL.md", skill("mail", "Mails."))
    expect(await readSkill(places, "../mail")).toMatchObject({
      status: "error",
      text: 'There is no skill "../mail". There are: mail.',
    })
  })
})

describe("front matter", () => {
  it.each([
    ["a: b", { a: "b" }],
    ["a: 'it''s'\nb: \"say \\\"hi\\\"\"", { a: "it's", b: 'say "hi"' }],
    ["a: >\n  one\n  two\nb: c", { a: "one two", b: "c" }],
    ["a: one\n  two # not a comment of ours\n", { a: "one two" }],
    ["a: http://b:80/c", { a: "http://b:80/c" }],
    ["list:\n  - one\na: b", { list: "- one", a: "b" }],
    ["", {}],
  ])("reads %j", (text, fields) => {
    const read = readFrontMatter(`---\n${text}\n---\nBody\n`)
    expect([Object.fromEntries(read?.fields ?? []), read?.body]).toEqual([fields, "Body"])
  })

  it("is none where the file does not start with it", () => {
    expect([readFrontMatter(""), readFrontMatter("x\n---\na: b\n---\n"), readFrontMatter("---\na: b")]).toEqual([
      null,
      null,
      null,
    ])
  })
})
