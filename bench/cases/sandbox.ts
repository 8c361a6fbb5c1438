import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { homedir, tmpdir } from "node:os"
import { join } from "node:path"
import type { JobSandbox } from "../../src/session/event/common.ts"
import { placeJob } from "../../src/tools/job/place.ts"
import { planJob } from "../../src/tools/job/plan.ts"
import { runJob } from "../../src/tools/job/run-job.ts"
import { enclosing, sandboxSystem } from "../../src/tools/sandbox/sandbox.ts"
import { type Comparison, type Measure, median } from "../measure.ts"

const commands = 100

/** What it costs a command to be confined, from its intent to its outcome. The two take turns: a machine is never quiet. */
export const sandbox: Comparison = {
  title: "(sandbox) what the sandbox adds to a command that does nothing, as a job",
  unit: "ms",
  contenders: {
    "workspace-write": () => added({ mode: "workspace-write" }),
    "read-only": () => added({ mode: "read-only" }),
  },
  ratios: [],
}

async function added(sandbox: JobSandbox): Promise<Measure> {
  const root = mkdtempSync(join(tmpdir(), "holdfast-bench-"))
  const [cwd, data] = [join(root, "workspace"), join(root, "data")]
  for (const directory of [cwd, data]) mkdirSync(directory)
  // What the system has is looked up once in the life of a process.
  await sandboxSystem()
  const { env } = process
  const given = { workspace: cwd, home: homedir(), env, settings: {}, protected: [data] }
  const enclose = enclosing({ ...given, rules: [join(cwd, ".holdfast")] })
  let count = 0
  const run = async (confined?: JobSandbox) => {
    const start = performance.now()
    const job = planJob({ id: `job-${count++}`, command: "true", cwd, jobs: data, sandbox: confined })
    const outcome = await runJob(placeJob(job, data), { env, enclose, signal: new AbortController().signal })
    if (outcome.exitCode !== 0) throw new Error(outcome.note ?? outcome.output)
    return performance.now() - start
  }
  const times = { without: [] as number[], with: [] as number[] }
  try {
    for (let i = 0; i < commands; i++) {
      times.without.push(await run())
      times.with.push(await run(sandbox))
    }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
  const [without, confined] = [median(times.without), median(times.with)]
  return { value: confined - without, details: { "ms without": without, "ms with": confined } }
}
