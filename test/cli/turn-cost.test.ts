import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { startShellModel } from "../../bench/headless/model.ts"
import { withoutStrace } from "../crash/syscalls.ts"

const program = join(import.meta.dirname, "..", "..", "bin", "holdfast")

/** The programs that a turn started, and what it synced: the mark of what was acknowledged is also synced by the clock. */
async function traced(line: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv; trace: string }) {
  const { trace, ...more } = options
  const tracer = ["-f", "-y", "-qq", "-o", trace, "-e", "trace=execve,fsync,fdatasync"]
  const run = spawn("strace", [...tracer, process.execPath, program, ...line], { ...more, stdio: "ignore" })
  expect(await once(run, "close")).toEqual([0, null])
  const calls = readFileSync(trace, "utf8").split("\n")
  return {
    programs: calls.filter((call) => /execve\(.* = 0$/.test(call)).length,
    syncs: calls.filter((call) => /f(?:data)?sync\(/.test(call) && !call.includes("holdfast.db-heads")).length,
  }
}

it.skipIf(withoutStrace())(
  "runs one command with six programs and eleven syncs, two more for a new store",
  async () => {
    const place = mkdtempSync(join(tmpdir(), "holdfast-"))
    onTestFinished(() => rmSync(place, { recursive: true }))
    const [home, cwd] = [join(place, "home"), join(place, "workspace")]
    for (const directory of [home, cwd]) mkdirSync(directory)
    writeFileSync(join(cwd, "a.txt"), "a\n")
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], { cwd })
    git("init", "-q")
    git("add", "--all")
    git("commit", "-qm", "Begin")
    const env = {
      PATH: process.env.PATH,
      HOME: home,
      HOLDFAST_HOME: join(home, "data"),
      HOLDFAST_CONFIG: join(home, "config"),
    }
    for (const expected of [13, 11]) {
      const model = await startShellModel("echo b > b")
      onTestFinished(model.close)
      const named = ["--model", `openai-compatible/${model.model}`, "--base-url", `${model.url}/v1`]
      const line = ["run", "--json", "--no-ask", "--permission-mode", "allow", ...named, "Run it."]
      const { programs, syncs } = await traced(line, { cwd, env, trace: join(place, "trace") })
      expect(model.asked).toHaveLength(2)
      expect(programs).toBeLessThanOrEqual(6)
      expect(syncs).toBeLessThanOrEqual(expected)
    }
  },
)
