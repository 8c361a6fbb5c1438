import { AsyncLocalStorage } from "node:async_hooks"
import { constants, existsSync } from "node:fs"
import files from "node:fs/promises"
import { syncBuiltinESMExports } from "node:module"

type Life = { steps: number; dieAt: number; die: () => void }

const life = new AsyncLocalStorage<Life>()

/** Thrown by every file operation of work that has died in this process. */
class Dead extends Error {}

/**
 * Does some work whose file operations count as steps, and ends it before step number `dieAt`: nothing that it does
 * afterwards reaches the disk. A write is torn in the middle.
 */
export async function mortally(
  dieAt: number,
  work: () => Promise<void>,
  die: () => void = () => undefined,
): Promise<void> {
  await prepare()
  try {
    await life.run({ steps: 0, dieAt, die }, work)
  } catch (error) {
    if (!(error instanceof Dead)) throw error
  }
}

/** What changes something on the disk. */
const changing = ["open", "link", "rename", "unlink", "mkdir", "rmdir", "symlink"] as const
const looking = ["lstat", "readlink", "access", "stat"] as const
const ofHandle = ["writeFile", "chmod", "sync"] as const

type Operation = (this: unknown, ...args: unknown[]) => Promise<unknown>

let prepared: Promise<void> | undefined

function prepare(): Promise<void> {
  prepared ??= (async () => {
    const probe = await files.open("/dev/null")
    const handle = Object.getPrototypeOf(probe)
    await probe.close()
    const all = files as unknown as Record<string, Operation>
    for (const name of changing) all[name] = mortal(all[name] as Operation, name)
    for (const name of looking) all[name] = mortal(all[name] as Operation, "look")
    for (const name of ofHandle) handle[name] = mortal(handle[name], name)
    syncBuiltinESMExports()
  })()
  return prepared
}

function mortal(operation: Operation, name: string): Operation {
  return async function (this: unknown, ...args) {
    const own = life.getStore()
    if (!own) return operation.apply(this, args)
    if (own.steps >= own.dieAt) throw new Dead()
    if (changesNothing(name, args)) return operation.apply(this, args)
    own.steps += 1
    if (own.steps < own.dieAt) return operation.apply(this, args)
    if (name === "writeFile") await operation.call(this, (args[0] as Uint8Array).subarray(0, 1))
    own.die()
    throw new Dead()
  }
}

// To die before a look is to die before the change after it.
function changesNothing(name: string, args: readonly unknown[]): boolean {
  if (name === "open") return (Number(args[1]) & constants.O_CREAT) === 0
  return name === "look" || (name === "unlink" && !existsSync(String(args[0])))
}
