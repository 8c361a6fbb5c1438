import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import type { ScriptStep } from "../../src/index.ts"
import { run, scene } from "./scene.ts"

const command = (line: string): ScriptStep => ({ toolCalls: [{ id: "c", name: "bash", arguments: { command: line } }] })

describe("a command", () => {
  it.each([
    "echo '{}' > .holdfast/permissions.json",
    "mkdir -p .holdfast && touch .holdfast/x",
    "x='.hold?ast/permissions.json'; echo '{}' > $x",
    "echo '{}' > rules/permissions.json",
  ])("that names the rules of the project asks in every mode: %j", async (line) => {
    const played = await scene({ model: [command(line)], permissionMode: "allow" })
    symlinkSync(join(played.workspace, ".holdfast"), join(played.workspace, "rules"))
    expect((await run(played)).rest).toBe("answer")
    expect(existsSync(join(played.workspace, ".holdfast"))).toBe(false)
  })

  it.each(["cat link/x", "echo z > link/y", "cd link && ls"])("asks where a link leads outside: %j", async (line) => {
    const played = await scene({ model: [command(line)] })
    const outside = mkdtempSync(join(tmpdir(), "holdfast-elsewhere-"))
    symlinkSync(outside, join(played.workspace, "link"))
    expect((await run(played)).rest).toBe("answer")
    expect(readdirSync(outside)).toEqual([])
    rmSync(outside, { recursive: true })
  })
})
