import { HoldfastError } from "../../session/error.ts"
import type { StoreCopy } from "../contract.ts"
import { backupIfDue } from "./backup.ts"
import { dropStalePuts, forgetSpared, hasStalePuts } from "./blobs.ts"
import type { Commit } from "./commit.ts"
import { clearBlobs, clearCopies } from "./copies.ts"
import type { Core } from "./core.ts"
import type { Database } from "./database.ts"
import { bareErasure, pendingOf, type Remains, tombstonesOf, unmarkPending } from "./erasures.ts"
import { storageFailure } from "./failure.ts"
import { isWalCleared } from "./wal.ts"

/** Finishes what processes that died while they erased have left, and what a repair or a restore has found unfinished. */
export async function clearAllRemains(core: Core, commit: Commit): Promise<void> {
  const pending = pendingOf(core.reader)
  if (pending.length > 0) await clearRemains(core, commit, pending)
}

/** Removes what is left of erased sessions in the WAL and in copies of the store; returns what became of the copies. */
export async function clearRemains(core: Core, commit: Commit, remains: readonly Remains[]): Promise<StoreCopy[]> {
  const names = remains.map(({ session }) => session).join(", ")
  try {
    core.faults?.("before clearing the WAL")
    await clearWal(core)
    core.faults?.("before clearing the backups")
    const known = new Map(tombstonesOf(core.reader).map((erasure) => [erasure.session, erasure]))
    const erased = remains.map((each) => ({
      ...each,
      erasure: known.get(each.session) ?? bareErasure(each.session, Date.now()),
    }))
    const copies = clearCopies(core.directory, erased, core.faults)
    core.faults?.("after clearing the backups")
    if (copies.some(({ kind, outcome }) => kind === "backup" && outcome === "removed")) {
      await backupIfDue(core.reader, core.directory)
    }
    await commit(() => {
      for (const { session } of remains) unmarkPending(core.writer, session)
    })
    return copies
  } catch (error) {
    throw storageFailure(error, `clear what is left of the erased session ${names} in`, core.directory) ?? error
  }
}

/** Removes blobs, here and in copies, that were spared for somebody who has not named them in time. */
export async function clearSpared(core: Core, commit: Commit): Promise<void> {
  if (!hasStalePuts(core.reader)) return
  const hashes = await commit(() => dropStalePuts(core.writer))
  // Where a reader holds up the WAL, the next round finishes it.
  if (hashes.length === 0 || !isWalCleared(core.writer)) return
  clearBlobs(core.directory, hashes, core.faults)
  await commit(() => forgetSpared(core.writer, hashes))
}

// The WAL still holds what was erased until it is folded into the file and cut off; a reader can hold that up.
async function clearWal({ writer }: { writer: Database }): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (isWalCleared(writer)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new HoldfastError(
    "storage-busy",
    "The session is erased, but another process still reads the write-ahead log, which holds its text until the last reader is gone. Close other Holdfast processes; the next one that starts clears it.",
  )
}
