import { setImmediate } from "node:timers/promises"
import { errorText } from "../../../base/error-text.ts"
import { isHoldfastError } from "../../../session/error.ts"
import type { Problem, Report } from "../../contract.ts"
import { type Heads, readHeads } from "../commit/heads.ts"
import type { Core } from "../core.ts"
import { connect, type Database } from "../database.ts"
import { unpackBlob } from "../log/blobs.ts"
import { locateLog } from "../log/event-rows.ts"
import { missing } from "../log/session.ts"
import { applicationId, migrations } from "../schema.ts"
import { problemsOf, shortfallOf } from "./completeness.ts"
import { freshSchema, schemaOf } from "./schema-text.ts"
import { indexSum, type TextSum, textSum } from "./verify-search.ts"
import { type Checked, verifySession } from "./verify-session.ts"

/** Checks every stored byte of a session, or of the whole store. Changes nothing. */
export async function verifyStore(core: Core, id?: string): Promise<Report> {
  if (id !== undefined && !core.reader.get("SELECT 1 FROM sessions WHERE id = ?", id)) throw missing(core, id)
  return verifyFile(core.file, id)
}

/**
 * Checks the store in a file, over a connection of its own: what others have in memory plays no part, and all of it is
 * seen at one moment. What cannot be read is reported, never thrown.
 */
export async function verifyFile(file: string, id?: string): Promise<Report> {
  const problems: Problem[] = []
  const report: Report = { sessions: 0, events: 0, blobs: 0, problems }
  let database: Database | undefined
  const reportProblem = (problem: Problem) => void problems.push(problem)
  try {
    const noted = readHeads(file)
    database = connect(file, { readOnly: true })
    database.exec("BEGIN")
    if (id === undefined) verifyComplete(file, database, noted, reportProblem)
    const whole = await verifySessions(database, id, report, reportProblem)
    if (id !== undefined) return report
    await verifyShared(database, report, reportProblem, whole)
  } catch (error) {
    reportProblem({ session: id ?? null, seq: null, what: `it cannot be read: ${errorText(error)}`, derived: false })
  } finally {
    database?.close()
  }
  return report
}

type ReportProblem = (problem: Problem) => void

function verifyComplete(file: string, database: Database, noted: Heads, reportProblem: ReportProblem): void {
  attempt(null, reportProblem, () => {
    for (const problem of problemsOf(shortfallOf(file, database, noted))) reportProblem(problem)
  })
}

/** Checks the logs; returns the sum of their searchable texts if all are whole. */
async function verifySessions(db: Database, id: string | undefined, report: Report, reportProblem: ReportProblem) {
  const checked = new Map<number, Checked>()
  const sum = textSum()
  let whole = true
  for (const session of id === undefined ? idsOf(db, reportProblem) : [id]) {
    report.sessions++
    const isReadable = attempt(session, reportProblem, () => {
      const place = locateLog(db, session)
      if (!place) throw new Error("the index of the sessions names it, but its row is not there")
      const found = verifySession(db, place, id === undefined ? place.base + 1 : 1, reportProblem, sum)
      checked.set(place.n, found)
      report.events += found.events
    })
    whole &&= isReadable
    await setImmediate()
  }
  for (const found of [...checked.values()].sort((a, b) => a.place.n - b.place.n)) {
    const { id: name, parent, base } = found.place
    const inherited = id === undefined && parent !== null ? checked.get(parent) : undefined
    const seq = Math.min(...(inherited ? [inherited.damagedFrom] : []), Number.POSITIVE_INFINITY)
    if (seq <= base) {
      reportProblem({
        session: name,
        seq,
        what: `it inherits the damage of session ${inherited?.place.id}`,
        derived: false,
      })
      found.damagedFrom = Math.min(seq, found.damagedFrom)
    }
    whole &&= found.damagedFrom === Number.POSITIVE_INFINITY
  }
  return whole ? sum : undefined
}

// The rows and their index are two lists of the same: a session that only one of them has is damaged, but not lost.
function idsOf(db: Database, reportProblem: ReportProblem): string[] {
  const lists = ["SELECT id FROM sessions NOT INDEXED", "SELECT id FROM sessions ORDER BY id"].map((sql) => {
    const ids: string[] = []
    attempt(null, reportProblem, () => {
      for (const { id } of db.raw.prepare(sql).iterate() as Iterable<{ id: string }>) ids.push(id)
    })
    return ids
  })
  return [...new Set(lists.flat())]
}

async function verifyShared(
  db: Database,
  report: Report,
  reportProblem: ReportProblem,
  texts: TextSum | undefined,
): Promise<void> {
  const structural = (what: string) => reportProblem({ session: null, seq: null, what, derived: false })
  attempt(null, reportProblem, () => {
    for (const { integrity_check: what } of db.all<{ integrity_check: string }>("PRAGMA integrity_check(50)")) {
      if (what !== "ok") structural(what)
    }
  })
  attempt(null, reportProblem, () => {
    const program = db.get<{ application_id: number }>("PRAGMA application_id")?.application_id
    const version = db.get<{ user_version: number }>("PRAGMA user_version")?.user_version
    if (program !== applicationId || version !== migrations.length) structural("its first page does not say what it is")
    if (schemaOf(db).join("\n") !== freshSchema().texts.join("\n"))
      structural("its tables are not described as they were made")
  })
  attempt(null, reportProblem, () => verifyReferences(db, reportProblem))
  await verifyBlobs(db, report, reportProblem)
  attempt(null, reportProblem, () => {
    for (const { key, value } of db.all<{ key: string; value: string }>("SELECT key, value FROM settings")) {
      if (!isJson(value)) structural(`the setting ${JSON.stringify(key)} cannot be read`)
    }
  })
  if (!texts) return
  attempt(null, reportProblem, () => {
    const same = indexSum(db) === texts.sum
    if (!same)
      reportProblem({
        session: null,
        seq: null,
        what: "the search index does not hold the words of the logs",
        derived: true,
      })
  })
}

function verifyReferences(db: Database, reportProblem: ReportProblem): void {
  const counts = new Map<string, number>()
  for (const { table } of db.all<{ table: string }>("PRAGMA foreign_key_check")) {
    counts.set(table, (counts.get(table) ?? 0) + 1)
  }
  for (const [table, count] of counts) {
    const derived = table !== "events" && table !== "segments" && table !== "sessions"
    // A missing blob is reported for each session that names it.
    if (table === "blob_refs") continue
    reportProblem({ session: null, seq: null, what: `${count} rows of ${table} belong to no session`, derived })
  }
}

async function verifyBlobs(db: Database, report: Report, reportProblem: ReportProblem): Promise<void> {
  const rows: number[] = []
  attempt(null, reportProblem, () => {
    for (const { n } of db.raw.prepare("SELECT rowid AS n FROM blobs NOT INDEXED").iterate() as Iterable<{
      n: number
    }>) {
      rows.push(n)
    }
  })
  for (const [index, n] of rows.entries()) {
    if (index % 64 === 0) await setImmediate()
    attempt(null, reportProblem, () => {
      const row = db.get<{ hash: string; bytes: number; packed: number; data: Uint8Array }>(
        "SELECT hash, bytes, packed, data FROM blobs WHERE rowid = ?",
        n,
      )
      if (!row) return
      report.blobs++
      const bytes = unpackBlob(row.hash, row)
      const blob = String(row.hash)
      if (!bytes)
        reportProblem({ session: null, seq: null, what: `blob ${blob} does not match its hash`, derived: false, blob })
      else if (bytes.length !== row.bytes) {
        reportProblem({
          session: null,
          seq: null,
          what: `blob ${blob} is listed with a wrong size`,
          derived: true,
          blob,
        })
      }
    })
  }
}

/** Does one check; what stops it is a problem of its own, and false is returned. */
function attempt(session: string | null, reportProblem: ReportProblem, check: () => void): boolean {
  try {
    check()
    return true
  } catch (error) {
    const seq = isHoldfastError(error) && typeof error.details.from === "number" ? error.details.from : null
    reportProblem({ session, seq, what: `it cannot be read: ${errorText(error)}`, derived: false })
    return false
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
