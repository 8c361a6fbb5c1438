import { spawn } from "node:child_process"
import type { Readable } from "node:stream"
import { commandEnvironment } from "./environment.ts"

export type GitOutcome =
  | { ok: true; output: Buffer; truncated: boolean }
  | { ok: false; reason: "missing" | "timeout" | "failed"; message: string }

/** Runs git without a shell, a pager, a prompt, a network or a lock that it can do without. It never throws. */
export function runGit(
  args: readonly string[],
  given: {
    cwd: string
    timeoutMs: number
    env?: Readonly<Record<string, string>>
    input?: string | undefined
    signal?: AbortSignal
    /** More output is truncated, and git ended. */
    mostBytes?: number
    /** Exit codes that are no failure. */
    fine?: readonly number[]
  },
): Promise<GitOutcome> {
  const child = spawn("git", [...quiet, ...args], { cwd: given.cwd, env: { ...ownEnvironment(), ...given.env } })
  const output = collect(child.stdout, given.mostBytes ?? 256 * 1024 * 1024, () => child.kill("SIGKILL"))
  const errors = collect(child.stderr, 64 * 1024)
  child.stdin.on("error", () => undefined) // git may end before it has read everything: its exit code says how
  child.stdin.end(given.input ?? "")
  let late = false
  const end = () => child.kill("SIGKILL")
  const timer = setTimeout(() => {
    late = true
    end()
  }, given.timeoutMs)
  given.signal?.addEventListener("abort", end, { once: true })
  return new Promise<GitOutcome>((settle) => {
    child.once("error", (error) => settle({ ok: false, reason: "missing", message: error.message }))
    child.once("close", (code) => {
      if (late)
        settle({ ok: false, reason: "timeout", message: `git took longer than ${given.timeoutMs / 1000} seconds` })
      else if (code === 0 || output.full() || given.fine?.includes(code ?? -1))
        settle({ ok: true, output: output.bytes(), truncated: output.full() })
      else
        settle({ ok: false, reason: "failed", message: errors.bytes().toString("utf8").trim() || `exit code ${code}` })
    })
  }).finally(() => {
    clearTimeout(timer)
    given.signal?.removeEventListener("abort", end)
  })
}

// What a repository can name as a program to be run: an agent that only looks runs none of them.
const quiet = [
  ["core.fsmonitor", "false"],
  ["core.hooksPath", "/dev/null"],
  ["core.pager", "cat"],
  ["log.showSignature", "false"],
  ...["gpg.program", "gpg.openpgp.program", "gpg.ssh.program", "gpg.x509.program"].map((name) => [name, "false"]),
].flatMap(([name, value]) => ["-c", `${name}=${value}`])

function ownEnvironment(): Record<string, string | undefined> {
  const kept = Object.entries(commandEnvironment(process.env)).filter(([name]) => !name.startsWith("GIT_"))
  return {
    ...Object.fromEntries(kept),
    LC_ALL: "C.UTF-8",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ALLOW_PROTOCOL: "none",
    GIT_NO_LAZY_FETCH: "1",
  }
}

function collect(stream: Readable, most: number, onFull?: () => void) {
  const chunks: Buffer[] = []
  let size = 0
  stream.on("data", (chunk: Buffer) => {
    if (size > most) return
    chunks.push(chunk)
    size += chunk.length
    if (size > most) onFull?.()
  })
  return { bytes: () => Buffer.concat(chunks).subarray(0, most), full: () => size > most }
}
