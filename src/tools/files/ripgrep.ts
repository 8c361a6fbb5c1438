import { spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { closeSync, openSync, unlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { HoldfastError } from "../../session/error.ts"
import type { Confinement } from "../sandbox/sandbox.ts"

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
  {
    cwd,
    signal,
    confinement,
    take,
  }: {
    cwd: string
    signal: AbortSignal
    /** The model asks for this search: it is held to what its commands may read. */
    confinement?: Confinement | null | undefined
    take(line: string): boolean
  },
): Promise<{ whole: boolean; complaint: string }> {
  const [program = "", ...argv] = [...(confinement?.prefix ?? []), await ripgrepPath(), ...args]
  const input = confinement ? inputOf(confinement.policy) : "ignore"
  const child = spawn(program, argv, {
    cwd,
    stdio: [input, "pipe", "pipe"],
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeLimitMs)]),
    killSignal: "SIGKILL",
  })
  if (input !== "ignore") closeSync(input)
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new TypeError("both are piped")
  let complaint = ""
  let whole = true
  stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(0, 2_000)
  })
  const ended = new Promise<void>((resolve, reject) => {
    child.on("close", () => resolve())
    child.on("error", (error) => (error.name === "AbortError" ? undefined : reject(error)))
  })
  for await (const line of createInterface({ input: stdout, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (whole && !take(line)) {
      whole = false
      child.kill("SIGKILL")
    }
  }
  await ended
  if (confinement && child.exitCode === notConfined) {
    throw new HoldfastError("invalid", `The search could not be confined: ${complaint.trim()}. Use bash instead.`)
  }
  return { whole: whole && child.signalCode === null, complaint: complaint.trim() }
}

/** How the program that confines others ends when it cannot. */
const notConfined = 126

/** An open file without a name, since a pipe of Node cannot be opened again. */
function inputOf(text: string): number {
  const path = join(tmpdir(), `holdfast-${randomUUID()}`)
  writeFileSync(path, text, { mode: 0o600, flag: "wx" })
  try {
    return openSync(path, "r")
  } finally {
    unlinkSync(path)
  }
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
