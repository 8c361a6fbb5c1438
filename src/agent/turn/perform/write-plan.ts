import { counted } from "../../../base/amount-text.ts"
import type { NewEvent } from "../../../session/event.ts"
import { uuidv7 } from "../../../store/uuid.ts"
import { parseBrief } from "../../../workflow/clarify/brief.ts"
import { parsePlan, planCriteria } from "../../../workflow/plan/plan.ts"
import { planPrompt } from "../../../workflow/plan/plan-prompt.ts"
import { detectProject } from "../../../workflow/project/project.ts"
import { seedLedger } from "../../../workflow/seed-ledger.ts"
import { gatherGrounding } from "../../facts/gather-grounding.ts"
import { gatherProjectFacts } from "../../facts/project-facts.ts"
import { artifactTexts, artifactWritten } from "../../sessions/artifact.ts"
import { eventAt } from "../../sessions/event-at.ts"
import { modeCall } from "../mode-call.ts"
import { criteriaOf } from "../mode-events.ts"
import { answered, callModel } from "../model-call.ts"
import { handTo } from "../routing.ts"
import { decided, type Work } from "../work.ts"

/** Writes how the work is to be done and checked. Where a person asked for the plan, they are asked to approve it. */
export async function writePlan(work: Work): Promise<void> {
  const { branch, log } = work.state
  const task = branch.task ?? ""
  const { brief, plan: before, verificationPlan } = await artifactTexts(work)
  const words = await rejectionOf(work)
  const facts = await gatherProjectFacts({ workspace: log.workspace, touched: [], path: work.env.PATH })
  const prompt = planPrompt({
    task,
    briefText: brief,
    grounding: await gatherGrounding(work, task, []),
    // What the project has, whatever the plan will touch.
    checks: detectProject(facts).commands.flatMap(({ command, missing }) => (missing === null ? [command] : [])),
    openQuestions: branch.timeline.at(-1)?.unresolvedQuestions ?? [],
    rejected: before === null || words === null ? null : { planText: `${before}\n\n${verificationPlan ?? ""}`, words },
  })
  const wanted = brief === null ? [] : parseBrief(brief, { task, rounds: [] }).acceptanceCriteria
  const agreed = wanted.length > 0 ? wanted : [task]
  await callModel(work, await modeCall(work, prompt, { tools: [], purpose: "plan" }), async (answer, asked) => {
    const { texts, plan, fallback } = parsePlan(answer.text, task)
    const summary = fallback ? "the model wrote no plan: it only names the task" : counted(plan.steps, "step")
    const ledger = seedLedger(branch.ledger, { plan }, "plan", uuidv7)
    return [
      answered(asked, answer),
      await artifactWritten(work, "plan", { text: texts.plan, summary }),
      await artifactWritten(work, "verification-plan", {
        text: texts.verificationPlan,
        summary: counted(plan.commands.length, "command"),
      }),
      ...(ledger.length > 0 ? [{ type: "workflow.ledger-changed", data: { items: ledger } } as const] : []),
      { type: "done.changed", data: { criteria: criteriaOf(planCriteria(agreed, plan)) } },
      branch.workflow.decisionKind === "requested"
        ? approvalOf((branch.artifacts.plan?.version ?? 0) + 1)
        : handedOver("plan_artifacts_created", "there is a plan to follow"),
    ]
  })
}

/** Asks again for the approval of a plan whose question expired with its turn. */
export async function askApproval(work: Work): Promise<void> {
  await decided(work, [approvalOf(work.state.branch.artifacts.plan?.version ?? 1)])
}

/** The plan was approved, as it is by now: the work starts. */
export async function followPlan(work: Work): Promise<void> {
  await decided(work, [handedOver("plan_approved", "the plan was approved")])
}

function approvalOf(plan: number): NewEvent {
  return {
    type: "ask.opened",
    data: { ask: uuidv7(), kind: "plan", question: "Do you approve the plan?", plan },
  }
}

/** What a person said when they rejected the plan. */
async function rejectionOf(work: Work): Promise<string | null> {
  const { approval } = work.state.branch
  if (approval?.answered == null) return null
  const { data } = await eventAt(work, approval.answered, "ask.answered")
  return data.text ?? null
}

function handedOver(code: string, summary: string): NewEvent {
  return handTo("execute", { code, summary, artifacts: ["plan", "verification-plan"] })
}
