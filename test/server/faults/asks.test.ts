import { existsSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import type { Client } from "../../../src/client/client.ts"
import { eventsOf, isType, send, until, untilStopped } from "./log.ts"
import { setStage } from "./stage.ts"

const wishes = [
  { text: "I make it.", toolCalls: [{ id: "c", name: "bash", arguments: { command: "echo made >> a.txt" } }] },
  { text: "Made." },
]

/** A session that asks before it does anything. */
async function careful(client: Client, workspace: string, model: string): Promise<string> {
  const body = { workspace, model, permissionMode: "prompt" as const }
  return (await client.call("POST /api/sessions", { body })).id
}

describe("a question to a person", () => {
  it("is open after a kill, and answered from another device", { timeout: 120_000 }, async () => {
    const stage = setStage()
    let server = await stage.start()
    const id = await careful(server.client, stage.workspace, stage.script(wishes))
    await send(server.client, id, "What does echo print?")
    await until(stage.store(), id, isType("ask.opened"))
    for (let kills = 0; kills < 1; kills++) {
      await server.kill()
      server = await stage.start()
      const { row, state } = await server.client.call("GET /api/sessions/:id", { params: { id }, query: {} })
      expect(row.status).toBe("waiting")
      expect(state.log.asks.open).toHaveLength(1)
    }
    const [ask] = await eventsOf(stage.store(), id, "ask.opened")
    expect(await eventsOf(stage.store(), id, "ask.opened")).toHaveLength(1)
    await server.client.call("POST /api/sessions/:id/asks/:ask", {
      params: { id, ask: ask?.data.ask ?? "" },
      body: { answer: "approve" },
    })
    await untilStopped(stage.store(), id)
    expect((await eventsOf(stage.store(), id, "tool.finished")).map(({ data }) => data.status)).toEqual(["ok"])
    expect(existsSync(join(stage.workspace, "a.txt"))).toBe(true)
  })
})
