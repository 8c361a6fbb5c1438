import { keyVariables } from "../../models/providers.ts"
import type { CheckStatus } from "../../session/event/common.ts"
import type { EventData, NewEvent } from "../../session/event.ts"
import { reportJob } from "../../tools/bash.ts"
import { commandEnvironment } from "../../tools/job/environment.ts"
import { placeJob } from "../../tools/job/place.ts"
import type { Job } from "../../tools/job/plan.ts"
import { type JobOutcome, runJob } from "../../tools/job/run.ts"
import { shorten } from "../../tools/shorten.ts"
import { tellingLine } from "../../workflow/explain/output.ts"
import { changedByCommand } from "../command-changes.ts"
import type { Stop } from "../decide.ts"
import { eventAt } from "../log.ts"
import { decided, happened, type Work } from "../work.ts"
import { clearIfOver } from "./settle-tools.ts"
import { stopEvents } from "./stop-turn.ts"

type Started = EventData<"done.verification-started">

/** Brings a check from its intent to its outcome, the first time or after a crash. Its output is kept as evidence. */
export async function settleCheck(seq: number, work: Work): Promise<void> {
  const { data } = await eventAt(work, seq, "done.verification-started")
  const job = jobOf(seq, data, work)
  await happened(work, [
    job ? await outcomeOf(seq, data, job, work) : lost(seq, data, "It was begun on another machine"),
  ])
  if (job) clearIfOver(job)
}

/** Gives the open checks of a turn that stops their outcome; where one brought the process down, it is left, and unknown. */
export async function endChecks(
  { because, crashed }: { because: string; crashed: Stop | null },
  work: Work,
): Promise<void> {
  const { checks } = work.state.log.intents
  if (!crashed) {
    for (const { seq } of checks) await settleCheck(seq, work)
    return
  }
  const started = await Promise.all(checks.map(({ seq }) => eventAt(work, seq, "done.verification-started")))
  const outcomes = started.map(({ seq, data }) => lost(seq, data, because))
  await decided(work, [...outcomes, ...stopEvents(crashed, work.state)])
  for (const { seq, data } of started) {
    const job = jobOf(seq, data, work)
    if (job) clearIfOver(job)
  }
}

/** The job of a check that was begun here. Law: privilege. What another machine began is not gone on with. */
function jobOf(seq: number, { job }: Started, { places, permissions }: Work): Job | null {
  return job && seq > permissions.foreignThrough ? placeJob(job, places.jobs) : null
}

async function outcomeOf(seq: number, { attempt, check }: Started, job: Job, work: Work): Promise<NewEvent> {
  const { store, lease, env, signal } = work
  let length = 0
  const emit = (text: string) => {
    store.checkpoint(lease, seq, { channel: "output", offset: length, text })
    length += text.length
  }
  const outcome = await runJob(job, { env: commandEnvironment(env, keyVariables), signal, emit })
  const report = reportJob(job, outcome)
  const output = await shorten(report.text, { putBlob: (bytes, mediaType) => store.putBlob(bytes, mediaType) })
  const { changed, uncovered } = await changedByCommand(job, outcome, work)
  return {
    type: "done.verification-finished",
    data: {
      started: seq,
      attempt,
      check,
      status: isMissing(outcome) ? "missing" : statusOf[outcome.status],
      summary: summaryOf(outcome, report.text),
      ...(outcome.exitCode === null ? {} : { exitCode: outcome.exitCode }),
      output,
      ...(changed.length > 0 ? { changed } : {}),
      ...(uncovered === undefined ? {} : { uncovered }),
    },
  }
}

function lost(started: number, { attempt, check }: Started, because: string): NewEvent {
  const summary = `${because}. Its outcome is unknown.`
  return { type: "done.verification-finished", data: { started, attempt, check, status: "unknown", summary } }
}

/** Only a command that ended by itself with 0 has passed; one that was cut off proves nothing either way. */
const statusOf = {
  running: "unknown",
  completed: "passed",
  failed: "failed",
  "timed-out": "failed",
  killed: "unknown",
  interrupted: "unknown",
  unknown: "unknown",
} as const satisfies Record<JobOutcome["status"], CheckStatus>

/** By its exit code the shell says that there is no such program: the check shows nothing of the work. */
function isMissing({ status, exitCode }: JobOutcome): boolean {
  return status === "failed" && exitCode === 127
}

function summaryOf(outcome: JobOutcome, text: string): string {
  const { status, exitCode } = outcome
  const told = tellingLine(text, status === "completed" ? "passed" : "failed") ?? ""
  const how =
    status === "completed"
      ? "passed"
      : status === "timed-out"
        ? outOfTime
        : isMissing(outcome)
          ? "its program is missing (exit code 127)"
          : exitCode === null
            ? status
            : `exit code ${exitCode}`
  return told ? `${how}: ${told.length <= longest ? told : `${told.slice(0, longest - 1)}…`}` : how
}

const longest = 200
/** Whatever exit code the end gave it: the model has to know that it would not have ended. */
const outOfTime = "ended at its time limit"
