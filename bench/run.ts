import { fork } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { comparisons } from "./comparisons.ts"
import { median } from "./measure.ts"
import { keepResults, type Run, shown } from "./results.ts"

// npm run bench [-- --runs 5 --only a,b --scale 1 --json FILE]: contenders take turns, each run in a process of its own, so that
// noise of the machine meets all of them; what is printed are medians and their ratios.

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "5" },
    only: { type: "string", default: Object.keys(comparisons).join(",") },
    scale: { type: "string", default: "1" },
    json: { type: "string" },
  },
})

for (const name of values.only.split(",")) {
  const comparison = comparisons[name]
  if (!comparison) throw new Error(`There is no comparison ${name}: ${Object.keys(comparisons).join(", ")}`)
  const shared = mkdtempSync(join(tmpdir(), "holdfast-bench-"))
  try {
    if (comparison.prepare) await once(name, "", shared)
    const runs = new Map<string, Run[]>(Object.keys(comparison.contenders).map((contender) => [contender, []]))
    for (let round = 0; round < Number(values.runs); round++) {
      for (const [contender, results] of runs) results.push(await once(name, contender, shared))
    }
    print(comparison, runs)
    if (values.json !== undefined) keepResults(values.json, name, comparison, runs)
  } finally {
    rmSync(shared, { recursive: true, force: true })
  }
}

function once(name: string, contender: string, shared: string): Promise<Run> {
  return new Promise((resolve, reject) => {
    let result: Run | undefined
    const child = fork(join(import.meta.dirname, "worker.ts"), [name, contender, shared, values.scale])
    child.on("message", (message) => {
      result = message as Run
    })
    child.on("exit", (code) =>
      result ? resolve(result) : reject(new Error(`${name}/${contender} ended with ${code}`)),
    )
  })
}

function print(comparison: (typeof comparisons)[string], runs: Map<string, Run[]>): void {
  const width = Math.max(...[...runs.keys()].map((contender) => contender.length))
  console.log(`\n${comparison.title}`)
  for (const [contender, results] of runs) {
    const all = results.map(({ value }) => value)
    const spread = `${shown(Math.min(...all))} to ${shown(Math.max(...all))}`
    const peak = Math.round(median(results.map(({ peakMiB }) => peakMiB)))
    console.log(
      `  ${contender.padEnd(width)}  ${shown(median(all)).padStart(10)} ${comparison.unit}  (${spread}; peak ${peak} MiB)`,
    )
    for (const key of Object.keys(results[0]?.details ?? {})) {
      const detail = median(results.map(({ details }) => details?.[key] ?? Number.NaN))
      console.log(`  ${" ".repeat(width)}  ${shown(detail).padStart(10)} ${key}`)
    }
  }
  for (const { of, to, goal } of comparison.ratios) {
    const ratios = (runs.get(of) ?? []).map(({ value }, i) => value / (runs.get(to)?.[i]?.value ?? Number.NaN))
    console.log(`  ratio: ${of} / ${to} = ${median(ratios).toFixed(2)}${goal ? `  (goal ${goal})` : ""}`)
  }
}
