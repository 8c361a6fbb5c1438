import { existsSync, statSync } from "node:fs"
import { join } from "node:path"
import { systemCode } from "../base/system-error.ts"
import { HoldfastError } from "../session/error.ts"
import type { Store } from "../store/contract.ts"

/**
 * Opens the store for a command and closes it afterwards. `look` neither creates nor migrates it, `act` does not
 * create it; both get undefined without a store. `create` creates it.
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

/** Opens the store for a command that needs existing sessions. */
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
      import("../store/sqlite/commit/failure.ts"),
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

// A file in place of the directory, or the remains of a repair: let opening the store report them.
function isNothing(directory: string, file: string, repairing: string): boolean {
  if (!isRoomFor(directory)) return false
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0 && !existsSync(repairing)
}

// A parent of the path may be a file.
function isRoomFor(directory: string): boolean {
  try {
    return statSync(directory).isDirectory()
  } catch (error) {
    return systemCode(error) === "ENOENT"
  }
}
