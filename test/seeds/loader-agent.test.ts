import { execFile } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { describe, expect, it, onTestFinished } from "vitest"
import {
  compactedMark,
  describeMove,
  lastAnswer,
  type OpenAgentOptions,
  openAgent,
  type ScriptStep,
  scriptedModel,
} from "../../src/index.ts"
import { type Look, look, said } from "./look.ts"
import { lookInTwoProcesses } from "./other-process.ts"
import { emptyDirectory } from "./scene.ts"

/** An agent with a scripted model, in a workspace and with settings of its own. */
function agentWith(steps: readonly ScriptStep[], options: Pick<OpenAgentOptions, "owner"> = {}) {
  const place = { directory: emptyDirectory(), workspace: emptyDirectory(), configuration: emptyDirectory() }
  return { agent: agentIn(place, steps, options), ...place }
}

type Place = { directory: string; workspace: string; configuration: string }

function agentIn(
  { directory, workspace, configuration }: Place,
  steps: readonly ScriptStep[],
  options: Pick<OpenAgentOptions, "limits" | "owner"> = {},
) {
  const env = { ...process.env, HOLDFAST_CONFIG: configuration }
  const model = scriptedModel("scripted:seed", steps)
  const agent = openAgent({ directory, workspace, env, model, ...options })
  onTestFinished(() => agent.close())
  return agent
}

/** Writes so many permission rules of each kind into the user's file, and returns its path. */
function writeRules(configuration: string, counts: Record<"allow" | "deny" | "ask", number>): string {
  const file = join(configuration, "permissions.json")
  const rules = Object.entries(counts).map(([kind, count]) => [
    kind,
    Array.from({ length: count }, (_, number) => ({ tool: "bash", command: `${kind}-${number}` })),
  ])
  writeFileSync(file, JSON.stringify(Object.fromEntries(rules)))
  return file
}

async function resumeInProcess(directory: string, session: string): Promise<Look & { rest: string }> {
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

    const resumed = await resumeInProcess(directory, session)
    expect(resumed.rest).toBe("input")
    expect(resumed.state.id).toBe(session)
    expect(resumed.list).toEqual([session])
    expect(resumed.state.branch.task).toBe(task)
    expect(resumed.permission.mode).toBe("workspace-write")
    expect(resumed.state.branch.workflow.mode).toBe(before.state.branch.workflow.mode)
    expect(resumed.turn).toMatchObject({
      task,
      standing: "stopped",
      stop: { code: "completed-unverified", summary: expect.stringContaining("hello.txt") },
      did: { steps: 2, files: [{ path: join(workspace, "hello.txt"), change: "created" }] },
    })
    expect(resumed.turn).toEqual(before.turn)
    expect(resumed.state.branch.done).toMatchObject({ task, status: "in-progress", turn: resumed.turn?.turn })
    expect(resumed.state.branch.done).toEqual(before.state.branch.done)
    expect(said(resumed.transcript)).toEqual([task, "I'll create the file.", "The file is written."])
    expect(resumed.context).toEqual(before.context)
    // To take it up is an event of its own; nothing that was there is changed.
    expect(resumed.events.slice(0, before.events.length)).toEqual(before.events)
    expect(resumed.events.slice(before.events.length).map(({ type }) => type)).toEqual(["session.owned"])
  })

  it("S4 session_compaction_persists_summary_and_recent_messages: the agent finds the cut, at threshold 1 keeping 4", async () => {
    const tasks = ["Kick off runtime audit", "Focus on sessions", "Preserve the latest four messages"]
    const answers = ["Initial findings", "Compaction design drafted", "Ready to compact"]
    const { agent, directory, workspace, configuration } = agentWith(answers.map((text) => ({ text })))
    const session = await agent.open()
    for (const text of tasks) {
      await agent.send(session, text)
      await agent.drive(session)
    }
    expect(await agent.maybeCompact(session)).toBeNull()
    await agent.close()
    const compacting = agentIn({ directory, workspace, configuration }, [], {
      limits: { compactAt: 1, keepMessages: 4 },
    })
    const before = await look(compacting.store, session)

    const result = await compacting.maybeCompact(session)

    const [kickOff = "", ...others] = tasks
    const recent = [others[0], answers[1], others[1], answers[2]]
    for (const seen of await lookInTwoProcesses({ store: compacting.store, directory }, session)) {
      expect(seen.state.branch.compaction).toEqual(result)
      expect(seen.state.branch.compaction).toMatchObject({ count: 1, removed: 2 })
      const [summary, ...kept] = seen.context
      expect(summary?.text).toBe(`${compactedMark}\n${result?.summary}`)
      expect(summary?.text).toContain(kickOff)
      expect(kept.map(({ text }) => text)).toEqual(recent)
      expect(kept).toEqual(before.context.slice(-4))
      expect(said(seen.transcript).slice(0, 6)).toEqual(tasks.flatMap((task, index) => [task, answers[index]]))
    }
    const again = agentIn({ directory, workspace, configuration }, [], { limits: { compactAt: 1, keepMessages: 4 } })
    expect(await again.maybeCompact(session)).toBeNull()
  })

  it("S5 session_persists_permission_policy_metadata: the agent records its rules, and again when they change", async () => {
    const { agent, directory, configuration } = agentWith(
      [{ text: "It was prompt, then allow." }, { text: "Nothing new." }],
      { owner: { type: "RuntimeHandle" } },
    )
    const rulesSource = writeRules(configuration, { allow: 1, deny: 2, ask: 3 })
    const session = await agent.open({ permissionMode: "prompt" })
    expect((await look(agent.store, session)).permission).toMatchObject({
      mode: "prompt",
      prompting: true,
      ruleCounts: { allow: 1, deny: 2, ask: 3 },
      rulesSource,
    })

    writeRules(configuration, { allow: 2, deny: 1, ask: 4 })
    await agent.configure(session, { permissionMode: "allow" })
    await agent.send(session, "Inspect permission history")
    await agent.drive(session)
    const written = (await look(agent.store, session)).events.length
    await agent.send(session, "Anything new?")
    await agent.drive(session)

    for (const seen of await lookInTwoProcesses({ store: agent.store, directory }, session)) {
      const { state, permission, row, prompts, events } = seen
      expect(permission).toMatchObject({
        mode: "allow",
        prompting: true,
        ruleCounts: { allow: 2, deny: 1, ask: 4 },
        rulesSource,
      })
      expect(state.log.owner).toMatchObject({ type: "RuntimeHandle", path: "runtime-handle" })
      expect(row.owner).toEqual({ type: "RuntimeHandle", path: "runtime-handle" })
      expect(state.branch.task).toBe("Anything new?")
      expect(prompts.map(({ format, permissionMode }) => [format, permissionMode])).toEqual([
        ["native", "allow"],
        ["native", "allow"],
      ])
      for (const { sections } of prompts) expect(sections.map(({ name }) => name)).toContain("introduction")
      expect(seen.moves.map(describeMove).at(-1)).toBe("completion -> finalize [terminal] Finalizing completed turn")
      // Rules that stayed as they were are not recorded again.
      expect(events.slice(written).filter(({ type }) => type === "session.configured")).toEqual([])
    }
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

    for (const seen of await lookInTwoProcesses({ store: agent.store, directory }, session)) {
      expect(seen.state.log.usage.turn).toMatchObject({ input: 9, output: 3, turns: 1, calls: 1 })
      expect(seen.state.log.usage.total).toMatchObject({ input: 9, output: 3, turns: 1, calls: 1 })
      expect(seen.events.filter(({ type }) => type === "model.asked")).toHaveLength(1)
      expect(said(seen.transcript).at(-1)).toBe(text)
    }
  })
})
