import { randomUUID } from "node:crypto"
import { linkSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, sep } from "node:path"
import { systemCode } from "../../base/system-error.ts"
import { connect, type Database, type Faults, using } from "./database.ts"
import { readSetting } from "./setting.ts"
import { syncPath } from "./sync-path.ts"

/** The name of the file, and of the setting by which a backup shows where it was made. */
const names = { file: "identity", setting: "store.identity" } as const

/** The identity of a data directory; null where it has none yet, or one that cannot be read. */
function identityOf(directory: string): string | null {
  try {
    return readFileSync(join(directory, names.file), "utf8").trim() || null
  } catch {
    return null // An identity that cannot be read proves nothing: the backup counts as foreign.
  }
}

/** Writes into a backup which data directory it was made in. Durable with the backup, and before it is there. */
export function signBackup(copy: Database, source: Database, faults?: Faults): void {
  const file = source.raw.location()
  if (file === null) return
  const identity = ensureIdentity(dirname(file), faults)
  copy.run("INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)", names.setting, JSON.stringify(identity))
}

/**
 * Whether a copy of a backup was made in this data directory. Law: privileges do not travel. What was made in another, or
 * before there was an identity, is foreign: nothing that was allowed in it counts here, nor any setting of it.
 */
export function admitBackup(file: string, from: { directory: string; backup: string }): "own" | "foreign" {
  return using(connect(file), (writer) => {
    const own = identityOf(from.directory)
    // What lies in the directory was put there by this program, or by someone who may change its store anyway.
    const isInside = from.backup.startsWith(`${realpathSync(from.directory)}${sep}`)
    const isOwn = isInside || (own !== null && readSetting(writer, names.setting) === own)
    writer.run("DELETE FROM settings WHERE key = ?", names.setting)
    if (isOwn) return "own"
    writer.exec("BEGIN")
    writer.run("UPDATE sessions SET foreign_through = head")
    writer.run("DELETE FROM settings WHERE key NOT LIKE 'draft:%' AND key NOT LIKE 'read:%'")
    writer.exec("COMMIT")
    return "foreign"
  })
}

/** The identity of the directory, made where there is none; of two processes that make one, the first does. */
function ensureIdentity(directory: string, faults?: Faults): string {
  const known = identityOf(directory)
  if (known !== null) return known
  const file = join(directory, names.file)
  const temp = `${file}.${process.pid}.part`
  try {
    faults?.("before identity write")
    writeFileSync(temp, `${randomUUID()}\n`, { mode: 0o600 })
    syncPath(temp)
    faults?.("before identity link")
    linkSync(temp, file)
    syncPath(directory)
    faults?.("after identity directory fsync")
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error
  } finally {
    rmSync(temp, { force: true })
  }
  return identityOf(directory) ?? ""
}
