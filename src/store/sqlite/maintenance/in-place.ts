import { statSync } from "node:fs"
import { movedFailure } from "../commit/failure.ts"

/** Whether the files that were opened are still those at their paths. */
export type InPlace = {
  /** Throws once one of them was moved, replaced or deleted, and ever after: what is written then would be lost. */
  check(): void
  /** The same, but looks only at the file itself: before a transaction, after which all of them are looked at. */
  checkFile(): void
  /** The same, but looks at the disk once a second at most: for reads. */
  glance(): void
  readonly isLost: boolean
}

/**
 * Remembers the files of a store that is open, its WAL and its shared memory included: one that was replaced is held open
 * all the same, and takes writes that would be lost.
 */
export function inPlace(file: string): InPlace {
  const opened = ["", "-wal", "-shm"].flatMap((end) => {
    const path = file + end
    const identity = identityOf(path)
    return identity ? [{ path, ...identity }] : []
  })
  let lost: string | undefined
  let lookedAt = performance.now()

  const checkThese = (files: typeof opened) => {
    lost ??= files.find(({ path, dev, ino }) => {
      const now = identityOf(path)
      return now?.ino !== ino || now.dev !== dev
    })?.path
    // Put back, it may have been written by others who could not see the locks of this process.
    if (lost !== undefined) throw movedFailure("use", lost)
  }
  const check = () => {
    lookedAt = performance.now()
    checkThese(opened)
  }
  const theFile = opened.slice(0, 1)
  return {
    check,
    checkFile: () => checkThese(theFile),
    glance() {
      if (lost !== undefined || performance.now() - lookedAt >= glanceEveryMs) check()
    },
    get isLost() {
      return lost !== undefined
    },
  }
}

const glanceEveryMs = 1000

function identityOf(path: string): { dev: bigint; ino: bigint } | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })
}
