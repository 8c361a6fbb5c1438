import type { NewEvent } from "../../session/event.ts"
import { uuidv7 } from "../../store/uuid.ts"
import { openItems, syncItems } from "../../workflow/done.ts"
import { seedLedger } from "../../workflow/ledger.ts"
import {
  formatPlan,
  formatVerificationPlan,
  mergeCriteria,
  parsePlan,
  todosOf,
  withProgress,
} from "../../workflow/plan/plan.ts"
import { planPrompt } from "../../workflow/plan/prompt.ts"
import { detectProject } from "../../workflow/project/project.ts"
import { artifactTexts, artifactWritten } from "../artifact.ts"
import { groundTask } from "../grounding.ts"
import { laneCall } from "../lane-call.ts"
import { criteriaOf, todoItems } from "../lane-events.ts"
import { answered, callModel } from "../model-call.ts"
import { gatherProjectFacts } from "../project-facts.ts"
import { handTo } from "../routing.ts"
import type { Work } from "../work.ts"

/** Writes how the work is to be done and proven, and hands it over to be done. */
export async function writePlan(work: Work): Promise<void> {
  const { branch, log } = work.state
  const task = branch.task ?? ""
  const { brief, plan: before, verificationPlan } = await artifactTexts(work)
  const touched = (branch.done?.touched ?? []).map(({ path }) => path)
  const facts = await gatherProjectFacts({ workspace: log.workspace, touched, path: work.env.PATH })
  const items = branch.done?.items ?? []
  const progress = items.filter(({ state }) => state === "completed").map(({ text }) => text)
  const prompt = planPrompt({
    task,
    briefText: brief,
    grounding: await groundTask(work, task, []),
    // What the project has, whatever the plan will touch.
    checks: detectProject(facts).commands.flatMap(({ command, missing }) => (missing === null ? [command] : [])),
    reasons: branch.timeline.at(-1)?.unresolvedQuestions ?? [],
    progress,
    planText: before === null ? null : [before, verificationPlan ?? ""].join("\n\n"),
  })
  await callModel(work, await laneCall(work, prompt, { tools: [], purpose: "plan" }), async (answer, asked) => {
    const { plan: written, fallback } = parsePlan(answer.text, task)
    const plan = withProgress(written, before === null ? [] : progress)
    const summary = fallback ? "the model wrote no plan: it only names the task" : counted(plan.steps.length, "step")
    const criteria = mergeCriteria({
      before: (branch.done?.criteria ?? []).map(({ text }) => text),
      plan,
      task,
      refresh: before !== null,
    })
    const ledger = seedLedger(branch.ledger, { plan }, "plan", uuidv7)
    const todos = todoItems(todosOf(plan))
    // A plan that takes the place of another keeps what is done, and drops what was only its predecessor's.
    const kept = before === null ? [...openItems(items), ...todos] : todos
    return [
      answered(asked, answer),
      await artifactWritten(work, "plan", { text: formatPlan(plan), summary }),
      await artifactWritten(work, "verification-plan", {
        text: formatVerificationPlan(plan),
        summary: counted(plan.commands.length, "command"),
      }),
      ...(ledger.length > 0 ? [{ type: "workflow.ledger-changed", data: { items: ledger } } as const] : []),
      { type: "done.changed", data: { criteria: criteriaOf(criteria), items: syncItems(items, kept) } },
      handedOver(work, before !== null),
    ]
  })
}

const counted = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`

function handedOver({ state }: Work, refreshed: boolean): NewEvent {
  const { reasonCode } = state.branch.workflow
  const code = refreshed
    ? reasonCode === "full_replan_required"
      ? "full_replan_completed"
      : "plan_refresh_completed"
    : "plan_artifacts_created"
  return handTo("execute", {
    code,
    summary: refreshed ? "the plan fits again" : "there is a plan to follow",
    ...(refreshed ? { kind: "plan_refresh" as const } : {}),
    artifacts: ["plan", "verification-plan"],
  })
}
