import { counted } from "../../base/amount-text.ts"
import { oneLine } from "../../base/plain-words.ts"
import { shortId } from "../../base/short-id.ts"
import { ago } from "../../base/time-text.ts"
import type { SandboxUse } from "../../session/accessed-path.ts"
import type { Permission, SessionState } from "../../session/state.ts"
import { contextSize } from "../../session/view/context-size.ts"
import { knownFacts } from "../../session/view/known-facts.ts"
import { permissionLines } from "../../session/view/permission-text.ts"
import { endOf } from "../../session/view/turn-end.ts"
import type { Why } from "../../session/view/why.ts"
import type { SessionRow } from "../../store/contract.ts"
import type { Point, StatusView } from "../../workflow/explain/status-view.ts"
import type { Terminal } from "../terminal.ts"
import { checkMark } from "./check-text.ts"
import { contextText } from "./context-text.ts"
import { type Fact, factLines, firstLines } from "./fact-lines.ts"
import { usageText } from "./session-text.ts"
import { nextLines } from "./why-text.ts"
import { wrap } from "./width.ts"

type Subject = {
  row: SessionRow
  state: SessionState
  why: Why | null
  permission: Permission
  sandbox: SandboxUse
  verbose: boolean
}

/** A summary for someone who was away: what happened, what is proven, what is not, what to do next. */
export function statusLines(status: StatusView, of: Subject, terminal: Terminal): string[] {
  const { paint, width } = terminal
  const fitting = (line: string) => (width === undefined ? [line] : wrap(line, width))
  return [
    ...fitting(oneLine(status.task ?? "") || "(no task yet)").map(paint.bold),
    ...headline(status, of).flatMap(fitting),
    ...factLines(urgentFacts(status, of), nameWidth, terminal),
    "",
    ...factLines(workflowFacts(status, of), nameWidth, terminal),
  ]
}

function sandboxLine({ mode }: Permission, { is, shown }: SandboxUse): string {
  const isFree = mode === "danger-full-access" || mode === "allow"
  return is === "on" && isFree ? `not used in the mode ${mode}` : oneLine(shown)
}

const nameWidth = 11
const limits = { proven: 4, unproven: 6 } as const

function headline({ standing }: StatusView, { why, row }: Subject): string[] {
  switch (standing) {
    case "stopped": {
      if (!why?.stop) return []
      const { title, reason, because } = endOf(why.stop, knownFacts(why, row.workspace))
      return [`${title}${reason !== null && because.length === 0 ? `: ${oneLine(reason)}` : ""}, ${ago(why.stop.at)}.`]
    }
    case "running":
      return [`Running since ${ago(why?.startedAt ?? row.updatedAt)}.`]
    case "waiting":
      return ["Waiting for your answer."]
    case "interrupted":
      return [`Interrupted, not running. Last active ${ago(row.updatedAt)}.`]
    case "queued":
      return ["An input is queued."]
    case "new":
      return ["Nothing has happened yet."]
    default:
      return standing satisfies never
  }
}

function urgentFacts({ happened, proven, unproven, asks, next }: StatusView, { row }: Subject): Fact[] {
  return [
    { name: "Asks you", urgent: true, lines: asks.map(({ question }) => oneLine(question)) },
    { name: "Summary", lines: happened.map(oneLine) },
    { name: "Evidence", lines: firstLines(proven.map(pointText), limits.proven) },
    { name: "Not proven", urgent: true, lines: firstLines(unproven.map(pointText), limits.unproven) },
    { name: "Next", lines: nextLines({ next, asks }, row.id) },
  ]
}

function pointText({ text, status, seq }: Point): string {
  return `${checkMark(status)} ${oneLine(text)}${seq === null ? "" : ` (event ${seq})`}`
}

function workflowFacts(status: StatusView, { row, state, permission, sandbox, verbose }: Subject): Fact[] {
  const { decision, policy, transition, done, ledger } = status
  const { compaction, messages } = state.branch
  const { model, usage, inputs } = state.log
  return [
    ...(verbose
      ? [
          { name: "Workflow", lines: [workflowText(status)] },
          { name: "Decision", lines: decision ? [`${oneLine(decision.code)}: ${oneLine(decision.summary)}`] : [] },
          { name: "Policy", lines: policy ? [`${oneLine(policy.explanation)} (event ${policy.seq})`] : [] },
          { name: "Phase", lines: transition ? [oneLine(transition)] : [] },
        ]
      : []),
    { name: "Done", lines: done ? [doneText(done)] : [] },
    { name: "Ledger", lines: ledger.map(oneLine) },
    { name: "Queued", lines: inputs.waiting.map(({ kind, text }) => `${kind}: ${oneLine(text)}`) },
    { name: "Model", lines: [`${oneLine(model ?? "not chosen")}, permissions ${permission.mode}`] },
    { name: "Sandbox", lines: [sandboxLine(permission, sandbox)] },
    { name: "Rules", lines: permissionLines(permission).map(oneLine) },
    { name: "Owner", lines: row.owner ? [oneLine(row.owner.path)] : [] },
    { name: "Usage", lines: usage.total.calls > 0 ? [usageText(usage.total)] : [] },
    { name: "Context", lines: contextText(contextSize(state)) },
    {
      name: "Compaction",
      lines: compaction ? [`${counted(compaction.count, "time")}, up to event ${compaction.through}`] : [],
    },
    { name: "Session", lines: [`${shortId(row.id)}, ${counted(messages, "message")}, ${counted(row.seq, "event")}`] },
  ]
}

/** Why the open turn is in its mode; for a stopped turn, how it was decided. */
function workflowText({ standing, workflow }: StatusView): string {
  const code = workflow.reasonCode ? ` (${oneLine(workflow.reasonCode)})` : ""
  if (standing === "stopped") return `stopped in ${workflow.mode}${code}`
  const reason = workflow.reason ? `: ${oneLine(workflow.reason)}` : ""
  const nextMode = workflow.nextMode ? `, then ${workflow.nextMode}` : ""
  return `${workflow.mode}${reason}${code}${nextMode}`
}

function doneText({ status, open, retries, retryBudget }: NonNullable<StatusView["done"]>): string {
  const parts = [
    status,
    open.length > 0
      ? `${counted(open.length, "item")} open: ${open.slice(0, 3).map(oneLine).join("; ")}`
      : "no item open",
    ...(retries > 0 ? [`${retries} of ${counted(retryBudget, "repair")} used`] : []),
  ]
  return parts.join(", ")
}
