import { connect, type Database } from "../database.ts"
import { automaticBackups } from "../maintenance/backup.ts"

/** Does work with the automatic backups of a store that can be opened, newest first. They may be damaged themselves. */
export function withBackups<T>(directory: string, work: (backups: readonly Database[]) => T): T {
  const backups = automaticBackups(directory).flatMap((file) => attempt(() => connect(file, { readOnly: true })) ?? [])
  try {
    return work(backups)
  } finally {
    for (const backup of backups) backup.close()
  }
}

/** Looks at what may be damaged; nothing comes of it where it is. */
export function attempt<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch {
    return undefined // what cannot be read is missing, and `verify` names it in the end
  }
}
