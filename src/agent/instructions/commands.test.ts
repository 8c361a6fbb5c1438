import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { findCommands, readCommand, withWords } from "./commands.ts"

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

describe("commands of one's own", () => {
  it("are found in the folders of the workspace, the project and the person; the nearest of one name counts", async () => {
    const { home, places, put } = openDirectories()
    put("top/.claude/commands/review.md", "---\ndescription: Of the project.\n---\nLook at $ARGUMENTS.")
    put("top/web/.holdfast/commands/review.md", "# Of the workspace\n\nLook well.")
    put("top/.agents/commands/git/commit.md", "Commit it.")
    put("config/commands/mail.md", "Write a mail.")
    put("config/commands/not a name.md", "Never.")
    expect(await findCommands(places)).toEqual([
      { name: "git:commit", source: ".agents/commands/git/commit.md", description: "Commit it." },
      { name: "mail", source: join(home, "config/commands/mail.md"), description: "Write a mail." },
      { name: "review", source: "web/.holdfast/commands/review.md", description: "Of the workspace" },
    ])
    expect(await readCommand(places, "review", "")).toBe("# Of the workspace\n\nLook well.")
    expect(await readCommand(places, "nothing", "")).toBeUndefined()
  })

  it("do not lead out of the project by a link", async () => {
    const { home, places, put } = openDirectories()
    put("elsewhere/far.md", "Far away.")
    mkdirSync(join(home, "top/.claude/commands"), { recursive: true })
    symlinkSync(join(home, "elsewhere/far.md"), join(home, "top/.claude/commands/far.md"))
    expect(await findCommands(places)).toEqual([])
    expect(await readCommand(places, "far", "")).toBeUndefined()
  })

  it("take the words that come after their name", () => {
    expect(withWords("Compare $1 with $2.", `"a b" c`)).toBe("Compare a b with c.")
    expect(withWords("Fix $ARGUMENTS now, costs $10.", "the bug")).toBe("Fix the bug now, costs $10.")
    expect(withWords("Review it.", "src only")).toBe("Review it.\n\nsrc only")
    expect(withWords("Review it.", "")).toBe("Review it.")
  })
})
