import { eventAt } from "../agent/log.ts"
import { sessionPlaces } from "../agent/places.ts"
import { counted, oneLine } from "../agent/text/plain.ts"
import type { OpenTool, SessionState } from "../session/state.ts"
import type { Store } from "../store/contract.ts"
import { placeJob } from "../tools/job/place.ts"
import { viewJob } from "../tools/job/view.ts"
import type { Workshop } from "./agent.ts"

/** What a turn that nobody drives was doing, and what is known of it now. */
export async function foundOf(
  { store, directory }: Pick<Workshop, "store" | "directory">,
  state: SessionState,
): Promise<string[]> {
  const { turn, intents, asks } = state.log
  if (!turn) return []
  if (turn.cancel) return ["Interrupted while it was being cancelled."]
  if (intents.model) {
    const { seq, model } = intents.model
    const { text = "" } = (await store.partials(state.id)).get(seq) ?? {}
    const kept = text ? `${counted(text.length, "character")} of its answer were kept` : "nothing of it had arrived"
    return [`Interrupted while ${oneLine(model)} was answering at seq ${seq}: ${kept}. It is asked again.`]
  }
  const running = intents.tools.filter(({ startedAt }) => startedAt !== null)
  if (running.length > 0) {
    const { foreignThrough } = await store.row(state.id)
    const { jobs } = sessionPlaces({ directory, session: state.id })
    return Promise.all(running.map((tool) => toolFound({ store, session: state.id, jobs, foreignThrough }, tool)))
  }
  if (asks.open.length > 0) return []
  const [called] = intents.tools
  if (called && asks.answered.some(({ call, seq }) => call === called.call && seq > called.calledAt)) {
    return [`What ${oneLine(called.name)} waited for was answered: it goes on.`]
  }
  if (called) return [`Interrupted before ${oneLine(called.name)} began, at seq ${called.calledAt}.`]
  const { last } = turn.progress
  if (last?.outcome === "failed" && last.retryAt !== null) {
    return [`Interrupted while it waited to ask the model again (${oneLine(last.message)}).`]
  }
  return [`Interrupted between two steps, after seq ${state.seq}.`]
}

type Place = { store: Store; session: string; jobs: string; foreignThrough: number }

async function toolFound(
  { store, session, jobs, foreignThrough }: Place,
  { name, startedAt }: OpenTool,
): Promise<string> {
  const seq = startedAt ?? 0
  const { data } = await eventAt({ store, lease: { session } }, seq, "tool.started")
  const where = `Interrupted while running ${oneLine(name)} at seq ${seq}`
  if (seq <= foreignThrough) return `${where} on another machine: its outcome is unknown.`
  if (data.job) return `${where}: ${jobFound(placeJob(data.job, jobs))}.`
  if (data.files) return `${where}: ${counted(data.files.length, "file")} to settle, by what is on the disk.`
  return data.readOnly ? `${where}: it only looks, and is run again.` : `${where}: its outcome is unknown.`
}

function jobFound(job: Parameters<typeof viewJob>[0]): string {
  const view = viewJob(job)
  switch (view.state) {
    case "unclaimed":
      return "the command never began, and is started now"
    case "running":
      return "the command still runs, and is waited for"
    case "over":
      return view.exitCode === null
        ? `the command is gone, ${view.status}`
        : `the command ended with exit code ${view.exitCode} meanwhile`
    default:
      return view satisfies never
  }
}
