import { readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { completionTrace, movesIn } from "../../../src/index.ts"
import { linesOf, turnScene } from "../../cli/run-scene.ts"
import { finish, type Ran, spawnCli } from "../../cli/scene.ts"
import { calls, list, plan, question, rewrite, say, write } from "./script.ts"
import { type Stage, stage } from "./stage.ts"
import { routerPlan, shortAnswers, tasks } from "./task.ts"

/** The command line on the store and in the project of a stage. */
const cli = ({ agent, workspace }: Stage, ...argv: string[]): Promise<Ran> =>
  finish(spawnCli(argv, { home: agent.directory, cwd: workspace }))

const json = async (scene: Stage, ...argv: string[]) => JSON.parse((await cli(scene, ...argv, "--json")).stdout)

/** A task whose plan was rejected once, and that ends verified. */
async function planned(): Promise<Stage> {
  const scene = await stage({
    mode: "plan",
    steps: [
      routerPlan,
      plan("## File Changes", "- `modes.json`, `router.md`", "## Execution Order", "1. Write modes.json"),
      write("modes.json", '["clarify", "plan"]\n'),
      list("x Write modes.json"),
      { text: "The modes are in modes.json.", usage: { input: 900, output: 30 } },
    ],
  })
  await scene.say(tasks.complex)
  await scene.decide({ reject: "Into modes.json." })
  await scene.decide("approve")
  return scene
}

describe("inspection", () => {
  it("F130 doctor: named checks, all well on a sound store, and a damaged one fails", async () => {
    const scene = await stage({
      steps: [calls({ name: "memory_write", arguments: { content: "It greets." } }), say("It is noted.")],
    })
    await scene.say("Note that it greets.")
    const { sound, checks } = await json(scene, "doctor")
    expect(sound).toBe(true)
    expect(checks.map(({ id }: { id: string }) => id)).toEqual([
      "directory",
      "file-system",
      "space",
      "store",
      "sessions",
      "search",
      "backup",
      "versions",
      "memory",
      "configuration",
      "rules",
      "model",
      "git",
      "ripgrep",
      "shell",
      "sandbox",
      "data-access",
      "workspace-access",
      "terminal",
    ])
    expect(checks.filter(({ status }: { status: string }) => status === "fail")).toEqual([])
    await scene.agent.close()
    const [file = ""] = readdirSync(scene.agent.directory).filter((name) => name.endsWith(".db"))
    writeFileSync(join(scene.agent.directory, file), "no database any more".repeat(300))
    const damaged = await cli(scene, "doctor")
    expect(damaged.code).toBe(1)
    expect(damaged.stdout).toMatch(/^FAIL +Store/m)
    expect(damaged.stdout).toContain("holdfast doctor --repair")
  })

  it("F131 status: where it stands, on what evidence and what to do next, without a call of the model", async () => {
    const scene = await planned()
    const asked = scene.requests.length
    const { id } = await scene.state()
    const status = await json(scene, "status")
    expect(status).toMatchObject({
      session: { id, owner: { type: "Agent", path: "public-agent" } },
      standing: "stopped",
      stop: { code: "completed-unverified", exitCode: 0 },
      task: tasks.complex,
      proven: [{ status: "passed" }],
      workflow: { mode: "verify", reasonCode: "definition_of_done_requires_verification", decisionKind: "handoff" },
      decision: { code: "verification_incomplete" },
      policy: { explanation: expect.stringContaining("code=verification_incomplete") },
      transition: "completion -> finalize [terminal] Finalizing completed turn",
      done: { status: "in-progress", open: [] },
      verification: [{ result: "passed", command: expect.stringContaining("modes.json") }],
      permission: { mode: "allow" },
      usage: { input: 900, output: 30, turns: 1 },
      compaction: null,
    })
    expect(status.next.length).toBeGreaterThan(0)
    expect(scene.requests).toHaveLength(asked)
    const shown = (await cli(scene, "status", "--verbose")).stdout
    for (const name of ["Summary", "Evidence", "Next", "Workflow", "Decision", "Policy", "Done", "Owner", "Usage"]) {
      expect(shown).toMatch(new RegExp(`^ *${name}`, "m"))
    }
  })

  it("F132 session list, show and resume: the newest first, in full, and no crash over an unknown one", async () => {
    const { run, script, json: ask } = turnScene()
    const model = script({ error: { status: 401, message: "no key" } }, say("Because it is asked."))
    await run("run", "Why is the first one here?", "--model", script(say("It is the first.")))
    expect((await run("run", "Why is the second one here?", "--model", model)).code).toBe(1)
    const { sessions } = (await ask("sessions")) as { sessions: { id: string; title: string; here: boolean }[] }
    expect(sessions.map(({ title, here }) => [title, here])).toEqual([
      ["Why is the second one here?", true],
      ["Why is the first one here?", true],
    ])
    const [second, first] = sessions
    const shown = await run("show", first?.id ?? "")
    expect(shown.stdout).toContain("It is the first.")
    expect(await run("resume", second?.id ?? "")).toMatchObject({ code: 0, stdout: "Because it is asked.\n" })
    for (const command of ["show", "resume"]) {
      expect(await run(command, "0123abcd")).toMatchObject({ code: 1, stderr: expect.stringMatching(/no session/i) })
    }
  })

  it("F133 workflow show: filters, counts, answers, ledger and what changed between two plans", async () => {
    const scene = await planned()
    const all = await json(scene, "workflow")
    expect(all.shown).toHaveLength(all.total)
    const modes = await json(scene, "workflow", "--mode", "plan")
    expect(modes.shown.map(({ reasonCode }: { reasonCode: string }) => reasonCode)).toEqual(["explicit_request"])
    const kinds = await json(scene, "workflow", "--kind", "completion_complete")
    expect(kinds.shown).toMatchObject([{ reasonCode: "verification_incomplete", explanation: expect.any(String) }])
    const policy = await json(scene, "workflow", "--policy", "--limit", "2")
    expect(policy.shown).toHaveLength(2)
    expect(policy.total).toBe(all.total)
    expect(all.answers.map(({ heading }: { heading: string }) => heading)).toEqual(
      expect.arrayContaining(["Began with", "Completion decision", "Verify observed"]),
    )
    expect(all.ledger).toMatchObject([{ list: "acceptanceAnchors", text: "router.md names every mode" }])
    const diff = await json(scene, "workflow", "--diff")
    expect(diff.diffs.find(({ artifact }: { artifact: string }) => artifact === "plan")).toMatchObject({
      from: 1,
      to: 2,
      lines: expect.arrayContaining([expect.stringMatching(/^\+.*modes\.json/)]),
    })
    const shown = (await cli(scene, "workflow", "--limit", "3")).stdout
    expect(shown).toContain(`3 shown / ${all.total} total`)
    expect(shown).toContain("Workflow answers")
    expect((await cli(scene, "workflow", "--show", "plan")).stdout).toContain("Write modes.json")
  })

  it("F134 events: each thing that happens is delivered as it happens, and is in the log", async () => {
    const scene = await stage({
      files: { "notes.json": "{}\n" },
      mode: "clarify",
      permissionMode: "prompt",
      steps: [
        question("What should feel different?"),
        shortAnswers,
        list("Fix the notes"),
        rewrite("notes.json", '{ "release": "1.0" }\n'),
        list("x Fix the notes"),
        say("The notes have a release."),
      ],
    })
    const { agent, session } = scene
    await agent.send(session, tasks.ambiguous)
    const seen = new Set<string>()
    for await (const item of agent.run(session)) {
      if (!("type" in item)) {
        seen.add("delta")
        continue
      }
      seen.add(item.type)
      if (item.type !== "ask.opened") continue
      const ask = item.data as { ask: string; kind: string }
      await agent.answer(
        session,
        ask.ask,
        ask.kind === "question"
          ? { answer: "text", text: "Short sentences in notes.json. Keep the rest." }
          : { answer: "approve", scope: "once" },
      )
    }
    expect([...seen].toSorted()).toEqual(
      expect.arrayContaining(
        [
          ["delta", "model.asked", "model.answered"], // thinking, stream, response
          ["tool.called", "tool.started", "tool.finished"],
          ["ask.opened", "ask.answered"], // question and confirmation
          ["workflow.decided", "workflow.noted", "workflow.artifact-written", "workflow.ledger-changed"],
          ["turn.started", "turn.stopped"],
          ["done.changed"], // todo list and status
          ["done.verification-planned"],
        ].flat(),
      ),
    )
    const stored = new Set<string>((await scene.events()).map(({ type }) => type))
    expect([...seen].filter((type) => type !== "delta" && !stored.has(type))).toEqual([])
    expect((await scene.state()).branch.stop?.code).toBe("completed-unverified")
  })

  it("F135 turn summary: the result names the session, the stop, the answer, the usage, and the log the rest", async () => {
    const { run, script, use } = turnScene()
    const model = script(write("hello.sh", "echo hello\n"), {
      text: "The file is written.",
      usage: { input: 9, output: 3 },
    })
    const lines = linesOf(await run("run", "Create hello.sh in the workspace root.", "--json", "--model", model))
    const result = lines.at(-1)
    expect(result).toMatchObject({
      type: "result",
      sessionId: expect.any(String),
      turnId: expect.any(String),
      stop: "completed-unverified",
      text: "The file is written.",
      usage: { input: 9, output: 3, calls: 2 },
      exitCode: 0,
      asks: [],
    })
    const session = String(result?.sessionId)
    const { branch, log } = await use((store) => store.state(session))
    const events = await use((store) => Array.fromAsync(store.read(session)))
    expect(completionTrace(branch).map(({ code }) => code)).toEqual(["verification_incomplete"])
    expect(branch.workflow).toMatchObject({ mode: "verify", lastDecision: { code: "verification_incomplete" } })
    expect(branch.done).toMatchObject({ status: "in-progress", touchedCount: 1 })
    expect(branch.stop?.summary).toContain("only known to parse")
    expect(movesIn(events).at(-1)?.summary).toBe("Finalizing completed turn")
    expect(log.usage.total).toMatchObject({ input: 9, output: 3, turns: 1, calls: 2 })
  })
})
