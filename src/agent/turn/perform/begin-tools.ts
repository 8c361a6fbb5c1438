import type { NewEvent } from "../../../session/event.ts"
import type { OpenTool } from "../../../session/state.ts"
import { plannedCheck } from "../../../session/view/check-event.ts"
import { uuidv7 } from "../../../store/uuid.ts"
import { readArguments } from "../../../tools/arguments/tool-arguments.ts"
import { bashTool } from "../../../tools/bash.ts"
import type { Tool } from "../../../tools/contract.ts"
import { failed, orFailed } from "../../../tools/failure.ts"
import { stageDrafts } from "../../../tools/files/file-intent.ts"
import { planJob } from "../../../tools/job/plan.ts"
import { syncItems } from "../../../workflow/definition-of-done.ts"
import { watchCommand } from "../../facts/command-changes.ts"
import { copyWithOriginals } from "../../facts/original-files.ts"
import { isForeignCall, notRunHere } from "../../recovery/foreign-intent.ts"
import { eventAt } from "../../sessions/event-at.ts"
import { approval } from "../../tool-calls/approval.ts"
import { deniedBecause, deniedByPerson, personSaidNo } from "../../tool-calls/denial.ts"
import { permit, type Verdict } from "../../tool-calls/permit.ts"
import { proposedChange } from "../../tool-calls/proposed-change.ts"
import { toolContext } from "../../tool-calls/tool-context.ts"
import { finished, stagingKey } from "../../tool-calls/tool-outcome.ts"
import { intend } from "../intend.ts"
import type { Work } from "../work.ts"

/** Brings calls to their intent: what they will do is in the log before they do it. Some end here, or wait for a person. */
export async function beginTools(calls: readonly OpenTool[], work: Work): Promise<void> {
  const events = await Promise.all(calls.map((call) => begin(call, work)))
  await intend(events.flat(), work)
}

async function begin(call: OpenTool, work: Work): Promise<NewEvent[]> {
  if (isForeignCall(call, work)) return [await finished(call, notRunHere, work)]
  const { data } = await eventAt(work, call.calledAt, "tool.called")
  // A check needs no tool that the model may call.
  const tool = call.check ? bashTool : work.tools.find(({ name }) => name === call.name)
  if (!tool) {
    const names = work.tools.map(({ name }) => name).join(", ")
    return [await finished(call, failed(`There is no tool ${call.name}. There are ${names}.`), work)]
  }
  const read = readArguments(tool, "unparsed" in data.arguments ? data.arguments.unparsed : data.arguments)
  if ("status" in read) return [await finished(call, read, work)]
  const answer = work.state.log.asks.answered.findLast(({ call: id, seq }) => id === call.call && seq > call.calledAt)
  if (tool.kind === "question") return question(call, tool, read.arguments, answer, work)
  if (answer?.answer === "deny") {
    if (call.check || answer.text === null) return [await denied(call, answer.text ?? personSaidNo, work)]
    return [await finished(call, { status: "denied", text: deniedByPerson(answer.text) }, work)]
  }

  const context = toolContext(work, call)
  const access = await orFailed(async () => tool.access(read.arguments, context))
  if ("status" in access) return [await finished(call, access, work)]
  const verdict = await permit(
    { call, arguments: read.arguments, access },
    {
      state: work.state,
      permissions: work.permissions,
      workspace: work.state.log.workspace,
      protectedPaths: work.places.protected,
    },
  )
  if (verdict.outcome === "deny") return [await denied(call, verdict.reason, work)]
  if (verdict.outcome === "ask") {
    if (work.permissions.noAsk) return [await denied(call, `${verdict.reason}. Nobody can be asked`, work)]
    if (tool.kind !== "edit") return [approval(call, access, verdict)]
    // A person approves the content, and is not asked about an edit that cannot work.
    const drafted = await orFailed(() => tool.draft(read.arguments, context))
    if ("status" in drafted) return [await finished(call, drafted, work)]
    return [approval(call, access, verdict, proposedChange(drafted.drafts, work.state.log.workspace))]
  }
  return start({ call, tool, arguments: read.arguments, access, verdict }, work)
}

type Permitted = {
  call: OpenTool
  tool: Exclude<Tool, { kind: "question" }>
  arguments: Record<string, unknown>
  access: Awaited<ReturnType<Tool["access"]>>
  verdict: Verdict
}

async function start({ call, tool, arguments: args, access, verdict }: Permitted, work: Work): Promise<NewEvent[]> {
  const context = toolContext(work, call)
  switch (tool.kind) {
    case "look":
    case "act":
      return [{ type: "tool.started", data: { call: call.call, readOnly: tool.kind === "look" } }]
    case "note": {
      const { items, text } = tool.note(args)
      const { done, task } = work.state.branch
      const noted: NewEvent = done
        ? { type: "done.changed", data: { items: syncItems(done.items, items) } }
        : { type: "done.defined", data: { task: task ?? "", items: [...items] } }
      return [noted, await finished(call, { status: "ok", text }, work)]
    }
    case "edit": {
      const places = access.kind === "write" ? access.places : []
      const files = await orFailed(async () => {
        const drafted = await tool.draft(args, context)
        if ("status" in drafted) return drafted
        const { workspace: root, putBlob } = context
        return stageDrafts(drafted.drafts, { key: stagingKey(work, call), places, root, putBlob })
      })
      if ("status" in files) return [await finished(call, files, work)]
      return [{ type: "tool.started", data: { call: call.call, readOnly: false, files } }]
    }
    case "command": {
      if (call.check) return startCheck(call, call.check, { access, verdict }, work)
      const line = await tool.command(args, context)
      if ("status" in line) return [await finished(call, line, work)]
      if (access.kind !== "command" || line.cwd !== access.cwd.path) {
        return [await finished(call, failed("The directory was replaced meanwhile. Look at it, and try again."), work)]
      }
      const before = await watchCommand(verdict, work)
      const job = planJob({ ...line, id: uuidv7(), jobs: work.places.jobs, sandbox: verdict.sandbox })
      const data = { call: call.call, readOnly: false, job: { ...job, ...before } }
      return [{ type: "tool.started", data }]
    }
    default:
      return tool satisfies never
  }
}

/** A check runs in the workspace, or in a copy with files as they were before the work, for as long as checks may take. */
async function startCheck(
  call: OpenTool,
  check: NonNullable<OpenTool["check"]>,
  { access, verdict }: Pick<Permitted, "access" | "verdict">,
  work: Work,
): Promise<NewEvent[]> {
  if (access.kind !== "command") return []
  const originals = plannedCheck(work.state, check)?.originals
  const copied = originals ? await copyWithOriginals(originals, work) : null
  if (copied && "reason" in copied) return [await denied(call, copied.reason, work)]
  const job = planJob({
    id: uuidv7(),
    command: access.command,
    cwd: copied?.directory ?? access.cwd.path,
    jobs: work.places.jobs,
    timeLimitMs: work.limits.checkTimeMs,
    sandbox: verdict.sandbox,
  })
  const before = copied ? {} : await watchCommand(verdict, work)
  const data = { call: call.call, readOnly: false, check, job: { ...job, ...before } }
  return [{ type: "tool.started", data }]
}

type Answer = Work["state"]["log"]["asks"]["answered"][number]

async function question(
  call: OpenTool,
  tool: Extract<Tool, { kind: "question" }>,
  args: Record<string, unknown>,
  answer: Answer | undefined,
  work: Work,
): Promise<NewEvent[]> {
  const { question, details, options } = tool.question(args)
  if (answer) {
    const chosen = options.find(({ id }) => id === answer.text)?.label ?? answer.text ?? answer.answer
    return [await finished(call, { status: "ok", text: `The person answered: ${chosen}` }, work)]
  }
  if (work.permissions.noAsk) {
    return [await finished(call, failed("Nobody can be asked now. Decide yourself, and say what you assumed."), work)]
  }
  const ask = { ask: uuidv7(), kind: "question" as const, question, call: call.call, tool: call.name }
  const more = { ...(details ? { details } : {}), ...(options.length > 0 ? { options: [...options] } : {}) }
  return [{ type: "ask.opened", data: { ...ask, ...more } }]
}

function denied(call: OpenTool, reason: string, work: Work): Promise<NewEvent> {
  const text = call.check ? `It was not run: ${reason}` : deniedBecause(reason)
  return finished(call, { status: "denied", text }, work)
}
