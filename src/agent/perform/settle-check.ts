import { keyVariables } from "../../models/providers.ts"
import type { CheckStatus } from "../../session/event/common.ts"
import type { EventData, NewEvent } from "../../session/event.ts"
import { plainText } from "../../session/plain-text.ts"
import { reportJob } from "../../tools/bash.ts"
import { commandEnvironment } from "../../tools/job/environment.ts"
import { placeJob } from "../../tools/job/place.ts"
import type { Job } from "../../tools/job/plan.ts"
import { type JobOutcome, runJob } from "../../tools/job/run.ts"
import { shorten } from "../../tools/shorten.ts"
import { failureCount } from "../../workflow/checks/failure-count.ts"
import { noTestRan, nothingRan } from "../../workflow/checks/nothing-ran.ts"
import { tellingLine } from "../../workflow/explain/output.ts"
import { changedByCommand } from "../command-changes.ts"
import type { Stop } from "../decide.ts"
import { Left } from "../leave.ts"
import { eventAt } from "../log.ts"
import { removeCopy } from "../original-files.ts"
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
  await removeCopy(work)
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
  const { store, lease, env, signal, leave } = work
  let length = 0
  const emit = (text: string) => {
    store.checkpoint(lease, seq, { channel: "output", offset: length, text })
    length += text.length
  }
  const outcome = await runJob(job, { env: commandEnvironment(env, keyVariables), signal, leave, emit })
  if (outcome.status === "running") throw new Left()
  const report = reportJob(job, outcome)
  const output = await shorten(report.text, { putBlob: (bytes, mediaType) => store.putBlob(bytes, mediaType) })
  const { changed, uncovered, generated } = await changedByCommand(job, outcome, work)
  const verdict = verdictOf(outcome, plainText(report.text, job.cwd), {
    command: job.command,
    isTest: isTest(attempt, check, work),
  })
  return {
    type: "done.verification-finished",
    data: {
      started: seq,
      attempt,
      check,
      ...verdict,
      ...(outcome.exitCode === null ? {} : { exitCode: outcome.exitCode }),
      output,
      ...(changed.length > 0 ? { changed } : {}),
      ...(uncovered === undefined ? {} : { uncovered }),
      ...(generated === undefined ? {} : { generated }),
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

type Verdict = { status: CheckStatus; summary: string }

function verdictOf(
  outcome: JobOutcome,
  text: string,
  { command, isTest }: { command: string; isTest: boolean },
): Verdict {
  const { status, exitCode } = outcome
  const ended = status === "completed" ? "passed" : "failed"
  const none = isTest && (status === "completed" || status === "failed") ? nothingRan(text, ended, command) : null
  if (none !== null) return { status: "missing", summary: `${noTestRan}: ${cut(none)}` }
  if (status === "failed" && exitCode === programMissing) {
    return { status: "missing", summary: told("its program is missing (exit code 127)", text, ended) }
  }
  const signal = status === "failed" ? signals[exitCode ?? 0] : undefined
  if (signal) return { status: "unknown", summary: told(`ended by ${signal}, exit code ${exitCode}`, text, ended) }
  const how =
    status === "completed"
      ? "passed"
      : status === "timed-out"
        ? outOfTime
        : exitCode === null
          ? status
          : failedHow(text, exitCode)
  return { status: statusOf[status], summary: told(how, text, ended) }
}

/** "2 of 14 failed" says more than an exit code. */
function failedHow(text: string, exitCode: number): string {
  const count = failureCount(text)
  if (count === null) return `exit code ${exitCode}`
  return count.of === null ? `${count.failed} failed` : `${count.failed} of ${count.of} failed`
}

/** By this exit code the shell says that there is no such program: the check shows nothing of the work. */
const programMissing = 127

/** What somebody ended from outside, or the system for want of memory, shows nothing of the work either. */
const signals: Readonly<Record<number, string>> = { 129: "SIGHUP", 130: "SIGINT", 137: "SIGKILL", 143: "SIGTERM" }

function isTest(attempt: string, check: string, { state }: Work): boolean {
  const found = state.branch.done?.attempts.find(({ id }) => id === attempt)?.checks.find(({ id }) => id === check)
  return found?.kind === "test"
}

function told(how: string, text: string, ended: "passed" | "failed"): string {
  const line = tellingLine(text, ended)
  return line ? `${how}: ${cut(line)}` : how
}

const cut = (line: string) => (line.length <= longest ? line : `${line.slice(0, longest - 1)}…`)
const longest = 200
/** Whatever exit code the end gave it: the model has to know that it would not have ended. */
const outOfTime = "ended at its time limit"
