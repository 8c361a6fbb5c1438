import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { measureProcess, type Taken } from "../headless/measured-process.ts"
import { stageProgram } from "../headless/programs.ts"
import type { Comparison, Contender } from "../measure.ts"
import { surroundings } from "../zoo/agent-process.ts"

const lines: Readonly<Record<string, (session: string) => string[]>> = {
  "--version": () => ["--version"],
  sessions: () => ["sessions"],
  show: (session) => ["show", session],
  why: () => ["why"],
  status: () => ["status"],
  "permissions check": () => ["permissions", "check", "bash", "echo a > b"],
}

/** Commands that only look, in a project with one session. */
export const commands: Comparison = {
  title: "(commands) commands that only look, from the start to the exit",
  unit: "ms",
  prepare: async ({ shared }) => {
    const script = join(shared, "script.json")
    writeFileSync(script, JSON.stringify([{ text: "All is well." }]))
    mkdirSync(join(shared, "workspace"))
    mkdirSync(join(shared, "home"))
    const { output } = await run(shared, ["run", "--json", "--model", `scripted:${script}`, "Is all well?"])
    const { sessionId } = JSON.parse(output.trimEnd().split("\n").at(-1) ?? "") as { sessionId: string }
    writeFileSync(join(shared, "session"), sessionId)
  },
  contenders: Object.fromEntries(
    Object.entries(lines).map(([name, line]): [string, Contender] => [
      name,
      async ({ shared }) => {
        const args = line(readFileSync(join(shared, "session"), "utf8"))
        // What Node compiled is kept between runs.
        await run(shared, args)
        const { ms, processorMs, peakMiB } = await run(shared, args)
        return { value: ms, details: { "ms of processor time": processorMs, "MiB at its peak": peakMiB } }
      },
    ]),
  ),
  ratios: [],
}

async function run(shared: string, args: readonly string[]): Promise<Taken> {
  const home = join(shared, "home")
  const env = { ...surroundings({ home }), XDG_CACHE_HOME: join(shared, "cache") }
  const line = [stageProgram(shared), ...args]
  const taken = await measureProcess({ command: process.execPath, args: line, cwd: join(shared, "workspace"), env })
  if (taken.code !== 0) throw new Error(`holdfast ${args.join(" ")} ended with ${taken.code}: ${taken.errors}`)
  return taken
}
