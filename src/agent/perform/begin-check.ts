import type { NewEvent } from "../../session/event.ts"
import type { Attempt, CheckState, OpenTool } from "../../session/state.ts"
import { uuidv7 } from "../../store/uuid.ts"
import { planJob } from "../../tools/job/plan.ts"
import { placeOf } from "../../tools/workspace.ts"
import { approval } from "../approval.ts"
import { argumentsHash } from "../arguments-hash.ts"
import { watchCommand } from "../command-changes.ts"
import { intend } from "../intend.ts"
import { copyWithOriginals } from "../original-files.ts"
import { permit } from "../permissions.ts"
import { toolContext } from "../tool-context.ts"
import { decided, type Work } from "../work.ts"

/** Brings a check to its intent. It is a command like any other: what a person must allow is asked, what is denied is skipped. */
export async function beginCheck(check: CheckState, work: Work): Promise<void> {
  const { state, permissions, places, limits } = work
  const attempt = state.branch.done?.attempts.at(-1)
  if (!attempt) return
  const call = callOf(check, attempt)
  const answer = state.log.asks.answered.findLast(({ call: id, seq }) => id === call.call && seq > attempt.plannedAt)
  if (answer?.answer === "deny") return skip(check, attempt, answer.text ?? "The person said no", work)
  const context = toolContext(work, call)
  const access = {
    kind: "command" as const,
    command: check.command,
    cwd: await placeOf(context.workspace, context, "read"),
  }
  const verdict = await permit(
    { call, arguments: { command: check.command }, access },
    { state, permissions, workspace: context.workspace, protectedPaths: places.protected },
  )
  if (verdict.outcome === "deny") return skip(check, attempt, verdict.reason, work)
  if (verdict.outcome === "ask") {
    if (permissions.noAsk) return skip(check, attempt, `${verdict.reason}. Nobody can be asked`, work)
    return void (await decided(work, [approval(call, access, verdict)]))
  }
  const copied = check.originals ? await copyWithOriginals(check.originals, work) : null
  if (copied && "reason" in copied) return skip(check, attempt, copied.reason, work)
  const job = planJob({
    id: uuidv7(),
    command: check.command,
    cwd: copied?.directory ?? access.cwd.path,
    jobs: places.jobs,
    timeLimitMs: limits.checkTimeMs,
  })
  const before = copied ? {} : await watchCommand(verdict, work)
  await intend([started(check, attempt, { job: { ...job, ...before } })], work)
}

/** A check as the permissions see it: a call of bash, in this attempt. */
function callOf({ id, command }: CheckState, attempt: Attempt): OpenTool {
  return {
    call: `${attempt.id}/${id}`,
    name: "bash",
    calledAt: attempt.plannedAt,
    startedAt: null,
    argumentsHash: argumentsHash({ command }),
  }
}

async function skip(check: CheckState, attempt: Attempt, reason: string, work: Work): Promise<void> {
  await decided(work, [
    started(check, attempt, {}),
    {
      type: "done.verification-finished",
      data: {
        started: work.state.seq + 1,
        attempt: attempt.id,
        check: check.id,
        status: "skipped",
        summary: `It was not run: ${reason}`,
      },
    },
  ])
}

type Started = Extract<NewEvent, { type: "done.verification-started" }>["data"]

function started({ id, command }: CheckState, attempt: Attempt, more: Pick<Started, "job">): NewEvent {
  return { type: "done.verification-started", data: { attempt: attempt.id, check: id, command, ...more } }
}
