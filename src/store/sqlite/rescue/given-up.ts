import { hash } from "node:crypto"
import type { Problem } from "../../contract.ts"
import type { Database } from "../database.ts"

/** Names of problems that a repair could not solve: another repair cannot either, unless a backup comes to help. */
export type GivenUp = ReadonlySet<string>

/** Notes what a repair leaves unsolved, in place of what the one before noted. Runs inside a transaction. */
export function noteGivenUp(writer: Database, problems: readonly Problem[]): void {
  writer.run(`DELETE FROM marks WHERE name GLOB '${prefix}*'`)
  for (const { session, seq, what } of problems) {
    const name = prefix + nameOf(session, `seq ${seq ?? 1}: ${what}`)
    writer.run("INSERT OR IGNORE INTO marks (name, value) VALUES (?, ?)", name, Date.now())
  }
}

export function givenUpIn(db: Database): GivenUp {
  const marks = db.all<{ name: string }>(`SELECT name FROM marks WHERE name GLOB '${prefix}*'`)
  return new Set(marks.map(({ name }) => name.slice(prefix.length)))
}

export function isGivenUp(given: GivenUp, { session, seq, what }: Problem): boolean {
  return given.has(nameOf(session, `seq ${seq ?? 1}: ${what}`))
}

/** The same for the damage of a session as its row tells it. */
export function isDamageGivenUp(given: GivenUp, session: string, damage: string): boolean {
  return given.has(nameOf(session, damage))
}

const prefix = "given up "

// A hash, so that the mark of a session that is erased later says nothing of it.
function nameOf(session: string | null, damage: string): string {
  return hash("sha256", JSON.stringify([session, damage]), "hex")
}
