import { day, shortTime } from "../texts/amounts.ts"
import { texts } from "../texts.ts"
import type { GroupKey } from "./groups.ts"

const words = texts.sessions

/** The heading of a group. */
export function headingOf(key: GroupKey, now: Date): string {
  switch (key) {
    case "pinned":
    case "today":
    case "yesterday":
    case "earlier":
      return words.groups[key]
    default: {
      const [year = 0, month = 1] = key.split("-").map(Number)
      return words.month(new Date(year, month - 1, 1), { withYear: year !== now.getFullYear() })
    }
  }
}

/** A short relative time, or the date if it is another day. */
export function agoOf(at: string, now: Date): string {
  const then = new Date(at)
  const minutes = Math.floor((now.getTime() - then.getTime()) / 60_000)
  if (minutes < 1) return words.time.now
  if (minutes < 60) return words.time.minutes(minutes)
  if (isDay(then, now)) return words.time.hours(Math.floor(minutes / 60))
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  if (isDay(then, yesterday)) return shortTime(at)
  return day(then, { withYear: then.getFullYear() !== now.getFullYear() })
}

const isDay = (one: Date, other: Date) =>
  one.getDate() === other.getDate() && one.getMonth() === other.getMonth() && one.getFullYear() === other.getFullYear()

/** Project names: the shortest path suffixes that are unique. */
export function projectNames(paths: readonly string[]): ReadonlyMap<string, string> {
  const all = [...new Set(paths)]
  const alike = [1, 2, 3].map((parts) => Map.groupBy(all, (path) => lastOf(path, parts)))
  const named = (path: string) =>
    alike.map((_, at) => lastOf(path, at + 1)).find((name, at) => alike[at]?.get(name)?.length === 1)
  return new Map(all.map((path) => [path, named(path) ?? path]))
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return lastOf(path, 1)
}

function lastOf(path: string, parts: number): string {
  return path.split(/[\\/]/).filter(Boolean).slice(-parts).join("/") || path
}
