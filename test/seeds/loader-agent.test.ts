import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { describe, expect, it, onTestFinished } from "vitest"
import { lastAnswer, openAgent, type ScriptStep, scriptedModel } from "../../src/index.ts"
import { hereAndElsewhere } from "./elsewhere.ts"
import { type Look, look, said } from "./look.ts"
import { emptyDirectory } from "./scene.ts"

/** An agent with a scripted model, in a workspace of its own. */
function agentWith(steps: readonly ScriptStep[]) {
  const directory = emptyDirectory()
  const workspace = emptyDirectory()
  const agent = openAgent({ directory, workspace, model: scriptedModel("scripted:seed", steps) })
  onTestFinished(() => agent.close())
  return { agent, directory, workspace }
}

async function resumeElsewhere(directory: string, session: string): Promise<Look & { rest: string }> {
  const script = fileURLToPath(new URL("agent-process.ts", import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script, directory, session])
  return JSON.parse(stdout) as Look & { rest: string }
}

// The session tests of Loader that run an agent.
describe("the Loader seed", () => {
  it("S1 session_persists_and_resumes_across_agent_restart: another agent finds it as the first one left it", async () => {
    const task = "Create hello.txt in the workspace root."
    const { agent, directory, workspace } = agentWith([
      {
        text: "I'll create the file.",
        toolCalls: [{ id: "write-1", name: "write", arguments: { file_path: "hello.txt", content: "hello\n" } }],
      },
      { text: "The file is written." },
    ])
    const session = await agent.open()
    await agent.send(session, task)
    await agent.drive(session)

    expect(await lastAnswer(agent.store, session)).toMatch(/^The file is written\./)
    expect(readFileSync(join(workspace, "hello.txt"), "utf8")).toBe("hello\n")
    const before = await look(agent.store, session)
    await agent.close()

    const resumed = await resumeElsewhere(directory, session)
    expect(resumed.rest).toBe("input")
    expect(resumed.state.id).toBe(session)
    expect(resumed.list).toEqual([session])
    expect(resumed.state.branch.task).toBe(task)
    expect(resumed.permission.mode).toBe("workspace-write")
    expect(resumed.state.branch.workflow.mode).toBe(before.state.branch.workflow.mode)
    expect(resumed.state.branch.done?.task).toBe(task)
    expect(resumed.state.branch.stop).toEqual(before.state.branch.stop)
    expect(said(resumed.transcript)).toEqual([task, "I'll create the file.", "The file is written."])
    expect(resumed.context).toEqual(before.context)
    // To take it up is an event of its own; nothing that was there is changed.
    expect(resumed.events.slice(0, before.events.length)).toEqual(before.events)
    expect(resumed.events.slice(before.events.length).map(({ type }) => type)).toEqual(["session.owned"])
  })

  it("S11 turn_summary_usage_rolls_up_into_session_totals: one call of the model, counted once", async () => {
    const usage = { input: 9, output: 3 }
    const text = "Loader keeps its place."
    const { agent, directory } = agentWith([
      { text, usage },
      { text: "Nobody asks for this.", usage },
    ])
    const session = await agent.open()
    await agent.send(session, "Write a short release-note style summary of what Loader does well.")
    await agent.drive(session)

    for (const seen of await hereAndElsewhere({ store: agent.store, directory }, session)) {
      expect(seen.state.log.usage.turn).toMatchObject({ input: 9, output: 3, turns: 1, calls: 1 })
      expect(seen.state.log.usage.total).toMatchObject({ input: 9, output: 3, turns: 1, calls: 1 })
      expect(seen.events.filter(({ type }) => type === "model.asked")).toHaveLength(1)
      expect(said(seen.transcript).at(-1)).toBe(text)
    }
  })
})
