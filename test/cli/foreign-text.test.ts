import { describe, expect, it } from "vitest"
import { uuidv7 } from "../../src/store/uuid.ts"
import { finish, scene, spawnCli } from "./scene.ts"

describe("a session that somebody else wrote", () => {
  const attack = "\u001b]0;owned\u0007\u001b[31m\u009b2J\t\r\nforged"

  it("cannot control the terminal, nor add a line of its own, by any name in it", async () => {
    const here = scene()
    const id = "evil"
    const event = (seq: number, type: string, data: Record<string, unknown>) => {
      const by = { kind: "person" as const, name: `eve${attack}` }
      return { id: uuidv7(), session: id, seq, at: "2026-01-01T00:00:00.000Z", by, type, v: 1, data }
    }
    const place = `/srv/place${attack}`
    const events = [
      event(1, "session.opened", { workspace: place, project: place, title: `title${attack}` }),
      event(2, "input.accepted", { input: "i", kind: "send", text: "needle" }),
      event(3, "tool.called", { call: "c", name: `tool${attack}`, arguments: { path: attack } }),
      event(4, `newer${attack}`, {}),
    ]
    await here.use((store) => store.adopt({ id, events, blobs: [] }))
    const commands = [
      ["sessions"],
      ["show", "evil"],
      ["log", "evil"],
      ["search", "needle"],
      ["export", "evil", "--format", "markdown"],
      ["delete", "evil", "--erase"],
      ["show", `none${attack}`],
    ]
    for (const argv of commands) {
      const child = spawnCli(argv, { home: here.home, cwd: here.project, env: { NO_COLOR: "1" } })
      const { stdout, stderr } = await finish(child)
      expect(stdout + stderr, argv[0]).toContain("forged")
      expect(stdout + stderr, argv[0]).not.toMatch(/[^\P{Cc}\n]/u)
      // What was typed is the reader's own; what was stored is not.
      if (argv[1] !== `none${attack}`) expect(stdout, argv[0]).not.toMatch(/^ *forged/m)
    }
  })
})
