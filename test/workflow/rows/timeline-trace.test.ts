import { describe, expect, it } from "vitest"
import { completionTrace, type EventData, type OpenAgent } from "../../../src/index.ts"
import { list, rewrite, say, write } from "./script.ts"
import { type Stage, stage } from "./stage.ts"
import { tasks } from "./task.ts"

type Note = EventData<"workflow.noted">

/** Puts entries into the log of a session, as a driver does. */
async function note({ store }: OpenAgent, session: string, ...notes: Note[]): Promise<void> {
  const lease = await store.acquire(session, { type: "Agent" })
  for (const data of notes) await store.append(session, [{ type: "workflow.noted", data }], { epoch: lease.epoch })
  await store.release(lease)
}

const whole: Note = {
  kind: "completion_check",
  mode: "execute",
  reasonCode: "completion_response_accepted",
  summary: "completion: accepted",
  decisionKind: "forced",
  unresolvedQuestions: ["Which one?"],
  signals: ["ambiguity=0.35"],
  evidenceSummary: ["`npm test` passed"],
  evidence: [
    {
      category: "verification",
      source: "dod.verification_commands",
      summary: "`npm test` passed",
      status: "supporting",
      subject: "npm test",
      detail: "12 tests",
      seq: 2,
    },
  ],
  observations: [
    {
      status: "stale",
      summary: "attempt 1 -> attempt 2",
      detail: "files changed",
      attempt: "one",
      attemptNumber: 1,
      supersedes: "two",
      command: "npm test",
    },
  ],
  promptFormat: "native",
  promptSections: ["rules"],
  artifacts: ["plan"],
  policyStage: "continuation_check",
  policyOutcome: "accept",
  clarifyStage: "readiness",
  clarifyPressure: "tradeoff",
  pressurePassComplete: true,
  missingGates: ["non_goals"],
}

const legacy: Note = {
  kind: "legacy_trace",
  stage: "definition_of_done",
  outcome: "complete",
  reasonCode: "verification_passed",
  summary: "verified by an older system",
  evidenceSummary: ["pytest passed"],
}

/** A turn that leaves an item of its list open, is sent back, and gives up. */
async function gaveUp(): Promise<Stage> {
  const scene = await stage({ steps: [list("Write hello.txt"), say("I did it."), say("Look for yourself.")] })
  await scene.say(tasks.concrete)
  return scene
}

const exhausted = ["continue pending_items_continue", "finalize continuation_budget_exhausted"]
const traceOf = (branch: Parameters<typeof completionTrace>[0]) =>
  completionTrace(branch).map(({ outcome, code }) => `${outcome} ${code}`)

describe("the timeline and the trace", () => {
  it("F036 timeline entry round trip: every field is there for whoever opens the session next", async () => {
    const scene = await stage({ steps: [write("hello.txt", "hello\n"), say("The file is written.")] })
    await scene.say(tasks.concrete)
    await note(scene.agent, scene.session, whole)
    const before = (await scene.state()).branch.timeline
    expect(before.at(-1)).toEqual({ ...whole, seq: expect.any(Number), at: expect.any(String) })
    const again = await scene.reopened()
    expect((await again.store.state(scene.session)).branch.timeline).toEqual(before)
  })

  it("F036 timeline entry: it names the prompt that was in use, from the first one on", async () => {
    const scene = await stage({
      steps: [write("hello.txt", "hello\n"), say("The file is written."), say("It says hello.")],
    })
    await scene.say(tasks.concrete)
    const { timeline, prompts } = (await scene.state()).branch
    const [first, ...others] = timeline
    expect(first).not.toHaveProperty("promptFormat")
    expect(others.length).toBeGreaterThan(0)
    for (const entry of others) {
      const prompt = prompts.findLast(({ seq }) => seq < entry.seq)
      expect(entry).toMatchObject({
        promptFormat: "native",
        promptSections: prompt?.sections.map(({ name }) => name),
      })
    }
  })

  it("F037 timeline cap: the view keeps the last 24 entries, the log all of them", async () => {
    const scene = await stage({ steps: Array.from({ length: 14 }, (_, at) => say(`Because of reason ${at}.`)) })
    for (let turn = 0; turn < 14; turn++) await scene.say(`Why is ${turn} a number?`)
    const entries = (await scene.events()).filter(({ type }) =>
      /^workflow\.(decided|noted)$|^turn\.stopped$/.test(type),
    )
    expect(entries.length).toBe(28)
    const { timeline } = (await scene.state()).branch
    expect(timeline.map(({ seq }) => seq)).toEqual(entries.slice(-24).map(({ seq }) => seq))
  })

  it("F038 trace projection: the completion entries that end with the last decision are the trace", async () => {
    const scene = await gaveUp()
    const { branch } = await scene.state()
    expect(traceOf(branch)).toEqual(exhausted)
    expect(completionTrace(branch).at(-1)).toMatchObject({
      stage: "continuation_check",
      summary: expect.not.stringMatching(/^completion:/),
      evidence: [expect.objectContaining({ status: "missing", category: "tracked_work" })],
    })
    const again = await scene.reopened()
    expect(completionTrace((await again.store.state(scene.session)).branch)).toEqual(completionTrace(branch))
  })

  it("F038 trace projection: checks and changes of mode in between do not cut it", async () => {
    const scene = await stage({
      files: { "check.sh": "#!/bin/bash\ntrue\n" },
      steps: [rewrite("check.sh", "if\n"), say("It is fixed."), rewrite("check.sh", "true\n"), say("Now it is.")],
    })
    await scene.say("Change check.sh.")
    expect(traceOf((await scene.state()).branch)).toEqual([
      "continue verification_failed_reentry",
      "complete verification_incomplete",
    ])
  })

  it("F039 trace legacy fallback: what an older system stored is shown where the timeline has no such entry", async () => {
    const scene = await stage({ steps: [] })
    await note(scene.agent, scene.session, legacy)
    const again = await scene.reopened()
    const { branch } = await again.store.state(scene.session)
    expect(branch.timeline).toEqual([])
    expect(completionTrace(branch)).toMatchObject([
      {
        stage: "definition_of_done",
        outcome: "complete",
        code: "verification_passed",
        evidenceSummary: ["pytest passed"],
      },
    ])
    await note(again, scene.session, whole)
    expect(traceOf((await again.store.state(scene.session)).branch)).toEqual(["accept completion_response_accepted"])
  })

  it("F040 trace omitted on disk: it is never stored, only told", async () => {
    const scene = await gaveUp()
    const stored = JSON.stringify(await scene.events())
    expect(stored).not.toMatch(/completion_?trace|"trace"/i)
    expect(JSON.stringify((await scene.state()).branch)).not.toMatch(/completion_?trace|"trace"/i)
  })

  it("F041 trace reset: a new turn begins with no trace and no decision", async () => {
    const scene = await gaveUp()
    expect((await scene.state()).branch.workflow.lastDecision?.code).toBe("continuation_budget_exhausted")
    await scene.say("Why is it not there?")
    const second = (await scene.of("turn.started"))[1]
    const { branch } = await scene.state({ at: (second?.seq ?? 0) + 4 })
    expect(branch.workflow.lastDecision).toBeNull()
    expect(completionTrace(branch)).toEqual([])
    expect(traceOf((await scene.state()).branch)).toEqual(["accept completion_response_accepted"])
  })

  it("F042 provenance: what a decision stands on keeps its category, source, status, subject and event", async () => {
    const scene = await stage({ steps: [write("hello.sh", "echo hello\n"), say("The file is written.")] })
    await scene.say("Create hello.sh.")
    const [stop] = await scene.of("turn.stopped")
    const check = (await scene.of("tool.finished")).find(({ data }) => data.check)
    expect(stop?.data.evidence?.[0]).toEqual({
      category: "verification",
      source: "dod.evidence",
      summary: "`bash -n hello.sh` passed",
      status: "supporting",
      subject: "bash -n hello.sh",
      detail: "passed",
      seq: check?.seq,
    })
    const again = await scene.reopened()
    const { branch } = await again.store.state(scene.session)
    expect(branch.timeline.at(-1)?.evidence).toEqual(stop?.data.evidence)
    expect(completionTrace(branch).at(-1)?.evidence).toEqual(stop?.data.evidence)
  })

  it("F043 observations: attempts are named, the one that took the place of another with both; no check is missing", async () => {
    const scene = await stage({
      steps: [
        write("hello.sh", "echo hello\n"),
        say("It is written."),
        rewrite("hello.sh", "echo bye\n"),
        say("It says bye."),
      ],
    })
    await scene.say("Create hello.sh.")
    await scene.goOn()
    const noted = (await scene.of("workflow.noted")).flatMap(({ data }) => ("observations" in data ? [data] : []))
    const decided = (await scene.of("turn.stopped")).flatMap(({ data }) => data.decision ?? [])
    const seen = [...noted, ...decided].flatMap(({ observations = [] }) => observations)
    expect(seen.find(({ status }) => status === "stale")).toMatchObject({
      summary: expect.stringContaining("attempt 1 -> attempt 2"),
      attemptNumber: 1,
      supersedes: (await scene.of("done.verification-planned"))[1]?.data.attempt,
    })
    expect(new Set(seen.map(({ status }) => status))).toEqual(new Set(["planned", "pending", "passed", "stale"]))
    // A status that nobody knows never enters the log: `statusOf` makes it missing where a foreign one is read.
    const unknown = { ...whole, observations: [{ status: "sort of", summary: "?" }] } as unknown as Note
    await expect(note(scene.agent, scene.session, unknown)).rejects.toMatchObject({ code: "invalid" })
  })
})
