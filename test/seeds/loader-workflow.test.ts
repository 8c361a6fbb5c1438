import { describe, expect, it } from "vitest"
import type { EventData } from "../../src/index.ts"
import type { Look } from "./look.ts"
import { lookInTwoProcesses } from "./other-process.ts"
import { scene } from "./scene.ts"
import { openSession } from "./scene-turn.ts"

// The session tests of Loader that are about its workflow, by the number and name that they have there.
describe("the Loader seed", () => {
  it("S7 session_prefers_canonical_workflow_timeline_for_completion_trace: it is projected, not stored", async () => {
    const { store, directory } = scene()
    const session = await openSession(store)
    const lease = await store.acquire(session, { type: "Agent" })
    const notes: EventData<"workflow.noted">[] = [
      {
        kind: "legacy_trace",
        stage: "definition_of_done",
        outcome: "complete",
        reasonCode: "stale_completion_trace",
        summary: "this legacy trace entry should be ignored",
      },
      {
        kind: "completion_check",
        mode: "execute",
        reasonCode: "premature_completion_nudge",
        summary: "completion: requested one continuation because the non-mutating response looked incomplete",
        decisionKind: "forced",
        policyStage: "continuation_check",
        policyOutcome: "continue",
        evidenceSummary: ["showing the requested work was actually carried out"],
      },
      {
        kind: "completion_finalize",
        mode: "execute",
        reasonCode: "continuation_budget_exhausted",
        summary:
          "completion: stopped because the continuation budget was exhausted while follow-through evidence was still missing",
        decisionKind: "forced",
        policyStage: "continuation_check",
        policyOutcome: "finalize",
        evidenceSummary: ["showing the requested work was actually carried out"],
      },
    ]
    for (const data of notes) await store.append(session, [{ type: "workflow.noted", data }], { epoch: lease.epoch })

    for (const { trace, events, state } of await lookInTwoProcesses({ store, directory }, session)) {
      expectExhausted(trace, "premature_completion_nudge", {
        summary:
          "stopped because the continuation budget was exhausted while follow-through evidence was still missing",
        evidenceSummary: ["showing the requested work was actually carried out"],
      })
      expect(events.map(({ type, data }) => [type, data]).slice(2)).toEqual(
        notes.map((data) => ["workflow.noted", data]),
      )
      expect(Object.keys(state.branch)).not.toContain("trace")
    }
  })

  it("S8 session_projects_live_completion_trace_from_workflow_timeline: with its evidence, right after the append", async () => {
    const { store, directory } = scene()
    const session = await openSession(store)
    const lease = await store.acquire(session, { type: "Agent" })
    const missing = {
      category: "verification",
      source: "dod.verification_commands",
      summary: "verification evidence was still missing for `pytest -q`",
      status: "missing",
      subject: "pytest -q",
    } as const
    await store.append(
      session,
      [
        {
          type: "workflow.noted",
          data: {
            kind: "completion_check",
            mode: "execute",
            reasonCode: "completion_response_accepted",
            summary: "completion: accepted the response because follow-through evidence was present",
            policyStage: "continuation_check",
            policyOutcome: "accept",
          },
        },
        {
          type: "workflow.noted",
          data: {
            kind: "completion_finalize",
            mode: "execute",
            reasonCode: "continuation_budget_exhausted",
            summary: "completion: stopped because verification evidence was still missing",
            policyStage: "continuation_check",
            policyOutcome: "finalize",
            evidenceSummary: ["a passing verification result from `pytest -q`"],
            evidence: [missing],
          },
        },
      ],
      { epoch: lease.epoch },
    )

    for (const { trace } of await lookInTwoProcesses({ store, directory }, session)) {
      expectExhausted(trace, "completion_response_accepted", {
        evidenceSummary: ["a passing verification result from `pytest -q`"],
        evidence: [missing],
      })
    }
  })

  it("S9 session_persists_workflow_ledger_state: three lists, with status and phases", async () => {
    const { store, directory } = scene()
    const session = await openSession(store)
    const lease = await store.acquire(session, { type: "Agent" })
    const assumption = {
      id: "assumption",
      list: "assumptions",
      text: "notes.txt stays out of scope unless clarified otherwise.",
      status: "contradicted",
      introducedPhase: "clarify",
      updatedPhase: "recovery",
      evidence: ["Clarify scope assumed `notes.txt` stayed out of scope."],
    } as const
    const anchor = {
      id: "anchor",
      list: "acceptanceAnchors",
      text: "notes.txt exists in the workspace root.",
      status: "changed",
      introducedPhase: "clarify",
      updatedPhase: "recovery",
    } as const
    const boundary = {
      id: "boundary",
      list: "decisionBoundaries",
      text: "Escalate before broad UX changes.",
      status: "tracked",
      introducedPhase: "clarify",
    } as const
    const items = [{ ...assumption, evidence: [...assumption.evidence] }, anchor, boundary]
    await store.append(session, [{ type: "workflow.ledger-changed", data: { items } }], { epoch: lease.epoch })

    for (const { ledger } of await lookInTwoProcesses({ store, directory }, session)) {
      expect(ledger).toEqual({ assumptions: [assumption], acceptanceAnchors: [anchor], decisionBoundaries: [boundary] })
    }
  })

  it("S10 session_persists_prompt_history_state: prompts in order, with what they said", async () => {
    const { store, directory } = scene()
    const session = await openSession(store)
    const lease = await store.acquire(session, { type: "Agent" })
    const build = async (mode: "plan" | "execute", parts: Record<string, string>) => {
      const sections = await Promise.all(
        Object.entries(parts).map(async ([name, text]) => ({ name, body: await store.putBlob(Buffer.from(text)) })),
      )
      const task = "Tighten Loader workflow behavior"
      const data = { format: "native", mode, permissionMode: "prompt", task, sections } as const
      await store.append(session, [{ type: "prompt.built", data: { ...data, sections } }], { epoch: lease.epoch })
    }
    await build("plan", { Introduction: "# Introduction\n", "Mode Guidance": "plan around planned.txt\n" })
    await build("execute", {
      Introduction: "# Introduction\n",
      "Mode Guidance": "execute around notes.txt\n",
      "Project Context": "# Project Context\npython\n",
    })

    for (const { prompts } of await lookInTwoProcesses({ store, directory }, session)) {
      expect(prompts.map(({ mode, content }) => ({ mode, content }))).toEqual([
        { mode: "plan", content: "# Introduction\nplan around planned.txt\n" },
        { mode: "execute", content: "# Introduction\nexecute around notes.txt\n# Project Context\npython\n" },
      ])
      expect(prompts.map(({ task, permissionMode }) => ({ task, permissionMode }))).toEqual([
        { task: "Tighten Loader workflow behavior", permissionMode: "prompt" },
        { task: "Tighten Loader workflow behavior", permissionMode: "prompt" },
      ])
      const [introduction, again] = prompts.map(({ sections }) => sections[0]?.blob)
      expect(introduction).toBe(again)
    }
  })
})

/** The trace has one entry before the one that ends it, because the budget of continuations was used up. */
function expectExhausted(trace: Look["trace"], before: string, more: Partial<Look["trace"][number]>): void {
  expect(trace.map(({ code }) => code)).toEqual([before, "continuation_budget_exhausted"])
  expect(trace.at(-1)).toMatchObject({ stage: "continuation_check", outcome: "finalize", ...more })
}
