import { stat } from "node:fs/promises"
import { z } from "zod"
import { unless } from "../base/system-error.ts"
import type { Command } from "./contract.ts"
import { failed, orFailed } from "./failure.ts"
import { pathArgument, placeOf } from "./files/workspace-path.ts"
import { foregroundProblem } from "./job/foreground-problem.ts"
import type { Job } from "./job/plan.ts"
import type { JobOutcome } from "./job/run-job.ts"

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
    .refine((command) => !command.includes("\0"), "a command cannot hold a NUL character: leave it out"),
  cwd: pathArgument.optional(),
  timeout: z
    .number()
    .positive()
    .max(limits.mostSeconds, `at most ${limits.mostSeconds} seconds: use background: true for what takes longer`)
    .optional()
    .describe(`seconds, default ${limits.seconds}`),
  background: z.boolean().optional().describe("for servers and watchers: see jobs"),
  network: z.boolean().optional(),
  sandbox: z.enum(["on", "off"]).optional(),
  reason: z.string().optional(),
})

type Arguments = z.infer<typeof schema>

/** Runs a command line in bash. */
export const bashTool: Command<Arguments> = {
  kind: "command",
  name: "bash",
  description:
    "Runs a command line in bash and returns its output and exit code. No terminal, no input; each call is a new shell: use `cwd`: `cd` does not last. Read, search and change files with the other tools.",
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
  access: async ({ command, cwd, network, sandbox, reason = "" }, context) => ({
    kind: "command",
    command,
    cwd: await placeOf(cwd ?? context.workspace, context, "read"),
    ...(network ? { network } : {}),
    ...(sandbox === "off" ? { unconfined: reason } : {}),
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
 * The result of a call that started a job. Whether one in the background has ended by now is chance: after a crash
 * the model gets the same result, and looks by the jobs tool.
 */
export function reportCommand(job: Job, outcome: JobOutcome): ReturnType<typeof reportJob> {
  const aside = job.background && startedStatuses.has(outcome.status)
  return aside ? { status: "ok", text: startedAside(job), exitCode: null } : reportJob(job, outcome)
}

/** The result of a job, for the model. Times are left out: the same command has the same result. */
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

/** What a model must know of the sandbox that a failed command ran in: facts, as only it can tell whether they matter. */
export function sandboxNote({ sandbox }: Job, { status, refused = [] }: JobOutcome): string {
  const aside = refused.map((path) => `${path} was moved aside: commands may not make it.`)
  if (!sandbox || status !== "failed") return aside.join(" ")
  const writes =
    sandbox.mode === "read-only" ? "no writes" : "writes only in the workspace, temporary directories and caches"
  const network = sandbox.network ? "" : ", no network"
  const note = `It ran in a sandbox: ${writes}${network}. If that is why it failed, call bash again with ${sandbox.network ? "" : "network: true, or "}sandbox: "off" and a reason.`
  return [note, ...aside].join(" ")
}

const startedStatuses: ReadonlySet<JobOutcome["status"]> = new Set([
  "running",
  "completed",
  "failed",
  "timed-out",
  "killed",
])

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
      return "Its outcome is unknown: it was not run again. Check what it did before you continue."
    default:
      return status satisfies never
  }
}
