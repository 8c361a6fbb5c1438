import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { bash, keys, release, uiScene, untilReleased, victim } from "../../cli/ui/ui-scene.ts"

const call = (name: string, given: Record<string, unknown>) => ({ toolCalls: [{ name, arguments: given }] })

describe("interactive use", () => {
  it("F137 interactive UI: todo list, diff, approval, question, steering, status line and slash commands", async () => {
    const scene = uiScene()
    const path = victim(scene)
    const file = join(scene.project, "a.txt")
    writeFileSync(file, "one\ntwo\n")
    const model = scene.script(
      call("todo", { items: [{ text: "Turn two into zwei", state: "active" }] }),
      call("read", { path: "a.txt" }),
      call("edit", { path: "a.txt", old: "two", new: "zwei" }),
      bash("rm -rf victim"),
      call("ask", { question: "Which colour?", options: ["red", "green"] }),
      untilReleased(scene),
      { text: "All of it is done." },
    )
    const terminal = await scene.open(["--model", model, "--permission-mode", "workspace-write"])
    terminal.type(`Translate it${keys.enter}`)

    await terminal.until(/\? Run this command\?[\s\S]*^ {4}rm -rf victim$[\s\S]*\[y\] allow once/m)
    expect(terminal.screen()).toMatch(/^✓ edit a\.txt {2}\+1 -1$[\s\S]*^ {2}-two\n {2}\+zwei$/m)
    expect(terminal.screen()).toContain("Turn two into zwei")
    expect(existsSync(path)).toBe(true)
    terminal.type("y")

    await terminal.until(/\? Which colour\?[\s\S]*2 green[\s\S]*A number, or your own words/)
    expect(existsSync(path)).toBe(false)
    terminal.type(`2${keys.enter}`)

    await terminal.until(/^ {2}begun$/m)
    terminal.type(`use tabs${keys.enter}`)
    await terminal.until("↳ next step: use tabs")
    release(scene)
    await terminal.until(/^› use tabs$[\s\S]*^All of it is done\.$/m)
    expect(readFileSync(file, "utf8")).toBe("one\nzwei\n")
    // The last line says with what it works.
    await terminal.until(/─\n.*\n─+\nscripted:\S+ · workspace-write · .*\w{8}$/)

    terminal.type(`/status${keys.enter}`)
    await terminal.until(/^Session +\w{8}, /m)
    terminal.type(`/help${keys.enter}`)
    await terminal.until(/^\/permissions \[MODE\] +What may run without asking$/m)
    expect((await scene.inputs()).map(({ text, as }) => [text, as])).toEqual([
      ["Translate it", "task"],
      ["use tabs", "steer"],
    ])
  })
})
