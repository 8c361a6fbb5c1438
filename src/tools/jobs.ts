import { z } from "zod"
import type { Access } from "../session/accessed-path.ts"
import { reportJob, sandboxNote } from "./bash.ts"
import type { Look, Result, ToolContext } from "./contract.ts"
import { failed } from "./failure.ts"
import { endJob } from "./job/end-job.ts"
import { followJob } from "./job/follow-job.ts"
import { type ListedJob, listJobs } from "./job/list-jobs.ts"
import { jobDirectory } from "./job/place.ts"
import type { Job } from "./job/plan.ts"
import { outcomeOf } from "./job/run-job.ts"

const limits = { seconds: 30, mostSeconds: 600, listed: 25 } as const

const schema = z.object({
  action: z.enum(["list", "wait", "output", "kill"]),
  job: z.string().optional().describe("its id, for all but list"),
  timeout: z.number().positive().max(limits.mostSeconds).optional().describe("seconds to wait, default 30"),
})

type Arguments = z.infer<typeof schema>

/** Looks after what runs in the background. However often it is run, it comes to the same. */
export const jobsTool: Look<Arguments> = {
  kind: "look",
  name: "jobs",
  description: "Lists background commands, waits for one, shows its output so far, or kills it.",
  schema,
  aliases: { id: "job", job_id: "job", timeout_seconds: "timeout" },
  access: ({ action, job = "" }, { jobs }) => (action === "kill" ? killing(job, jobs) : { kind: "none" }),
  run: async ({ action, job: id, timeout = limits.seconds }, context) => {
    const listed = listJobs(context.jobs)
    if (action === "list") return { status: "ok", text: listing(listed) }
    if (!id) return failed(`Say which job to ${action === "output" ? "show" : action}. ${listing(listed)}`)
    const found = listed.find(({ job }) => job.id === id)
    if (!found) return failed(`There is no job ${id}. ${listing(listed)}`)
    if (action === "kill") await endJob(found.job)
    if (action === "wait" && found.status === "running") await wait(found.job, timeout, context)
    return describe(found.job)
  },
}

/** To end a command is to act, though no file is touched: a person who lets it only read has not allowed that. */
function killing(job: string, jobs: string): Access {
  return { kind: "write", places: [{ path: jobDirectory(jobs, job), shown: `job ${job}`, where: "notes" }] }
}

async function wait(job: Job, seconds: number, { emit, signal }: ToolContext): Promise<void> {
  const followed = await followJob(job, {
    emit,
    signal: AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]),
  })
  if (followed.state === "overrun") await endJob(job, { ending: followed.ending })
}

function describe(job: Job): Result {
  const outcome = outcomeOf(job)
  if (outcome.status !== "running") {
    const { text, exitCode } = reportJob(job, outcome)
    const parts = [`Job ${job.id}: ${outcome.status}.`, text, sandboxNote(job, outcome)]
    return { status: "ok", text: parts.filter(Boolean).join("\n\n"), exitCode }
  }
  return { status: "ok", text: `Job ${job.id} still runs.\n\n${outcome.output.trimEnd() || "It printed nothing yet."}` }
}

function listing(listed: readonly ListedJob[]): string {
  if (listed.length === 0) return "There are no jobs."
  const lines = listed.slice(0, limits.listed).map(({ job, status, exitCode }) => {
    const code = exitCode ? ` (exit code ${exitCode})` : ""
    return `${job.id}  ${status}${code}  ${job.command.replace(/\s+/g, " ").slice(0, 100)}`
  })
  const more = listed.length > limits.listed ? [`… and ${listed.length - limits.listed} older ones`] : []
  return ["Jobs, newest first:", ...lines, ...more].join("\n")
}
