import { HoldfastError } from "../../../session/error.ts"
import type { Damage } from "../../contract.ts"
import type { Database } from "../database.ts"
import { givenUpIn, isDamageGivenUp } from "./given-up.ts"

/** Refuses to read what is damaged, and says what helps. */
export function throwDamage(db: Database, damage: Damage): never {
  const { session, from, to, what } = damage
  const where = from === to ? `seq ${from}` : `seq ${from} to ${to}`
  const help = helpFor(
    `fork it before seq ${from}`,
    orNot(() => isLost(db, damage)),
  )
  throw new HoldfastError("damaged", `Session ${session} is damaged at ${where}: ${what}. ${help}`, {
    details: { session, from, to, what },
  })
}

/** The error for a session that was found damaged before, taken from its row. */
export function quarantined(db: Database, id: string, damage: string): HoldfastError {
  const help = helpFor(
    "fork it before the damage",
    orNot(() => isNoted(db, id, damage)),
  )
  return new HoldfastError("damaged", `Session ${id} is damaged (${damage}) and can only be read. ${help}`, {
    details: { session: id },
  })
}

// A repair that has run already is not offered again.
function helpFor(fork: string, isGivenUp: boolean): string {
  return isGivenUp
    ? `A repair has brought back all that it could: ${fork}, or restore a backup from before the damage with 'holdfast backup --restore FILE'.`
    : `Run 'holdfast doctor --repair', or ${fork}.`
}

// A stretch is noted by its first event. Who begins to read within it meets the same damage at a later one, and only
// the row of the session tells where it began.
function isLost(db: Database, { session, from, to, what }: Damage): boolean {
  const described = from === to ? what : `${what} (through seq ${to})`
  if (isNoted(db, session, `seq ${from}: ${described}`)) return true
  const row = db.get<{ first: number; damage: string }>(
    "SELECT damaged_from AS first, damage FROM sessions WHERE id = ? AND damaged_from <= ?",
    session,
    from,
  )
  if (!row) return false
  const { first, damage } = row
  const isStretch = damage.startsWith(`seq ${first}: ${what} (through seq `)
  const through = isStretch ? Number(/(\d+)\)$/.exec(damage)?.[1]) : first
  return to <= through && isNoted(db, session, damage)
}

function isNoted(db: Database, session: string, damage: string): boolean {
  return isDamageGivenUp(givenUpIn(db), session, damage)
}

// Where the notes cannot be read either, a repair is what helps.
function orNot(look: () => boolean): boolean {
  try {
    return look()
  } catch {
    return false
  }
}
