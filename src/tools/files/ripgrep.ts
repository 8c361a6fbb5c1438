import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { HoldfastError } from "../../session/error.ts"

const timeLimitMs = 30_000

/** What both searches share: hidden files too, ignore rules also outside of git, and no settings of the person. */
export const searchOptions = ["--no-config", "--hidden", "--no-require-git", "--no-messages"] as const

/** Of globs the last that fits decides: this one goes after those of the model. */
export const exceptGit = "--glob=!**/.git/**"

/** The names that staged files have for a moment: `file-intent.ts`. */
export const stagedFile = /(^|\/)\.holdfast-[0-9a-f]{24}\.tmp$/

/**
 * Runs ripgrep and hands over its lines until `take` returns false. `complaint` is what it wrote to stderr, `whole` is
 * false when it was ended before its end.
 */
export async function ripgrep(
  args: readonly string[],
  { cwd, signal, take }: { cwd: string; signal: AbortSignal; take(line: string): boolean },
): Promise<{ whole: boolean; complaint: string }> {
  const child = spawn(await ripgrepPath(), args, {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeLimitMs)]),
    killSignal: "SIGKILL",
  })
  let complaint = ""
  let whole = true
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(0, 2_000)
  })
  const ended = new Promise<void>((resolve, reject) => {
    child.on("close", () => resolve())
    child.on("error", (error) => (error.name === "AbortError" ? undefined : reject(error)))
  })
  for await (const line of createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (whole && !take(line)) {
      whole = false
      child.kill("SIGKILL")
    }
  }
  await ended
  return { whole: whole && child.signalCode === null, complaint: complaint.trim() }
}

// The package throws where it has no binary for the machine: all other tools work without.
export async function ripgrepPath(): Promise<string> {
  try {
    return (await import("@vscode/ripgrep")).rgPath
  } catch (cause) {
    const message =
      "Searching needs ripgrep, which is not installed for this machine. Use bash with find or grep instead."
    throw new HoldfastError("invalid", message, { cause })
  }
}
