import { statSync } from "node:fs"
import { HoldfastError } from "../../../session/error.ts"
import type { Problem } from "../../contract.ts"
import { isUuid } from "../../uuid.ts"
import { type Heads, readHeads } from "../commit/heads.ts"
import { connect, type Database, using } from "../database.ts"
import { isErased } from "../maintenance/erasures.ts"
import { rowsIn } from "./salvage.ts"
import { hasFramesBehind, readWal, type Wal, type WalDamage } from "./wal-frames.ts"

/** What a store gives less than was acknowledged. */
export type Shortfall = {
  /** Set where committed transactions lie behind a damaged frame of the WAL, which SQLite ignores. */
  wal: WalDamage | null
  sessions: ReadonlyArray<{ session: string; head: number; acknowledged: number }>
  /** Whether the WAL may still hold what is missing. */
  isRecoverable: boolean
}

/**
 * Compares what SQLite reads of a store with what was acknowledged, as far as that is known: from the heads that were noted
 * beside it, and from the frames of the WAL behind a damaged one. Read the heads before the database is looked at: they
 * may only grow meanwhile.
 */
export function shortfallOf(file: string, database: Database, noted: Heads): Shortfall {
  const wal = hasWal(file) ? walBehind(file, database) : undefined
  const acknowledged = new Map(noted)
  for (const [session, head] of wal?.damage ? headsIn(wal) : []) {
    acknowledged.set(session, Math.max(head, acknowledged.get(session) ?? 0))
  }
  const sessions = [...acknowledged].flatMap((each) => shortBy(database, each))
  return { wal: wal?.damage ?? null, sessions, isRecoverable: wal !== undefined }
}

export function problemsOf({ wal, sessions }: Shortfall): Problem[] {
  return [
    ...(wal ? [{ session: null, seq: null, what: describe(wal), derived: false }] : []),
    ...sessions.map(({ session, head, acknowledged }) => ({
      session,
      seq: head + 1,
      what: `the events through seq ${acknowledged} were acknowledged and are missing`,
      derived: false,
    })),
  ]
}

/**
 * Looks at a store before anything is written to it. One whose WAL still holds transactions that were acknowledged, but
 * that SQLite ignores, is refused: SQLite would write over them, and `doctor --repair` can recover them.
 */
export function assertRecovered(file: string): void {
  if (!hasWal(file)) return
  const noted = readHeads(file)
  const shortfall = using(connect(file, { readOnly: true }), (database) => shortfallOf(file, database, noted))
  const problems = problemsOf(shortfall)
  if (problems.length > 0 && shortfall.isRecoverable) throw refusal(file, problems)
}

/** The sessions of an open store that have less than was acknowledged. */
export function shortSessions(file: string, database: Database): Problem[] {
  const sessions = [...readHeads(file)].flatMap((each) => shortBy(database, each))
  return problemsOf({ wal: null, sessions, isRecoverable: false })
}

export function hasWal(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
}

function refusal(file: string, problems: readonly Problem[]): HoldfastError {
  const first = problems
    .slice(0, 3)
    .map(({ session, what }) => (session === null ? what : `${what} (session ${session})`))
  const more = problems.length > first.length ? `; and ${problems.length - first.length} more` : ""
  return new HoldfastError(
    "damaged",
    `The store ${file} is damaged: ${first.join("; ")}${more}. Nothing was changed. Run 'holdfast doctor --repair', which recovers what is still there.`,
    { details: { problems } },
  )
}

function describe({ frame, frames, hidden }: WalDamage): string {
  const where = frame === 0 ? "in its header" : `at frame ${frame} of ${frames}`
  const what = `${hidden} ${hidden === 1 ? "transaction" : "transactions"} from there on`
  return `its write-ahead log is damaged ${where}: SQLite ignores ${what}`
}

/** The WAL, where it has frames behind those that SQLite counts. */
function walBehind(file: string, database: Database): Wal | undefined {
  const log = `${file}-wal`
  return hasFramesBehind(log, replayedBy(database)) ? readWal(log) : undefined
}

/** How many frames of the WAL SQLite counts. */
function replayedBy(database: Database): number {
  try {
    return Math.max(0, database.get<{ log: number }>("PRAGMA wal_checkpoint(NOOP)")?.log ?? 0)
  } catch {
    return 0 // a SQLite that cannot tell without a checkpoint: every frame is looked at
  }
}

/** The heads of sessions in the pages behind the damage: each append writes the row of its session. */
function headsIn({ behind }: Wal): Heads {
  const sound = behind.filter((frame) => frame.sound)
  const heads = new Map<string, number>()
  const pages = {
    count: sound.length + 1,
    // The first page of a file is laid out in another way than the rest.
    page: (number: number) => sound[number - 2]?.data,
    doubted: [],
  }
  for (const { table, values } of rowsIn(pages)) {
    const [, id, , , head] = values
    if (table !== "sessions" || typeof id !== "string" || !isUuid(id) || typeof head !== "number") continue
    heads.set(id, Math.max(head, heads.get(id) ?? 0))
  }
  return heads
}

function shortBy(database: Database, [session, acknowledged]: readonly [string, number]) {
  const head = database.get<{ head: number }>("SELECT head FROM sessions WHERE id = ?", session)?.head
  if (head === undefined && isErased(database, session)) return []
  return (head ?? 0) < acknowledged ? [{ session, head: head ?? 0, acknowledged }] : []
}
