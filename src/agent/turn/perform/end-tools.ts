import type { OpenTool } from "../../../session/state.ts"
import { orFailed } from "../../../tools/failure.ts"
import { discardIntents, discardStaged } from "../../../tools/files/file-intent.ts"
import { placeJob } from "../../../tools/job/place.ts"
import { removeCopy } from "../../facts/original-files.ts"
import { isForeignIntent } from "../../recovery/foreign-intent.ts"
import { eventAt } from "../../sessions/event-at.ts"
import { toolContext } from "../../tool-calls/tool-context.ts"
import { finished, stagingKey, type ToolOutcome } from "../../tool-calls/tool-outcome.ts"
import type { Stop } from "../decide.ts"
import { toolIntent } from "../tool-intent.ts"
import { decided, happened, type Work } from "../work.ts"
import { clearIfOver, settleTools } from "./settle-tools.ts"
import { stopEvents } from "./stop-turn.ts"

type Ending = { calls: readonly OpenTool[]; because: string; crashed: Stop | null }

/**
 * Gives every open call of a turn that stops its outcome. What had started is settled, with the signal to stop; where doing
 * so has brought the process down again and again, it is left, and unknown. The stop record then comes with it: once
 * the calls are settled, nothing would show what crashed.
 */
export async function endTools({ calls, because, crashed }: Ending, work: Work): Promise<void> {
  const started = calls.filter(({ startedAt }) => startedAt !== null)
  if (started.length > 0 && !crashed) return settleTools(started, work)
  const outcomes = await Promise.all(
    calls.map(async (call) => {
      if (call.startedAt !== null)
        return finished(call, { status: "unknown", text: `${because}. Its outcome is unknown.` }, work)
      await discard(call, work)
      return finished(call, skipped(because), work)
    }),
  )
  if (crashed) await decided(work, [...outcomes, ...stopEvents(crashed, work.state)])
  else await happened(work, outcomes)
  if (calls.some(({ check }) => check !== null)) await removeCopy(work)
  if (!crashed) return
  await abandon(started, work)
}

// Staged files are of no use any more; the job that still runs is removed by the next driver once it is over.
async function abandon(started: readonly OpenTool[], work: Work): Promise<void> {
  for (const call of started) {
    if (isForeignIntent(call, work)) continue
    const { files, job } = await toolIntent(work, call)
    if (files) await discardIntents(files)
    if (job) clearIfOver(placeJob(job, work.places.jobs))
  }
}

const skipped = (because: string): ToolOutcome => ({ status: "skipped", text: `It did not run: ${because}.` })

// A process that died between staging and the intent has left its temporary files.
async function discard(call: OpenTool, work: Work): Promise<void> {
  const tool = work.tools.find(({ name }) => name === call.name)
  if (tool?.kind !== "edit") return
  const { data } = await eventAt(work, call.calledAt, "tool.called")
  const parsed = tool.schema.safeParse(data.arguments)
  if (!parsed.success) return
  const access = await orFailed(async () => tool.access(parsed.data, toolContext(work, call)))
  if ("kind" in access && access.kind === "write") {
    await discardStaged({ key: stagingKey(work, call), places: access.places })
  }
}
