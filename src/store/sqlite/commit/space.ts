import { randomBytes } from "node:crypto"
import { closeSync, openSync, statfsSync, statSync, unlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { storageFailure } from "./failure.ts"

/** How the free space of the data directory is watched. */
export type SpaceOptions = {
  directory: string
  lowWatermarkBytes?: number
  reserveBytes?: number
  /** Milliseconds that only go forward. */
  clock?: () => number
  measure?: (path: string) => number
}

/** Refuses early and keeps a little back: what the law about a full disk needs. */
export type SpaceGuard = {
  /**
   * How low the space is, or would be with so many bytes more; undefined while there is enough. Measured at most once a
   * second, but for each time that something more is to be written.
   */
  low(more?: number): { free: number; watermark: number } | undefined
  /** Keeps bytes back while there is enough space now; true if the reserve is there afterwards. */
  reserve(): boolean
  /** Gives the reserve back to the disk; true if there was one. */
  release(): boolean
}

/** The bytes that an unprivileged process may still write at the path; infinite where the file system does not say. */
export function freeBytes(path: string): number {
  const stats = fileSystemStats(path)
  if (stats.blocks === 0) return Number.POSITIVE_INFINITY
  // Blocks are counted in fragments, which Node 22 does not tell: shares of a macOS host differ from bsize.
  const unit = "frsize" in stats && typeof stats.frsize === "number" ? stats.frsize : stats.bsize
  return stats.bavail * unit
}

/** A guard for the file system that holds the directory. */
export function spaceGuard({
  directory,
  lowWatermarkBytes = 64 * mebibyte,
  reserveBytes = mebibyte,
  clock = () => performance.now(),
  measure = freeBytes,
}: SpaceOptions): SpaceGuard {
  const path = join(directory, "space.reserve")
  let measured: { free: number; at: number } | undefined

  function free(): number {
    const now = clock()
    if (!measured || now - measured.at >= measureEveryMs) measured = { free: measure(directory), at: now }
    return measured.free
  }

  function low(more = 0) {
    if (more > 0) measured = undefined
    const left = free()
    return left - more < lowWatermarkBytes ? { free: left, watermark: lowWatermarkBytes } : undefined
  }

  function reserve(): boolean {
    measured = undefined
    if (sizeOf(path) >= reserveBytes) return true
    if (low()) return false
    try {
      fill(path, reserveBytes)
      return true
    } catch (error) {
      const failure = storageFailure(error, "keep a space reserve at", path)
      release()
      // A quota can be used up on a disk that is not full. The store then works without a reserve.
      if (failure?.code === "storage-full") return false
      throw failure ?? error
    }
  }

  function release(): boolean {
    measured = undefined
    try {
      unlinkSync(path)
      return true
    } catch (error) {
      const failure = storageFailure(error, "release the space reserve at", path)
      if (failure?.code === "storage-missing") return false
      throw failure ?? error
    }
  }

  return { low, reserve, release }
}

const mebibyte = 1024 * 1024
const measureEveryMs = 1_000

function fileSystemStats(path: string) {
  try {
    return statfsSync(path)
  } catch (error) {
    throw storageFailure(error, "measure the free space at", path) ?? error
  }
}

// Random bytes, because file systems that compress would keep nothing back for zeros. Not synced: what was written is not
// free any more, and what a power cut takes of it is written again.
function fill(path: string, bytes: number): void {
  const file = openSync(path, "w", 0o600)
  try {
    writeFileSync(file, randomBytes(bytes))
  } finally {
    closeSync(file)
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
