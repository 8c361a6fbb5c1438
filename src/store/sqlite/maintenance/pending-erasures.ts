import { HoldfastError } from "../../../session/error.ts"
import type { StoreCopy } from "../../contract.ts"
import type { Commit } from "../commit/commit.ts"
import { storageFailure } from "../commit/failure.ts"
import type { Core } from "../core.ts"
import { type Database, isWalCleared } from "../database.ts"
import { dropStalePuts, forgetSpared, hasStalePuts } from "../log/blobs.ts"
import { backupIfDue } from "./backup.ts"
import { clearBlobs, clearCopies } from "./copies.ts"
import { erasuresOf, type PendingErasure, pendingOf, unmarkPending } from "./erasures.ts"

/** Finishes what processes that died while they erased have left, and what a repair or a restore has found unfinished. */
export async function finishErasures(core: Core, commit: Commit): Promise<void> {
  const pending = pendingOf(core.reader)
  if (pending.length > 0) await finishErasuresOf(core, commit, pending)
}

/** Removes what is left of erased sessions in the WAL and in copies of the store; returns what became of the copies. */
export async function finishErasuresOf(
  core: Core,
  commit: Commit,
  remains: readonly PendingErasure[],
): Promise<StoreCopy[]> {
  const names = remains.map(({ session }) => session).join(", ")
  try {
    core.faults?.("before clearing the WAL")
    await clearWal(core)
    core.faults?.("before clearing the backups")
    const { done } = erasuresOf(core.reader)
    const erased = remains.flatMap((each) => {
      const erasure = done.find(({ session }) => session === each.session)
      return erasure ? [{ ...each, erasure }] : []
    })
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

/** Removes spared blobs, here and in copies, that were not named in time. */
export async function clearSpared(core: Core, commit: Commit): Promise<void> {
  if (!hasStalePuts(core.reader)) return
  const hashes = await commit(() => dropStalePuts(core.writer))
  // Where a reader holds up the WAL, the next round finishes it.
  if (hashes.length === 0 || !isWalCleared(core.writer)) return
  clearBlobs(core.directory, hashes, core.faults)
  await commit(() => forgetSpared(core.writer, hashes))
}

// The WAL still holds what was erased until it is checkpointed and truncated; a reader can delay that.
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
