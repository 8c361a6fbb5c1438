import { stat } from "node:fs/promises"
import { z } from "zod"
import type { Command } from "./contract.ts"
import { failed, orFailed, unless } from "./failure.ts"
import { foregroundProblem } from "./foreground.ts"
import type { Job } from "./job/plan.ts"
import type { JobOutcome } from "./job/run.ts"
import { pathArgument, placeOf } from "./workspace.ts"

const limits = {
  seconds: 120,
  mostSeconds: 3600,
  /** An argument of a process may have 128 KiB on Linux. */
  commandBytes: 100_000,
} as const

const schema = z.object({
  command: z
    .string()
    .refine((command) => command.trim() !== "", "the command is empty: say what to run")
    .refine((command) => !command.includes("\0"), "a command cannot hold a NUL character: leave it out")
    .describe("a line, or several, of bash"),
  cwd: pathArgument.optional().describe("the directory to run it in; the workspace if not given"),
  timeout: z
    .number()
    .positive()
    .max(limits.mostSeconds, `at most ${limits.mostSeconds} seconds: use background: true for what takes longer`)
    .optional()
    .describe(`seconds until it is ended, ${limits.seconds} if not given; none in the background`),
  background: z.boolean().optional().describe("do not wait for it: for servers and watchers. Look at it with jobs"),
})

type Arguments = z.infer<typeof schema>

/** Runs a command line in bash. */
export const bashTool: Command<Arguments> = {
  kind: "command",
  name: "bash",
  description:
    "Runs a command line in bash and returns what it prints and its exit code. There is no terminal and no input. Each call starts a new shell: a `cd` or a variable does not last, so use `cwd`. Use read, glob and grep to look at files, and edit, write or patch to change them.",
  schema,
  aliases: {
    cmd: "command",
    script: "command",
    directory: "cwd",
    dir: "cwd",
    folder: "cwd",
    path: "cwd",
    workdir: "cwd",
    working_dir: "cwd",
    working_directory: "cwd",
    workspace: "cwd",
    timeout_seconds: "timeout",
    run_in_background: "background",
    is_background: "background",
  },
  access: async ({ command, cwd }, context) => ({
    kind: "command",
    command,
    cwd: await placeOf(cwd ?? context.workspace, context, "read"),
  }),
  command: ({ command, cwd, timeout, background = false }, context) =>
    orFailed(async () => {
      if (Buffer.byteLength(command) > limits.commandBytes) {
        return failed("The command is longer than 100,000 bytes. Write it to a file with write, and run that.")
      }
      const problem = background ? null : foregroundProblem(command)
      if (problem) return failed(problem)
      const place = await placeOf(cwd ?? context.workspace, context, "read")
      const directory = await unless(["ENOENT", "ENOTDIR"], stat(place.path))
      if (!directory?.isDirectory()) {
        return failed(
          `${place.shown} is no directory, so that the command cannot run in it. Use glob to find the right one.`,
        )
      }
      const seconds = timeout ?? (background ? 0 : limits.seconds)
      return { command, cwd: place.path, background, timeLimitMs: Math.round(seconds * 1000) }
    }),
}

/**
 * What a call that began a job is told of it. Whether one in the background has ended by now is chance: after a crash
 * the model is told the same, and looks by the jobs tool.
 */
export function reportCommand(job: Job, outcome: JobOutcome): ReturnType<typeof reportJob> {
  const aside = job.background && begun.has(outcome.status)
  return aside ? { status: "ok", text: startedAside(job), exitCode: null } : reportJob(job, outcome)
}

/** What the model is told of a job. Times are left out: the same command tells the same. */
export function reportJob(
  job: Job,
  outcome: JobOutcome,
): { status: "ok" | "error" | "interrupted" | "unknown"; text: string; exitCode: number | null } {
  const { status, exitCode, output, note } = outcome
  const about = [sentence(job, outcome), note].filter((line) => line !== undefined && line !== "")
  const said = status === "running" ? "" : output.trimEnd()
  const text = [said, ...about].filter(Boolean).join("\n\n")
  return { status: toolStatus[status], text: text || "It printed nothing. Exit code 0.", exitCode }
}

const begun: ReadonlySet<JobOutcome["status"]> = new Set(["running", "completed", "failed", "timed-out", "killed"])

const startedAside = ({ id }: Job) =>
  `It was started in the background as job ${id}. Use the jobs tool to see its output, wait for it or kill it.`

const toolStatus = {
  running: "ok",
  completed: "ok",
  failed: "error",
  "timed-out": "error",
  killed: "error",
  interrupted: "interrupted",
  unknown: "unknown",
} as const

function sentence(job: Job, { status, exitCode }: JobOutcome): string {
  switch (status) {
    case "running":
      return startedAside(job)
    case "completed":
      return ""
    case "failed":
      return exitCode === null ? "" : `Exit code ${exitCode}.`
    case "timed-out":
      return `It was ended after ${(job.timeLimitMs ?? 0) / 1000} seconds, its time limit. Give a larger timeout, or use background: true.`
    case "killed":
      return "It was killed."
    case "interrupted":
      return "It was interrupted."
    case "unknown":
      return "Its outcome is unknown: it was not run again. Check what it did before you go on."
    default:
      return status satisfies never
  }
}
