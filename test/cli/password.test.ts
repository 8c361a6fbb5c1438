import { existsSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { turnScene } from "./run-scene.ts"

describe("holdfast serve --set-password", () => {
  it("takes the password from standard input, as it is", async () => {
    const { runWith } = turnScene()
    expect(await runWith("correct horse battery\n", "serve", "--set-password")).toMatchObject({
      code: 0,
      stdout: "Password set. It applies from the next sign-in.\n",
    })
    const missing = await runWith("", "serve", "--set-password")
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining("Missing password") })
  })

  it("is interrupted by Ctrl-C at either question, and sets nothing", async () => {
    const { inTerminal, home } = turnScene()
    const first = inTerminal(["serve", "--set-password"])
    await first.until(/Password: *$/)
    first.type("\x03")
    expect(await first.ended).toBe(130)
    const second = inTerminal(["serve", "--set-password"])
    await second.until(/Password: *$/)
    second.type("correct horse battery\r")
    await second.until(/Again: *$/)
    second.type("\x03")
    expect(await second.ended).toBe(130)
    expect(existsSync(home)).toBe(false)
  })

  it("asks twice in a terminal without showing it, and sets nothing if the two differ", async () => {
    const { inTerminal, home } = turnScene()
    const typing = async (first: string, second: string) => {
      const terminal = inTerminal(["serve", "--set-password"])
      await terminal.until(/Password: *$/)
      terminal.type(`${first}\r`)
      await terminal.until(/Again: *$/)
      terminal.type(`${second}\r`)
      const code = await terminal.ended
      expect(terminal.raw).not.toContain(first)
      return { code, screen: terminal.screen() }
    }
    const differing = await typing("correct horse battery", "correct horse")
    expect(differing).toMatchObject({ code: 2, screen: expect.stringContaining("The passwords do not match.") })
    expect(existsSync(home)).toBe(false)
    expect(await typing("correct horse battery", "correct horse battery")).toMatchObject({ code: 0 })
  })
})
