import { existsSync, statSync } from "node:fs"
import { join } from "node:path"
import { HoldfastError } from "../session/error.ts"
import type { Store } from "../store/contract.ts"
import { systemCode } from "../tools/failure.ts"

/**
 * Lends the store to a command. `look`: nothing is made or migrated that was not there. `act`: to change what is there.
 * `create`: to put something in. Without a store the first two are lent nothing.
 */
export async function withStore<T>(
  purpose: "look" | "act" | "create",
  work: (store: Store | undefined) => Promise<T>,
): Promise<T> {
  const store = await openFor(purpose)
  try {
    return await work(store)
  } finally {
    await store?.close()
  }
}

/** Lends the store to a command that needs a session to be there. */
export function withSessions<T>(purpose: "look" | "act", work: (store: Store) => Promise<T>): Promise<T> {
  return withStore(purpose, async (store) => {
    if (store) return work(store)
    const { dataDirectory } = await import("../store/sqlite/directory.ts")
    throw new HoldfastError("not-found", `There are no sessions yet in ${dataDirectory()}.`)
  })
}

async function openFor(purpose: "look" | "act" | "create"): Promise<Store | undefined> {
  const [{ dataDirectory }, { repairingName, storeFileName, versionOf }, { storageFailure }, { migrations }] =
    await Promise.all([
      import("../store/sqlite/directory.ts"),
      import("../store/sqlite/file.ts"),
      import("../store/sqlite/failure.ts"),
      import("../store/sqlite/schema.ts"),
    ])
  const directory = dataDirectory()
  const file = join(directory, storeFileName)
  try {
    if (purpose !== "create" && isNothing(directory, file, join(directory, repairingName))) return undefined
    const { openSqliteStore } = await import("../store/sqlite/store.ts")
    return openSqliteStore({ directory, readOnly: purpose === "look" && versionOf(file) === migrations.length })
  } catch (error) {
    throw storageFailure(error, "open the store", file) ?? error
  }
}

// Something in the place of the directory, and the traces of a repair, are not nothing: opening tells what they are.
function isNothing(directory: string, file: string, repairing: string): boolean {
  if (!isRoomFor(directory)) return false
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0 && !existsSync(repairing)
}

// A file may be on the way to it too.
function isRoomFor(directory: string): boolean {
  try {
    return statSync(directory).isDirectory()
  } catch (error) {
    return systemCode(error) === "ENOENT"
  }
}
