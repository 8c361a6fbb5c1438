import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { measureProcess } from "../headless/measured-process.ts"
import { startShellModel } from "../headless/model.ts"
import { type HeadlessProgram, headlessPrograms } from "../headless/programs.ts"
import type { Comparison, Contender, Measure } from "../measure.ts"
import { surroundings } from "../zoo/agent-process.ts"

type Scene = { command?: string; inGit: boolean }

export const shellInGit = headless("(shell) one headless turn with one shell command, in git", {
  command: "echo a > b",
  inGit: true,
})
export const shellOutside = headless("(shell outside) the same outside git", { command: "echo a > b", inGit: false })
export const answerOnly = headless("(answer) one headless turn without a tool", { inGit: true })

/** From the start of the process to its exit, against a model on this machine that answers at once. */
function headless(title: string, scene: Scene): Comparison {
  const programs = headlessPrograms()
  return {
    title,
    unit: "ms",
    contenders: Object.fromEntries(
      Object.entries(programs).map(([name, program]): [string, Contender] => [
        name,
        ({ shared }) => inPlace((place) => oneTurn(program, scene, { shared, place })),
      ]),
    ),
    ratios: Object.keys(programs)
      .filter((name) => name !== "holdfast")
      .map((to) => ({ of: "holdfast", to })),
  }
}

async function oneTurn(
  { agent, program }: HeadlessProgram,
  { command, inGit }: Scene,
  { shared, place }: { shared: string; place: string },
): Promise<Measure> {
  const path = program(shared)
  const isScript = readFileSync(path).subarray(0, 64).toString().includes("node")
  const words = command === undefined ? "Is all well?" : "Run the command, and say how it went."

  async function run(directory: string, tracer: readonly string[]) {
    const [home, workspace] = [join(directory, "home"), join(directory, "workspace")]
    mkdirSync(home, { recursive: true })
    // A second run in the same place finds what the first one made.
    if (!existsSync(workspace)) {
      mkdirSync(workspace)
      writeFileSync(join(workspace, "a.txt"), "a\n")
      if (inGit) commitAll(workspace)
    }
    const model = await startShellModel(command)
    try {
      const stand = { home, workspace, url: model.url, model: model.model, contextWindow: 200_000 }
      agent.prepare?.(stand)
      const argv = [...tracer, ...(isScript ? [process.execPath] : []), path, ...agent.argv(stand, words)]
      const [first = "", ...args] = argv
      // What Node compiled is kept between runs, as on a machine where the agent is used.
      const env = { ...surroundings(stand), ...agent.env?.(stand), XDG_CACHE_HOME: join(shared, "cache") }
      const taken = await measureProcess({ command: first, args, cwd: workspace, env })
      if (taken.code !== 0) throw new Error(`${path} ended with ${taken.code}: ${taken.errors}`)
      return { taken, asked: model.asked }
    } finally {
      await model.close()
    }
  }

  await run(join(place, "first"), [])
  const { taken, asked } = await run(join(place, "measured"), [])
  const [firstRequest] = asked
  return {
    value: taken.ms,
    details: {
      "ms to the first request": (firstRequest?.at ?? Number.NaN) - taken.startedAt,
      "ms of processor time": taken.processorMs,
      "MiB at its peak": taken.peakMiB,
      "bytes of the first request": firstRequest?.bytes ?? Number.NaN,
      "requests to the model": asked.length,
      ...(await counted(join(place, "trace"), (tracer) => run(join(place, "counted"), tracer))),
    },
  }
}

/** Programs that were started and syncs, counted in runs of their own: the first one makes what the agent keeps. */
async function counted(
  trace: string,
  run: (tracer: readonly string[]) => Promise<unknown>,
): Promise<Record<string, number>> {
  if (spawnSync("strace", ["-V"]).status !== 0) return {}
  const tracer = ["strace", "-f", "-qq", "-o", trace, "-e", "trace=execve,fsync,fdatasync"]
  const count = async () => {
    await run(tracer)
    const lines = readFileSync(trace, "utf8").split("\n")
    const programs = lines.filter((line) => /execve\(.* = 0$/.test(line)).length
    return { programs, syncs: lines.filter((line) => /f(?:data)?sync\(/.test(line)).length }
  }
  const [first, later] = [await count(), await count()]
  return {
    "programs started": Math.max(first.programs, later.programs),
    syncs: later.syncs,
    "syncs of the first turn, which makes the store": first.syncs,
  }
}

function commitAll(workspace: string): void {
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], {
      cwd: workspace,
      stdio: "ignore",
    })
  git("init", "--quiet")
  git("add", "--all")
  git("commit", "--quiet", "--message", "Begin")
}

async function inPlace(measure: (place: string) => Promise<Measure>): Promise<Measure> {
  const place = mkdtempSync(join(tmpdir(), "holdfast-bench-"))
  try {
    return await measure(place)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
