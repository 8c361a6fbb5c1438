import { bytes, counted } from "../base/amount-text.ts"
import { oneLine } from "../base/plain-words.ts"
import { shortId } from "../base/short-id.ts"
import { ago } from "../base/time-text.ts"
import type { Inspection } from "../store/sqlite/rescue/inspect.ts"

/** A finding of `doctor`: `note` is information, `warn` should be fixed, `fail` must be. */
export type Check = {
  id: string
  name: string
  status: "ok" | "note" | "warn" | "fail"
  found: string
  advice?: string
}

/** The checks of an inspection, in order of dependency. Pure. */
export function checkup(inspection: Inspection, versions: { holdfast: string; node: string; sqlite: string }): Check[] {
  return [
    directoryCheck(inspection),
    ...fileSystemChecks(inspection),
    storeCheck(inspection),
    ...contentChecks(inspection),
    ...backupChecks(inspection),
    {
      id: "versions",
      name: "Versions",
      status: "ok",
      found: `Holdfast ${versions.holdfast}, Node ${versions.node}, SQLite ${versions.sqlite}`,
    },
  ]
}

const octal = (mode: number | null) => `0${(mode ?? 0).toString(8)}`

function directoryCheck({ directory }: Inspection): Check {
  const { path, exists, mode } = directory
  const check = { id: "directory", name: "Data" } as const
  if (!exists)
    return { ...check, status: "note", found: `${path} does not exist yet`, advice: "The first session creates it." }
  if (process.platform === "win32" || ((mode ?? 0) & 0o077) === 0)
    return { ...check, status: "ok", found: `${path} (${octal(mode)})` }
  return {
    ...check,
    status: "warn",
    found: `${path} can be opened by other users (${octal(mode)})`,
    advice: `Close it: chmod 700 ${JSON.stringify(path)}`,
  }
}

function fileSystemChecks({ journal, space, contents }: Inspection): Check[] {
  const checks: Check[] = []
  if (journal) {
    const actual = contents ? `; in use: ${contents.journalMode}` : ""
    checks.push(
      journal.mode === "wal"
        ? { id: "file-system", name: "File system", status: "ok", found: `${journal.why}${actual}` }
        : {
            id: "file-system",
            name: "File system",
            status: "warn",
            found: `${journal.why}${actual}`,
            advice: "Safe, but slower, and one writer keeps others out. A local disk is better: set HOLDFAST_HOME.",
          },
    )
  }
  if (space) {
    const found = `${bytes(space.free)} free`
    checks.push(
      space.low
        ? { id: "space", name: "Space", status: "fail", found, advice: "Too little to start something new: free some." }
        : { id: "space", name: "Space", status: "ok", found },
    )
  }
  return checks
}

function storeCheck({ file, failure, knownVersion, contents, directory }: Inspection): Check {
  const check = { id: "store", name: "Store" } as const
  if (failure) return { ...check, status: "fail", found: failure.message, ...adviceFor(failure.code) }
  if (!file || file.bytes === 0) {
    return {
      ...check,
      status: "note",
      found: directory.exists ? "no store yet: the first session creates it" : "none yet",
    }
  }
  const size = `${bytes(file.bytes)}${file.walBytes > 0 ? ` and ${bytes(file.walBytes)} of write-ahead log` : ""}`
  if (!contents) {
    const found = `version ${file.version ?? "unknown"}, ${size}; this program uses ${knownVersion}`
    return { ...check, status: "note", found, advice: "The next use updates it." }
  }
  if (process.platform !== "win32" && (file.mode & 0o077) !== 0) {
    const advice = `Close it: chmod 600 ${JSON.stringify(file.path)}`
    return { ...check, status: "warn", found: `${file.path} can be read by other users (${octal(file.mode)})`, advice }
  }
  return { ...check, status: "ok", found: `version ${file.version}, ${size}` }
}

function adviceFor(code: string): { advice?: string } {
  switch (code) {
    case "damaged":
      return { advice: "Run 'holdfast doctor --repair': it keeps this file and recovers all that can be read." }
    case "newer":
      return { advice: "Update Holdfast. Your sessions are safe." }
    default:
      return {}
  }
}

function contentChecks({ contents }: Inspection): Check[] {
  if (!contents) return []
  const { sessions, archived, trashed, erased, damaged, leases, unindexed } = contents
  const parts = [
    archived > 0 && `${archived} archived`,
    trashed > 0 && `${trashed} in the trash`,
    erased > 0 && `${erased} erased`,
  ]
  const more = parts.filter(Boolean).join(", ")
  const alive = leases.filter(({ liveness }) => liveness !== "dead")
  return [
    {
      id: "sessions",
      name: "Sessions",
      status: "ok",
      found: `${counted(sessions, "session")}${more ? ` (${more})` : ""}`,
    },
    ...alive.map(({ session, owner, pid, liveness }): Check => {
      const where = liveness === "alive" ? `process ${pid}` : `process ${pid} on another machine or in a container`
      return {
        id: "lease",
        name: "Driven",
        status: "note",
        found: `${shortId(session)} by ${oneLine(owner)} (${where})`,
      }
    }),
    ...damaged.map(
      ({ session, damage, givenUp }): Check => ({
        id: "damage",
        name: "Damaged",
        status: "fail",
        found: `${shortId(session)}: ${oneLine(damage)}`,
        advice: givenUp
          ? "Read-only, and a repair could not recover more. To continue, fork the session before the damage."
          : "Read-only. Run 'holdfast doctor --repair', or fork the session before the damage.",
      }),
    ),
    unindexed > manyUnindexed
      ? {
          id: "search",
          name: "Search",
          status: "note",
          found: `${counted(unindexed, "event")} not indexed yet; found all the same, more slowly`,
        }
      : {
          id: "search",
          name: "Search",
          status: "ok",
          found: unindexed === 0 ? "all indexed" : `${counted(unindexed, "event")} to index`,
        },
  ]
}

const manyUnindexed = 1_000

function backupChecks({ backups, contents, file }: Inspection): Check[] {
  const [newest] = backups
  const check = { id: "backup", name: "Backup" } as const
  if (newest)
    return [
      { ...check, status: "ok", found: `the newest is ${ago(newest.at)}, ${bytes(newest.bytes)}: ${newest.file}` },
    ]
  const nothingToLose = contents ? contents.sessions === 0 : !file
  if (nothingToLose) return []
  return [{ ...check, status: "note", found: "none yet", advice: "Make one: holdfast backup" }]
}
