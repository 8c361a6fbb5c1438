import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync } from "node:fs"
import { homedir, tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { text } from "node:stream/consumers"
import type { Agent, Ended, Stand } from "./agents.ts"

type Limits = { program: string; tooMuch: AbortSignal; env?: Readonly<Record<string, string>> }

/** One run of an agent on these words, in a process group of its own. */
export async function runAgent(agent: Agent, stand: Stand, words: string, limits: Limits): Promise<Ended> {
  const { program, tooMuch, env = {} } = limits
  const isScript = existsSync(program) && readFileSync(program).subarray(0, 64).toString().includes("node")
  const [command, before] = isScript ? [process.execPath, [program]] : [program, []]
  const child = spawn(command, [...before, ...agent.argv(stand, words)], {
    cwd: stand.workspace,
    env: { ...surroundings(stand), ...agent.env?.(stand), ...env },
    stdio: ["ignore", "pipe", "pipe"],
    // Of its own group, so that what it started ends with it.
    detached: true,
  })
  const end = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL")
  }
  tooMuch.addEventListener("abort", end)
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")])
  tooMuch.removeEventListener("abort", end)
  return { code: tooMuch.aborted ? null : (child.exitCode ?? 1), stdout: stdout || stderr }
}

/** Nothing of the person who runs this: no keys, no settings. Only where the toolchains are. */
export function surroundings({ home }: Pick<Stand, "home">): Record<string, string> {
  const path = [dirname(process.execPath), process.env.PATH ?? ""].join(delimiter)
  return {
    PATH: path,
    HOME: home,
    TMPDIR: tmpdir(),
    LANG: "C.UTF-8",
    NO_COLOR: "1",
    CI: "1",
    RUSTUP_HOME: process.env.RUSTUP_HOME ?? join(homedir(), ".rustup"),
    GIT_AUTHOR_NAME: "Ada",
    GIT_AUTHOR_EMAIL: "ada@example.com",
    GIT_COMMITTER_NAME: "Ada",
    GIT_COMMITTER_EMAIL: "ada@example.com",
    GIT_CONFIG_NOSYSTEM: "1",
  }
}
