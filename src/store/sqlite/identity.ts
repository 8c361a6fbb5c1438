import { randomUUID } from "node:crypto"
import { linkSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, sep } from "node:path"
import { systemCode } from "../../base/system-error.ts"
import { connect, type Database, type Faults, using } from "./database.ts"
import { readSetting } from "./setting.ts"
import { syncPath } from "./sync-path.ts"

/** The name of the file, and of the setting by which a backup shows where it was made. */
const names = { file: "identity", setting: "store.identity" } as const

type Identity = { is: "known"; name: string } | { is: "none" } | { is: "unreadable"; file: string; code: string }

/** The identity of a data directory. */
function identityOf(directory: string): Identity {
  const file = join(directory, names.file)
  try {
    const name = readFileSync(file, "utf8").trim()
    return name === "" ? { is: "unreadable", file, code: "it is empty" } : { is: "known", name }
  } catch (error) {
    const code = systemCode(error)
    if (code === undefined) throw error
    return code === "ENOENT" ? { is: "none" } : { is: "unreadable", file, code }
  }
}

/** Writes into a backup which data directory it was made in. Durable with the backup, and before it is there. */
export function signBackup(copy: Database, source: Database, faults?: Faults): void {
  const file = source.raw.location()
  if (file === null) return
  const identity = ensureIdentity(dirname(file), faults)
  // Without one, the backup counts as foreign unless it is restored from within the directory.
  if (identity.is !== "known") return
  copy.run("INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)", names.setting, JSON.stringify(identity.name))
}

/** Where a backup was made, and the file that would show it, where that cannot be read. */
export type Admission = { origin: "own" | "foreign"; unreadable: string | null }

/**
 * Whether a copy of a backup was made in this data directory. Law: privileges do not travel. What was made in another, or
 * before there was an identity, is foreign: nothing that was allowed in it counts here, nor any setting of it.
 */
export function admitBackup(file: string, from: { directory: string; backup: string }): Admission {
  return using(connect(file), (writer) => {
    const own = identityOf(from.directory)
    // What lies in the directory was put there by this program, or by someone who may change its store anyway.
    const isInside = from.backup.startsWith(`${realpathSync(from.directory)}${sep}`)
    const isOwn = isInside || (own.is === "known" && readSetting(writer, names.setting) === own.name)
    writer.run("DELETE FROM settings WHERE key = ?", names.setting)
    if (isOwn) return { origin: "own", unreadable: null }
    writer.exec("BEGIN")
    writer.run("UPDATE sessions SET foreign_through = head")
    writer.run("DELETE FROM settings WHERE key NOT LIKE 'draft:%' AND key NOT LIKE 'read:%'")
    writer.exec("COMMIT")
    // An identity that cannot be read proves nothing.
    return { origin: "foreign", unreadable: own.is === "unreadable" ? `${own.file} (${own.code})` : null }
  })
}

/** The identity of the directory, made where there is none; of two processes that make one, the first does. */
function ensureIdentity(directory: string, faults?: Faults): Identity {
  const known = identityOf(directory)
  if (known.is !== "none") return known
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
  return identityOf(directory)
}
