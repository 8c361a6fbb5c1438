import { readdirSync, readFileSync } from "node:fs"

/** Processor time that each thread of a process has used so far, in seconds, by the name of the thread and its id. */
export type Used = ReadonlyMap<string, number>

/** Ticks of the clock in /proc a second: it is the same on every Linux that Node runs on. */
const ticks = 100

export function used(pid: number): Used {
  return new Map(
    readdirSync(`/proc/${pid}/task`).map((id) => {
      const stat = readFileSync(`/proc/${pid}/task/${id}/stat`, "utf8")
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
      const name = stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")"))
      return [`${name} ${id}`, (Number(fields[11]) + Number(fields[12])) / ticks]
    }),
  )
}

/** The share of one processor that a process used between two looks, as a whole and by thread, the busiest first. */
export function shares(before: Used, after: Used, seconds: number): { whole: number; threads: [string, number][] } {
  const threads = [...after]
    .map(([name, time]): [string, number] => [name, (time - (before.get(name) ?? 0)) / seconds])
    .filter(([, share]) => share >= 0.02)
    .sort(([, a], [, b]) => b - a)
  return { whole: threads.reduce((sum, [, share]) => sum + share, 0), threads }
}

/** The memory of a process that is in use, in bytes. */
export function residentBytes(pid: number): number {
  const [, kilobytes = "0"] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? []
  return Number(kilobytes) * 1024
}
