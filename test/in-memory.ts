import { spawnSync } from "node:child_process"
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { share } from "./matrix.ts"

const memory = "/dev/shm"
const prefix = "holdfast-tests-"
const neededBytes = 2 * 2 ** 30
/** A run makes a directory in its own for nearly each test: one in which nothing was made for so long is over. */
const silenceMs = 60 * 60 * 1000
/** `TMPFS_MAGIC` of Linux. */
const tmpfs = 0x01021994

/**
 * Puts what the tests write into memory where there is a file system for it. A kill of a process loses nothing there
 * that it would keep on a disk, and nobody waits for thousands of syncs of stores that live for a second. The matrices
 * of CI and of `npm run test:full` stay on the disk, and the power cuts bring a disk of their own.
 */
export function setup(): (() => void) | undefined {
  if (share.kind !== "core" || !isFit()) return undefined
  removeAbandoned()
  const directory = join(memory, `${prefix}${process.pid}`)
  mkdirSync(directory, { mode: 0o700 })
  const remove = () => rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
  if (!runsPrograms(directory)) {
    remove()
    return undefined
  }
  process.env.TMPDIR = directory
  return remove
}

function isFit(): boolean {
  if (process.platform !== "linux") return false
  try {
    const { type, bavail, bsize } = statfsSync(memory)
    return type === tmpfs && bavail * bsize >= neededBytes
  } catch {
    return false // none is mounted
  }
}

/** A run that was killed left its directory behind. One in another container may live, whatever its number says here. */
function removeAbandoned(): void {
  for (const name of readdirSync(memory)) {
    const directory = join(memory, name)
    const pid = Number(name.slice(prefix.length))
    if (!name.startsWith(prefix) || isAlive(pid)) continue
    const changedAt = statSync(directory, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (changedAt < Date.now() - silenceMs) rmSync(directory, { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

/** In a container it is often mounted so that nothing in it can be executed. */
function runsPrograms(directory: string): boolean {
  const program = join(directory, "program")
  writeFileSync(program, "#!/bin/sh\nexit 0\n")
  chmodSync(program, 0o700)
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}
