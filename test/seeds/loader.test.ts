import { describe, expect, it } from "vitest"
import { describeMove, type Phase } from "../../src/index.ts"
import { look, said } from "./look.ts"
import { lookFromProcess, lookInTwoProcesses } from "./other-process.ts"
import { scene } from "./scene.ts"
import { ask, openSession, send } from "./scene-turn.ts"
import { stored } from "./stored.ts"

// The session tests of Loader, by the number and name that they have there; docs/seeds.md maps them. Those of the
// workflow (S7 to S10) are in loader-workflow.test.ts.
describe("the Loader seed", () => {
  it("S2 agent_clear_history_rebuilds_a_fresh_runtime_session: a new session is empty, the old one stays", async () => {
    const { store, directory } = scene()
    const before = await openSession(store)
    const lease = await store.acquire(before, { type: "Agent" })
    await ask(store, lease, "Keep runtime state tidy.")
    const section = await store.putBlob(Buffer.from("runtime"))
    await store.append(
      before,
      [
        {
          type: "prompt.built",
          data: { format: "native", mode: "clarify", sections: [{ name: "Runtime Config", body: section }] },
        },
        {
          type: "workflow.decided",
          data: { kind: "route", mode: "clarify", reasonCode: "asked", summary: "clarify: asked" },
        },
      ],
      { epoch: lease.epoch },
    )
    await store.append(
      before,
      [{ type: "input.accepted", data: { input: "steering", kind: "steer", text: "Stay in runtime." } }],
      "intent",
    )

    const after = await openSession(store)

    const old = await look(store, before)
    for (const fresh of await lookInTwoProcesses({ store, directory }, after)) {
      expect(after).not.toBe(before)
      expect(fresh.state.branch).toMatchObject({ task: null, messages: 0, prompts: [], stop: null, done: null })
      expect(fresh.state.branch.workflow.mode).toBe("execute")
      expect(fresh.state.log.inputs).toEqual({ waiting: [], held: false })
      expect(fresh.transcript).toEqual([])
      expect(fresh.context).toEqual([])
      expect(fresh.list).toEqual([after, before])
    }
    expect(old.state.branch).toMatchObject({ task: "Keep runtime state tidy.", workflow: { mode: "clarify" } })
    expect(said(old.transcript)).toEqual(["Keep runtime state tidy.", "", "Stay in runtime."])
    expect(await lookFromProcess(directory, before)).toEqual({ ...old, row: expect.objectContaining({ id: before }) })
  })

  it("S3 session_rotation_kicks_in_at_size_cap: older events are sealed, every message is readable", async () => {
    const { store, directory } = scene({ rotateAfterBytes: 250 })
    const session = await openSession(store)
    const messages = Array.from({ length: 6 }, (_, index) => `Message ${index}: ${"x".repeat(120)}`)
    for (const message of messages) await send(store, session, message)

    const [here] = await lookInTwoProcesses({ store, directory }, session, { search: "Message" })

    expect(stored(directory).segments()).toBeGreaterThanOrEqual(1)
    const there = await lookFromProcess(directory, session, { search: "Message" })
    expect(there.events).toEqual(here.events)
    expect(said(there.transcript)).toEqual(messages)
    expect(there.hits).toEqual([7, 6, 5, 4, 3, 2])
    expect(there.row.updatedAt).toBe(here.row.updatedAt)
  })

  // What the agent records of its permissions is in loader-agent.test.ts. A trace and an ambiguity score it no longer writes.
  it("S5 session_persists_permission_policy_metadata: scores, trace and moves of an older log stay readable", async () => {
    const { store, directory } = scene()
    const session = await openSession(store)
    const lease = await store.acquire(session, { type: "RuntimeHandle" })
    const { turn } = await ask(store, lease, "Inspect permission history")
    const sectionNames = ["Runtime Config", "Workflow Context", "Project Context"]
    const sections = await Promise.all(
      sectionNames.map(async (name) => ({ name, body: await store.putBlob(Buffer.from(`# ${name}\n`)) })),
    )
    const move = (from: Phase | null, to: Phase) =>
      ({ type: "turn.moved", turn, data: { from, to, kind: "normal", reasonCode: "next", summary: "Next." } }) as const
    await store.append(
      session,
      [
        { type: "prompt.built", turn, data: { format: "native", mode: "plan", permissionMode: "allow", sections } },
        {
          type: "workflow.decided",
          turn,
          data: {
            kind: "route",
            mode: "plan",
            reasonCode: "task_is_complex",
            summary: "plan: workflow pressure favors a persisted plan before execution",
            reasonSummary: "task looks complex enough to benefit from a persisted plan",
            decisionKind: "initial_route",
            routeScore: 0.72,
            runnerUpMode: "clarify",
            runnerUpScore: 0.61,
            ambiguity: 0.2,
            complexity: 0.6,
            scheduledNextMode: "execute",
            unresolvedQuestions: ["Scope is still broad."],
            promptFormat: "native",
            promptSections: sectionNames,
          },
        },
        {
          type: "workflow.noted",
          turn,
          data: {
            kind: "legacy_trace",
            stage: "definition_of_done",
            outcome: "continue",
            reasonCode: "verification_failed_reentry",
            summary: "continued after verification failed and the runtime re-entered execute mode",
            evidenceSummary: ["verification contradiction: pytest still failed"],
          },
        },
        move(null, "prepare"),
        move("prepare", "assistant"),
        move("assistant", "completion"),
        {
          type: "turn.moved",
          turn,
          data: {
            from: "completion",
            to: "finalize",
            kind: "terminal",
            reasonCode: "turn_complete",
            summary: "Finalizing completed turn",
          },
        },
      ],
      { epoch: lease.epoch },
    )

    for (const { state, trace, prompts, moves } of await lookInTwoProcesses({ store, directory }, session)) {
      expect(prompts.map(({ format, sections: built }) => [format, built.map(({ name }) => name)])).toEqual([
        ["native", sectionNames],
      ])
      expect(state.branch.task).toBe("Inspect permission history")
      expect(state.branch.workflow).toEqual({
        mode: "plan",
        reasonCode: "task_is_complex",
        reasonSummary: "task looks complex enough to benefit from a persisted plan",
        decisionKind: "initial_route",
        ambiguity: 0.2,
        complexity: 0.6,
        scheduledNextMode: "execute",
        lastDecision: {
          code: "verification_failed_reentry",
          summary: "continued after verification failed and the runtime re-entered execute mode",
        },
        clarify: [],
      })
      expect(trace).toMatchObject([
        {
          code: "verification_failed_reentry",
          evidenceSummary: ["verification contradiction: pytest still failed"],
        },
      ])
      expect(moves.at(-1)).toMatchObject({ kind: "terminal", reasonCode: "turn_complete" })
      expect(moves.map(describeMove).at(-1)).toBe("completion -> finalize [terminal] Finalizing completed turn")
      expect(state.branch.timeline).toMatchObject([
        { mode: "plan", routeScore: 0.72, runnerUpScore: 0.61, unresolvedQuestions: ["Scope is still broad."] },
      ])
    }
  })

  it("S6 resume_session_updates_runtime_owner_metadata: whoever takes over is on record", async () => {
    const { store, directory } = scene()
    const session = await openSession(store)
    await store.release(await store.acquire(session, { type: "Agent" }))
    expect((await look(store, session)).row.owner).toEqual({ type: "Agent", path: "public-agent" })

    await store.acquire(session, { type: "RuntimeHandle" })

    for (const { row, state, events } of await lookInTwoProcesses({ store, directory }, session)) {
      expect(row.owner).toEqual({ type: "RuntimeHandle", path: "runtime-handle" })
      expect(state.log.owner).toMatchObject({ type: "RuntimeHandle", path: "runtime-handle", epoch: 2 })
      expect(events.filter(({ type }) => type === "session.owned").map(({ data }) => data)).toMatchObject([
        { ownerPath: "public-agent", epoch: 1 },
        { ownerPath: "runtime-handle", epoch: 2 },
      ])
    }
  })
})
