import { sessionPlaces } from "../../agent/configuration/places.ts"
import { toolIntent } from "../../agent/turn/tool-intent.ts"
import { counted } from "../../base/amount-text.ts"
import { oneLine } from "../../base/plain-words.ts"
import type { OpenTool, SessionState } from "../../session/state.ts"
import { plannedCheck } from "../../session/view/check-event.ts"
import type { Store } from "../../store/contract.ts"
import { placeJob } from "../../tools/job/place.ts"
import { viewJob } from "../../tools/job/view-job.ts"
import type { CliContext } from "../cli-context.ts"

/** What an interrupted turn was doing, and the current state of that work. */
export async function searchAll(
  { store, directory }: Pick<CliContext, "store" | "directory">,
  state: SessionState,
): Promise<string[]> {
  const { turn, intents, asks } = state.log
  if (!turn) return []
  if (turn.cancel) return ["Interrupted while it was being cancelled."]
  if (intents.model) {
    const { seq, model } = intents.model
    const { text = "" } = (await store.partials(state.id)).get(seq) ?? {}
    const kept = text ? `${counted(text.length, "character")} of its answer were kept` : "nothing had arrived"
    return [`Interrupted while ${oneLine(model)} was answering at seq ${seq}: ${kept}. Asking again.`]
  }
  const running = intents.tools.filter(({ startedAt }) => startedAt !== null)
  if (running.length > 0) {
    const { foreignThrough } = await store.row(state.id)
    const { jobs } = sessionPlaces({ directory, session: state.id })
    return Promise.all(running.map((tool) => toolText({ store, state, jobs, foreignThrough }, tool)))
  }
  if (asks.open.length > 0) return []
  const [called] = intents.tools
  if (called && asks.answered.some(({ call, seq }) => call === called.call && seq > called.calledAt)) {
    return [`What ${callName(called, state)} waited for was answered.`]
  }
  if (called) return [`Interrupted before ${callName(called, state)} started, at seq ${called.calledAt}.`]
  const { last } = turn.progress
  if (last?.outcome === "failed" && last.retryAt !== null) {
    return [`Interrupted while waiting to retry (${oneLine(last.message)}).`]
  }
  return [`Interrupted between two steps, after seq ${state.seq}.`]
}

type JobLocation = { store: Store; state: SessionState; jobs: string; foreignThrough: number }

async function toolText({ store, state, jobs, foreignThrough }: JobLocation, tool: OpenTool): Promise<string> {
  const seq = tool.startedAt ?? 0
  const data = await toolIntent({ store, lease: { session: state.id } }, tool)
  const where = `Interrupted while running ${callName(tool, state)} at seq ${seq}`
  if (seq <= foreignThrough) return `${where} on another machine: its outcome is unknown.`
  if (data.job) return `${where}: ${jobText(placeJob(data.job, jobs))}.`
  if (data.files) return `${where}: ${counted(data.files.length, "file")} to compare with the disk.`
  return data.readOnly ? `${where}: read-only, running it again.` : `${where}: its outcome is unknown.`
}

function callName({ name, check }: OpenTool, state: SessionState): string {
  return oneLine(check ? `the check ${plannedCheck(state, check)?.command ?? name}` : name)
}

function jobText(job: Parameters<typeof viewJob>[0]): string {
  const view = viewJob(job)
  switch (view.state) {
    case "unclaimed":
      return "the command never started; starting it now"
    case "running":
      return "the command is still running; waiting for it"
    case "over":
      return view.exitCode === null
        ? `the command is gone, ${view.status}`
        : `the command ended with exit code ${view.exitCode} in the meantime`
    default:
      return view satisfies never
  }
}
