import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { arch, availableParallelism, cpus, loadavg, platform, totalmem } from "node:os"
import { type Comparison, type Measure, median } from "./measure.ts"

export type Run = Measure & { peakMiB: number }

/** The results of a comparison, with when, where and how they were measured. */
type Result = {
  title: string
  unit: string
  date: string
  machine: string
  command: string
  contenders: Record<string, { median: number; least: number; most: number; details: Record<string, number> }>
}

export type Results = Record<string, Result>

export function readResults(file: string): Results {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {}
}

/** Puts the results of a comparison into a file, in the place of earlier ones. */
export function keepResults(
  file: string,
  name: string,
  comparison: Comparison,
  runs: ReadonlyMap<string, Run[]>,
): void {
  const contenders = [...runs].map(([contender, results]) => [contender, summaryOf(results)] as const)
  const rounds = runs.values().next().value?.length ?? 0
  const result: Result = {
    title: comparison.title,
    unit: comparison.unit,
    date: new Date().toISOString().slice(0, 10),
    machine: machine(),
    command: `npm run bench -- --only ${name} --runs ${rounds}`,
    contenders: Object.fromEntries(contenders),
  }
  writeFileSync(file, `${JSON.stringify({ ...readResults(file), [name]: result }, null, 2)}\n`)
}

function summaryOf(results: readonly Run[]): Result["contenders"][string] {
  const all = results.map(({ value }) => value)
  const names = Object.keys(results[0]?.details ?? {})
  return {
    median: median(all),
    least: Math.min(...all),
    most: Math.max(...all),
    details: Object.fromEntries(
      names.map((name) => [name, median(results.map(({ details }) => details?.[name] ?? Number.NaN))]),
    ),
  }
}

/** How busy the machine is belongs to it: other work makes every time longer. */
function machine(): string {
  const memory = Math.round(totalmem() / 1024 ** 3)
  const [load = 0] = loadavg()
  const processors = `${availableParallelism()} processors (${cpus()[0]?.model.trim() || arch()})`
  return `${platform()}, ${processors}, ${memory} GiB, Node ${process.versions.node}, load ${load.toFixed(1)}`
}

export function shown(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString("en")
  if (Number.isInteger(value)) return String(value)
  return value >= 10 ? value.toFixed(1) : value.toFixed(3)
}
